"""Referees: second implementations of the games' rules that check replays from the outside."""
