"""What the cards of a deck say, in words, and which of them differ only in colour."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

_COLOR = re.compile(r"[YRKGB]")


def asks(card: Mapping[str, Any]) -> str:
    """What a card asks, as its deck file has it."""
    if "pattern" in card:
        return str(card["pattern"])
    if "first" in card:
        return f"{card['first']}, {card['second']}"
    gems = ("white", "blue", "green", "red", "black")
    cost = " ".join(f"{card[gem]} {gem}" for gem in gems if int(card.get(gem, 0)))
    return cost or "nothing"


def kind(card: Mapping[str, Any]) -> str:
    """What cards are told apart by: the frame, temples; tier and colour, nobles."""
    if "frame" in card:
        return str(card["frame"])
    if "first" in card:
        return "temple"
    if "tier" in card:
        return f"tier {card['tier']}, {card['bonus']}"
    return "noble" if "points" in card else ""


def family(card: Mapping[str, Any]) -> str:
    """The card with its colours replaced by a, b, c in the order in which they occur: what cards
    that differ only in colour have in common, with what they pay.
    """
    if "pattern" not in card and "first" not in card:
        return ""
    names: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        return names.setdefault(match[0], "abcde"[len(names)])

    shape = _COLOR.sub(rename, asks(card))
    pays = card["levels"] if "levels" in card else f"{card['one']} {card['both']}"
    return f"{shape}  ({pays})"


def families(cards: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The ids of each family with more than one card."""
    found: dict[str, list[str]] = defaultdict(list)
    for card in cards:
        if name := family(card):
            found[name].append(card["id"])
    return {name: ids for name, ids in found.items() if len(ids) > 1}
