"""A game of Splendor for 2 to 4 players as a state machine over the events of a replay.

`Game.begin` takes the setup line, `Game.apply` one event after the other, `Game.check_result` the
result line; each raises `RuleError` for what the rules or the replay format do not allow.

Chance is not predicted: of a deck only what is still in it is known, and whatever an event says
came out of it must be there.
"""

from __future__ import annotations

import csv
import enum
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Event = dict[str, Any]

COLOURS = ("white", "blue", "green", "red", "black")
GOLD = "gold"
KINDS = (*COLOURS, GOLD)
TIERS = (1, 2, 3)


class RuleError(Exception):
    """An event that the rules or the replay format do not allow; the text says why."""


@dataclass(frozen=True)
class Card:
    """A development card."""

    tier: int
    bonus: str
    points: int
    cost: Counter[str]


@dataclass(frozen=True)
class Noble:
    """A noble tile."""

    points: int
    bonuses: Counter[str]


@dataclass(frozen=True)
class Rules:
    """The numbers of the printed game, each of which a variant may change, and the cards."""

    cards: dict[str, Card]
    nobles: dict[str, Noble]
    tokens: tuple[int, int, int] = (4, 5, 7)
    gold: int = 5
    face_up: int = 4
    extra_nobles: int = 1
    take_different: int = 3
    take_same: int = 2
    take_same_needs: int = 4
    reserved_limit: int = 3
    reserve_gold: int = 1
    token_limit: int = 10
    end_points: int = 15
    max_rounds: int = 250

    @staticmethod
    def load(folder: Path, **numbers: Any) -> Rules:
        """The decks of a folder."""

        def rows(name: str) -> list[dict[str, str]]:
            with (folder / name).open(encoding="utf-8", newline="") as file:
                return list(csv.DictReader(file))

        def gems(row: dict[str, str]) -> Counter[str]:
            return Counter({colour: int(row[colour]) for colour in COLOURS})

        cards = {
            row["id"]: Card(int(row["tier"]), row["bonus"], int(row["points"]), gems(row))
            for row in rows("developments.csv")
        }
        nobles = {row["id"]: Noble(int(row["points"]), gems(row)) for row in rows("nobles.csv")}
        return Rules(cards, nobles, **numbers)


class Phase(enum.Enum):
    """What may come next in a game."""

    ACT = enum.auto()  # an action, or a pass
    REVEAL = enum.auto()  # a card must be revealed
    RETURN = enum.auto()  # tokens must be given back
    NOBLE = enum.auto()  # a noble must be received
    END_ACTION = enum.auto()  # the turn must end now
    LAST_TURNS = enum.auto()  # the end was set off and must be announced
    RESULT = enum.auto()  # the game is over


@dataclass
class Player:
    """What one player has."""

    tokens: Counter[str] = field(default_factory=Counter)
    bonuses: Counter[str] = field(default_factory=Counter)
    reserved: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    nobles: list[str] = field(default_factory=list)
    points: int = 0


def get(line: Event, key: str, kind: type) -> Any:
    """A key of a line, of the right type."""
    if key not in line:
        raise RuleError(f"'{key}' is missing")
    value = line[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RuleError(f"'{key}' is {value!r}, expected {kind.__name__}")
    return value


def expect(what: str, actual: object, expected: object) -> None:
    """One thing that must be as the rules have it."""
    if actual != expected:
        raise RuleError(f"{what} is {actual!r}, expected {expected!r}")


def only_keys(line: Event, *keys: str) -> None:
    """No further keys than those that the format has."""
    unknown = set(line) - {"type", "seat", "do", *keys}
    if unknown:
        raise RuleError(f"unknown keys {sorted(unknown)}")


class Game:
    """The state of one game."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = [Player() for _ in range(players)]
        self.bank: Counter[str] = Counter(dict.fromkeys(COLOURS, rules.tokens[players - 2]))
        self.bank[GOLD] = rules.gold
        self.decks = {
            tier: {name for name, card in rules.cards.items() if card.tier == tier}
            for tier in TIERS
        }
        self.table: dict[int, set[str]] = {tier: set() for tier in TIERS}
        self.nobles: set[str] = set()
        self.seat = 0
        self.turns = 1
        self.passes = 0
        self.phase = Phase.ACT
        self.reveal_tier = 0
        self.last_round = False
        self.end = ""

    @staticmethod
    def begin(rules: Rules, line: Event) -> Game:
        """A game from its setup line."""
        expect("'game'", line.get("game"), "splendor")
        players = get(line, "players", int)
        if not 2 <= players <= 4:
            raise RuleError(f"{players} players")
        get(line, "ruleset", str)
        get(line, "seed", int)
        get(line, "index", int)
        expect("the number of strategies", len(get(line, "strategies", list)), players)
        game = Game(rules, players)
        expect("'bank'", get(line, "bank", dict), dict(game.bank))
        rows = get(line, "table", list)
        expect("the number of rows", len(rows), len(TIERS))
        for tier, row in zip(TIERS, rows, strict=True):
            expect(f"the length of row {tier}", len(row), min(rules.face_up, len(game.decks[tier])))
            for card in row:
                game._draw(tier, card)
                game.table[tier].add(card)
        nobles = get(line, "nobles", list)
        expect("the number of nobles", len(set(nobles)), players + rules.extra_nobles)
        expect("the number of nobles", len(nobles), players + rules.extra_nobles)
        for noble in nobles:
            if noble not in rules.nobles:
                raise RuleError(f"no noble {noble!r}")
        game.nobles = set(nobles)
        return game

    @property
    def me(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    def apply(self, line: Event) -> None:
        """The next event."""
        expect("'type'", line.get("type"), "event")
        expect("'seat'", get(line, "seat", int), self.seat)
        do = get(line, "do", str)
        steps = {
            "take": (Phase.ACT, self._take),
            "reserve": (Phase.ACT, self._reserve),
            "buy": (Phase.ACT, self._buy),
            "pass": (Phase.ACT, self._pass),
            "reveal": (Phase.REVEAL, self._reveal),
            "return": (Phase.RETURN, self._return),
            "noble": (Phase.NOBLE, self._noble),
            "end_action": (Phase.END_ACTION, self._end_action),
            "last_turns": (Phase.LAST_TURNS, self._last_turns),
        }
        if do not in steps:
            raise RuleError(f"no event {do!r}")
        phase, step = steps[do]
        if phase is not self.phase:
            raise RuleError(f"'{do}' cannot come here, expected: {self.phase.name.lower()}")
        step(line)

    def lacking(self, card: Card) -> int:
        """How much gold the player to move needs for a card."""
        me = self.me
        return sum(
            max(0, card.cost[colour] - me.bonuses[colour] - me.tokens[colour]) for colour in COLOURS
        )

    def can_act(self) -> str | None:
        """An action that the player to move has, if any."""
        if any(self.bank[colour] > 0 for colour in COLOURS):
            return "take"
        there = any(self.table.values()) or any(self.decks.values())
        if len(self.me.reserved) < self.rules.reserved_limit and there:
            return "reserve"
        for card in [*self.me.reserved, *(card for row in self.table.values() for card in row)]:
            if self.lacking(self.rules.cards[card]) <= self.me.tokens[GOLD]:
                return f"buy {card}"
        return None

    def visitors(self) -> set[str]:
        """The face-up nobles that the player to move meets."""
        return {
            noble
            for noble in self.nobles
            if all(
                self.me.bonuses[colour] >= self.rules.nobles[noble].bonuses[colour]
                for colour in COLOURS
            )
        }

    def check_result(self, line: Event) -> None:
        """The result line."""
        if self.phase is not Phase.RESULT:
            raise RuleError(f"the game is not over, expected: {self.phase.name.lower()}")
        scores = [player.points for player in self.players]
        cards = [len(player.bought) for player in self.players]
        expect("'scores'", get(line, "scores", list), scores)
        expect("'cards'", get(line, "cards", list), cards)
        best = max(zip(scores, (-count for count in cards), strict=True))
        winners = [
            seat
            for seat, rank in enumerate(zip(scores, cards, strict=True))
            if rank == (best[0], -best[1])
        ]
        expect("'winners'", get(line, "winners", list), winners)
        expect("'turns'", get(line, "turns", int), self.turns)
        expect("'end'", get(line, "end", str), self.end)

    # Actions

    def _draw(self, tier: int, card: Any) -> None:
        if not isinstance(card, str) or card not in self.decks[tier]:
            raise RuleError(f"{card} is not in deck {tier}")
        self.decks[tier].remove(card)

    def _give(self, tokens: Counter[str]) -> None:
        for kind, count in tokens.items():
            if self.bank[kind] < count:
                raise RuleError(f"{count} {kind} taken, but the bank has {self.bank[kind]}")
            self.bank[kind] -= count
            self.me.tokens[kind] += count

    def _take_back(self, tokens: Counter[str]) -> None:
        for kind, count in tokens.items():
            if self.me.tokens[kind] < count:
                raise RuleError(f"{count} {kind} given, of {self.me.tokens[kind]}")
            self.me.tokens[kind] -= count
            self.bank[kind] += count

    def _tokens(self, line: Event, kinds: tuple[str, ...]) -> Counter[str]:
        tokens = get(line, "tokens", list)
        for token in tokens:
            if token not in kinds:
                raise RuleError(f"no token {token!r}")
        return Counter(tokens)

    def _take(self, line: Event) -> None:
        only_keys(line, "tokens")
        tokens = self._tokens(line, COLOURS)
        if tokens.total() == 0:
            raise RuleError("nothing is taken")
        there = [colour for colour in COLOURS if self.bank[colour] > 0]
        different = len(tokens) == tokens.total() == min(self.rules.take_different, len(there))
        same = len(tokens) == 1 and tokens.total() == self.rules.take_same
        if same:
            same = self.bank[next(iter(tokens))] >= self.rules.take_same_needs
        if not different and not same:
            raise RuleError(f"{dict(tokens)} may not be taken from {dict(self.bank)}")
        self._give(tokens)
        self._after_action()

    def _reserve(self, line: Event) -> None:
        only_keys(line, "card", "from", "tier", "gold")
        name = get(line, "card", str)
        if name not in self.rules.cards:
            raise RuleError(f"no card {name!r}")
        tier = self.rules.cards[name].tier
        expect("'tier'", get(line, "tier", int), tier)
        if len(self.me.reserved) >= self.rules.reserved_limit:
            raise RuleError("the hand is full")
        source = get(line, "from", str)
        if source == "table":
            self._take_from_table(tier, name)
        elif source == "deck":
            self._draw(tier, name)
        else:
            raise RuleError(f"'from' is {source!r}")
        self.me.reserved.append(name)
        gold = min(self.rules.reserve_gold, self.bank[GOLD])
        expect("'gold'", get(line, "gold", bool), gold > 0)
        self._give(Counter({GOLD: gold}))
        self._after_action(tier if source == "table" else 0)

    def _take_from_table(self, tier: int, name: str) -> None:
        if name not in self.table[tier]:
            raise RuleError(f"{name} is not on the table")
        self.table[tier].remove(name)

    def _buy(self, line: Event) -> None:
        only_keys(line, "card", "from", "paid")
        name = get(line, "card", str)
        if name not in self.rules.cards:
            raise RuleError(f"no card {name!r}")
        card = self.rules.cards[name]
        source = get(line, "from", str)
        if source == "table":
            self._take_from_table(card.tier, name)
        elif source == "hand":
            if name not in self.me.reserved:
                raise RuleError(f"{name} is not in the hand")
            self.me.reserved.remove(name)
        else:
            raise RuleError(f"'from' is {source!r}")
        me = self.me
        due = {
            colour: min(me.tokens[colour], max(0, card.cost[colour] - me.bonuses[colour]))
            for colour in COLOURS
        }
        due[GOLD] = self.lacking(card)
        if due[GOLD] > me.tokens[GOLD]:
            raise RuleError(f"{name} cannot be paid for")
        paid = {kind: count for kind, count in due.items() if count > 0}
        expect("'paid'", get(line, "paid", dict), paid)
        self._take_back(Counter(paid))
        me.bonuses[card.bonus] += 1
        me.points += card.points
        me.bought.append(name)
        self._after_action(card.tier if source == "table" else 0)

    def _pass(self, line: Event) -> None:
        only_keys(line)
        action = self.can_act()
        if action is not None:
            raise RuleError(f"pass, although the player could {action}")
        self.passes += 1
        self._after_tokens()

    # The rest of the turn

    def _after_action(self, reveal_tier: int = 0) -> None:
        self.passes = 0
        self.reveal_tier = reveal_tier
        if reveal_tier:
            self.phase = Phase.REVEAL
        else:
            self._after_reveal()

    def _reveal(self, line: Event) -> None:
        only_keys(line, "tier", "card")
        tier = self.reveal_tier
        expect("'tier'", get(line, "tier", int), tier)
        if "card" not in line:
            raise RuleError("'card' is missing")
        if self.decks[tier]:
            self._draw(tier, line["card"])
            self.table[tier].add(line["card"])
        else:
            expect("'card'", line["card"], None)
        self._after_reveal()

    def _after_reveal(self) -> None:
        if self.me.tokens.total() > self.rules.token_limit:
            self.phase = Phase.RETURN
        else:
            self._after_tokens()

    def _return(self, line: Event) -> None:
        only_keys(line, "tokens")
        self._take_back(self._tokens(line, KINDS))
        expect("the number of tokens kept", self.me.tokens.total(), self.rules.token_limit)
        self._after_tokens()

    def _after_tokens(self) -> None:
        self.phase = Phase.NOBLE if self.visitors() else Phase.END_ACTION

    def _noble(self, line: Event) -> None:
        only_keys(line, "card")
        noble = get(line, "card", str)
        if noble not in self.visitors():
            raise RuleError(f"{noble} does not come")
        self.nobles.remove(noble)
        self.me.nobles.append(noble)
        self.me.points += self.rules.nobles[noble].points
        self.phase = Phase.END_ACTION

    def _end_action(self, line: Event) -> None:
        only_keys(line)
        first = not self.last_round and self.me.points >= self.rules.end_points
        self.last_round = self.last_round or first
        round_over = self.seat == len(self.players) - 1
        if self.last_round and round_over:
            self._finish("points")
        elif self.passes == len(self.players):
            self._finish("passes")
        elif round_over and self.turns >= self.rules.max_rounds * len(self.players):
            self._finish("rounds")
        elif first:
            self.phase = Phase.LAST_TURNS
        else:
            self._next_seat()

    def _last_turns(self, line: Event) -> None:
        only_keys(line)
        self._next_seat()

    def _finish(self, end: str) -> None:
        self.end = end
        self.phase = Phase.RESULT

    def _next_seat(self) -> None:
        self.seat = (self.seat + 1) % len(self.players)
        self.turns += 1
        self.phase = Phase.ACT
