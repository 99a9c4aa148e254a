"""A game of Cóatl for 2 to 4 players as a state machine over the events of a replay.

`Game.begin` takes the setup line, `Game.apply` one event after the other, `Game.check_result` the
result line; each raises `RuleError` for what the rules or the replay format do not allow.
`Game.choices` lists what the player to move may do, so the same class also serves to play games.

Chance is not predicted: of a bag or a deck only what is still in it is known, and whatever an
event says came out of it must be there.
"""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from .coatl_cards import BODY, COLOURS, HEAD, TAIL, Rules

Event = dict[str, Any]

SPACE_KINDS = (BODY,) * 6 + (HEAD, TAIL, HEAD, TAIL)
PIECES_IN_SPACE = {BODY: 2, HEAD: 1, TAIL: 1}
PERFECT_PICK, SEE_THE_FUTURE, PRIESTS_COMMITMENT = (
    "perfect-pick",
    "see-the-future",
    "priests-commitment",
)
PILES = ("pile0", "pile1")
THIRD_COATL, BODIES, PASSES, FORFEIT = "third-coatl", "bodies", "passes", "forfeit"


class RuleError(Exception):
    """An event that the rules or the replay format do not allow; the text says why."""


class Phase(enum.IntEnum):
    """What may come next in a game."""

    KEEP = enum.auto()  # a player chooses the opening hand
    ACT = enum.auto()  # an action begins
    REFILL = enum.auto()  # the supply must be refilled
    DRAW = enum.auto()  # at least one card is drawn, more may follow
    RESHUFFLED = enum.auto()  # the deck was made anew for the card that must come now
    FILL_ROW = enum.auto()  # the row must be filled up
    FUTURE_ROW = enum.auto()  # see the future: the row must be discarded
    FUTURE_HAND = enum.auto()  # see the future: cards of the hand may be discarded
    FUTURE_DRAW = enum.auto()  # see the future: the first card is to be drawn
    BUILD = enum.auto()  # at least one building step is done, more may follow
    FINISHING = enum.auto()  # cards may be played on a coatl that has its head and tail
    UNCOVER = enum.auto()  # the next temple of a pile must be uncovered
    FINISH = enum.auto()  # the coatl must be finished now
    MARCO = enum.auto()  # M.A.R.C.O. does what it must (coatl_solo.py)
    END_ACTION = enum.auto()  # the action must end now
    LAST_TURNS = enum.auto()  # the end was set off and must be announced
    RESULT = enum.auto()  # the game is over


# The phases in which the player to move has a choice, and may therefore forfeit.
DECISIONS = frozenset(
    {
        Phase.KEEP,
        Phase.ACT,
        Phase.DRAW,
        Phase.FUTURE_HAND,
        Phase.FUTURE_DRAW,
        Phase.BUILD,
        Phase.FINISHING,
    }
)


class Pool:
    """Pieces or cards of which the number is known but not the order."""

    def __init__(self, items: Iterable[str] = ()) -> None:
        self.counts = Counter(items)
        self.size = self.counts.total()

    def remove(self, item: str, name: str) -> None:
        """Takes one out; `name` is for the error when it is not there."""
        count = self.counts[item]
        if count == 0:
            raise RuleError(f"{item} is not in the {name} any more")
        self.counts[item] = count - 1
        self.size -= 1

    def add(self, items: Sequence[str]) -> None:
        """Puts some in."""
        self.counts.update(items)
        self.size += len(items)

    def kinds(self) -> list[str]:
        """The different items there are."""
        return [item for item, count in self.counts.items() if count > 0]

    def items(self) -> list[str]:
        """All items, equal ones side by side."""
        return list(self.counts.elements())


@dataclass
class Coatl:
    """A chain of pieces with the cards on it."""

    colours: str
    has_head: bool
    has_tail: bool
    prophecies: list[str] = field(default_factory=list)
    temple: str | None = None
    points: int | None = None  # None until finished

    def extension_error(self, end: str, kind: str) -> str | None:
        """Why a piece of that kind cannot be added at that end by the shape of the coatl alone."""
        if self.points is not None:
            return "the coatl is finished"
        at_head_end = end == "head"
        if self.has_head if at_head_end else self.has_tail:
            return f"nothing goes beyond the {end}"
        if kind == BODY:
            return None
        if (kind == HEAD) != at_head_end:
            return "a head only goes on the head end, a tail on the tail end"
        if len(self.colours) == 1 and (self.has_head or self.has_tail):
            return "a head is never directly joined to a tail"
        return None

    def extended(self, end: str, piece: str) -> tuple[str, bool, bool]:
        """The colours, has_head and has_tail with one piece more."""
        kind, colour = piece[0], piece[1]
        colours = colour + self.colours if end == "head" else self.colours + colour
        return colours, self.has_head or kind == HEAD, self.has_tail or kind == TAIL


@dataclass
class Player:
    """What one player has."""

    temples: list[str]
    tokens: set[str]
    hand: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    coatls: list[Coatl] = field(default_factory=list)

    def finished(self) -> list[Coatl]:
        """The coameh that score."""
        return [coatl for coatl in self.coatls if coatl.points is not None]

    def score(self) -> tuple[int, int, int]:
        """Points, cards on finished coameh, and the points of the best coatl, 0 without one."""
        finished = self.finished()
        points = [coatl.points or 0 for coatl in finished]
        cards = sum(len(coatl.prophecies) + (coatl.temple is not None) for coatl in finished)
        return sum(points), cards, max(points, default=0)


def _value(event: Event, key: str) -> Any:
    if key not in event:
        raise RuleError(f"the key {key!r} is missing")
    return event[key]


def _text(event: Event, key: str) -> str:
    value = _value(event, key)
    if type(value) is not str:
        raise RuleError(f"{key!r} is not a string")
    return value


def _number(event: Event, key: str) -> int:
    value = _value(event, key)
    if type(value) is not int:
        raise RuleError(f"{key!r} is not a whole number")
    return value


def _list(event: Event, key: str, of: type) -> list[Any]:
    value = _value(event, key)
    if type(value) is not list or any(type(item) is not of for item in value):
        raise RuleError(f"{key!r} is not a list of {of.__name__}")
    return value


def _texts(event: Event, key: str) -> list[str]:
    return _list(event, key, str)


def _lists_of_texts(value: Any, key: str, size: int) -> list[list[str]]:
    if type(value) is not list or len(value) != size:
        raise RuleError(f"{key!r} is not a list of {size} lists")
    return [_texts({key: item}, key) for item in value]


def _expect(actual: Any, expected: Any, what: str) -> None:
    if type(actual) is not type(expected) or actual != expected:
        raise RuleError(f"{what} is {actual!r}, expected {expected!r}")


def _sub_multisets(items: Sequence[str], sizes: Iterable[int]) -> list[list[str]]:
    """The different choices of so many of the items, whatever their order."""
    ordered = sorted(items)
    return [
        list(chosen)
        for size in sizes
        for chosen in sorted(set(itertools.combinations(ordered, size)))
    ]


class Game:
    """The state of one game after some events; everything may be read, only `apply` changes it."""

    NAME = "coatl"
    MIN_PLAYERS = 2

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players: list[Player] = []
        self.supply: list[list[str]] = []
        self.bags = {
            kind: Pool(kind + colour for colour in COLOURS for _ in range(number))
            for kind, number in (
                (BODY, rules.bodies_per_colour),
                (HEAD, rules.heads_per_colour),
                (TAIL, rules.tails_per_colour),
            )
        }
        self.deck = Pool(
            card.card for card in rules.prophecies.values() for _ in range(card.copies)
        )
        self.discards: list[str] = []
        self.row: list[str] = []
        self.dealt: list[list[str]] = []
        self.hidden_temples = Pool(list(rules.temples))
        self.pile_tops: list[str | None] = []
        self.pile_sizes: list[int] = []

        self.phase = Phase.KEEP
        self.seat = 0
        self.turns = 0  # completed ones, of all seats
        self.end: str | None = None
        self.last_turns: list[tuple[int, int]] = []  # seat and actions of the turns to come
        self.actions_left = 1  # in this turn, the present one included
        self.second_action = False
        self.passed = False  # the present action is a pass
        self.passes_in_a_row = 0

        # What a phase needs to know; meaningless outside of it.
        self._finishing = 0
        self._uncovering = 0
        self._after_uncover = Phase.FINISH
        self._after_row = Phase.END_ACTION
        self._after_refill = Phase.END_ACTION
        self._reshuffled_for_row = False

    # Setup ------------------------------------------------------------------------------------

    @classmethod
    def begin(cls, rules: Rules, setup: Event) -> Self:
        """The game after its setup line."""
        game = cls(rules)
        _expect(_text(setup, "type"), "setup", "'type'")
        _expect(_text(setup, "game"), cls.NAME, "'game'")
        _text(setup, "ruleset")
        _number(setup, "seed")
        _number(setup, "index")
        players = _number(setup, "players")
        if not cls.MIN_PLAYERS <= players <= len(rules.dealt):
            raise RuleError(f"{players} players")
        _expect(len(_texts(setup, "strategies")), players, "the number of strategies")
        with_tokens = _value(setup, "tokens")
        if type(with_tokens) is not bool:
            raise RuleError("'tokens' is neither true nor false")
        game._set_up_supply(_lists_of_texts(_value(setup, "supply"), "supply", len(SPACE_KINDS)))
        game._set_up_prophecies(setup, players)
        game._set_up_temples(setup, players, with_tokens)
        return game

    def _set_up_supply(self, supply: list[list[str]]) -> None:
        full = self.spaces_to_fill([[] for _ in SPACE_KINDS])
        for number, pieces in enumerate(supply, start=1):
            self._draw_pieces(number, pieces, expected=number in full)
        self.supply = supply

    def _set_up_prophecies(self, setup: Event, players: int) -> None:
        self.row = list(_texts(setup, "row"))
        _expect(len(self.row), self.rules.row_size, "the length of the row")
        self.dealt = _lists_of_texts(_value(setup, "dealt"), "dealt", players)
        for seat, cards in enumerate(self.dealt):
            _expect(len(cards), self.rules.dealt[seat], f"the number of cards of seat {seat}")
        for card in itertools.chain(self.row, *self.dealt):
            self.deck.remove(card, "prophecy deck")

    def _set_up_temples(self, setup: Event, players: int, with_tokens: bool) -> None:
        tokens = {PERFECT_PICK, SEE_THE_FUTURE, PRIESTS_COMMITMENT} if with_tokens else set()
        for hand in _lists_of_texts(_value(setup, "temples"), "temples", players):
            _expect(len(hand), self.rules.temples_dealt, "the number of temples in a hand")
            for card in hand:
                self.hidden_temples.remove(card, "temple cards")
            self.players.append(Player(temples=list(hand), tokens=set(tokens)))
        rest = self.hidden_temples.size
        self.pile_sizes = [rest - rest // 2, rest // 2]
        piles = _value(setup, "piles")
        if type(piles) is not list or len(piles) != len(PILES):
            raise RuleError("'piles' is not a list of two cards")
        self.pile_tops = [None, None]
        for pile, card in enumerate(piles):
            self._show_temple(pile, card)

    def _show_temple(self, pile: int, card: Any) -> None:
        if self.pile_sizes[pile] == 0:
            if card is not None:
                raise RuleError(f"pile {pile} is empty, expected null")
        elif type(card) is not str:
            raise RuleError(f"pile {pile} has {self.pile_sizes[pile]} cards, expected one of them")
        else:
            self.hidden_temples.remove(card, "temple piles")
        self.pile_tops[pile] = card

    # Events -----------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Checks one event line and carries it out. After an error the state is of no use."""
        if event.get("type") != "event":
            raise RuleError("'type' is not 'event'")
        do = _text(event, "do")
        handlers = _HANDLERS[self.phase]
        handler = handlers.get(do)
        if handler is None:
            expected = ", ".join(handlers) or "the result line"
            raise RuleError(f"{do!r} cannot come here, expected: {expected}")
        if _number(event, "seat") != self.seat:
            raise RuleError(f"'seat' is {event['seat']}, expected {self.seat}")
        getattr(self, handler.__name__)(event)

    def _keep(self, event: Event) -> None:
        cards = _texts(event, "cards")
        if len(cards) > self.rules.keep_limit:
            raise RuleError(f"{len(cards)} cards kept, at most {self.rules.keep_limit}")
        if len(cards) < self.rules.keep_at_least:
            raise RuleError(f"{len(cards)} cards kept, at least {self.rules.keep_at_least}")
        rest = list(self.dealt[self.seat])
        for card in cards:
            _remove(rest, card, "cards dealt")
        self.player.hand = list(cards)
        self.discards += rest
        if self.seat + 1 < len(self.players):
            self.seat += 1
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        self.seat = 0
        self.phase = Phase.ACT

    def _take(self, event: Event) -> None:
        space = _number(event, "space")
        pieces = _texts(event, "pieces")
        if not 1 <= space <= len(self.supply) or not self.supply[space - 1]:
            raise RuleError(f"there is nothing in space {space}")
        content = self.supply[space - 1]
        if sorted(pieces) != sorted(content):
            raise RuleError(f"'pieces' is {pieces}, but space {space} has {content}")
        self._put_on_board(pieces)
        self.supply[space - 1] = []
        self._refill_next(due=self._refill_is_due(), then=Phase.END_ACTION)

    def _refill_is_due(self) -> bool:
        no_bodies = not any(self.supply[:6])
        neither_heads_nor_tails = not any(self.supply[6:])
        return no_bodies or neither_heads_nor_tails

    def _put_on_board(self, pieces: list[str]) -> None:
        if not self._fits(len(pieces)):
            raise RuleError(f"no room for {len(pieces)} more on the board {self.player.board}")
        self.player.board += pieces

    def _refill_next(self, due: bool, then: Phase) -> None:
        possible = due and self.spaces_to_fill(self.supply)
        self._after_refill = then
        self.phase = Phase.REFILL if possible else then

    def _refill(self, event: Event) -> None:
        spaces = _value(event, "spaces")
        if type(spaces) is not dict:
            raise RuleError("'spaces' is not an object")
        expected = self.spaces_to_fill(self.supply)
        if spaces.keys() != {str(number) for number in expected}:
            raise RuleError(f"spaces {list(spaces)} refilled, expected {expected}")
        for number in expected:
            pieces = _texts(spaces, str(number))
            self._draw_pieces(number, pieces, expected=True)
            self.supply[number - 1] = pieces
        self.phase = self._after_refill

    def spaces_to_fill(self, supply: list[list[str]]) -> list[int]:
        """The empty spaces that a refill fills now, as far as the bags reach."""
        left = {kind: bag.size for kind, bag in self.bags.items()}
        numbers = []
        for number, (kind, content) in enumerate(zip(SPACE_KINDS, supply, strict=True), start=1):
            if not content and left[kind] >= PIECES_IN_SPACE[kind]:
                left[kind] -= PIECES_IN_SPACE[kind]
                numbers.append(number)
        return numbers

    def _draw_pieces(self, number: int, pieces: list[str], expected: bool) -> None:
        """Takes what a space gets, all it can hold or nothing, out of the bag of its kind."""
        kind = SPACE_KINDS[number - 1]
        size = PIECES_IN_SPACE[kind] if expected else 0
        if len(pieces) != size:
            raise RuleError(f"space {number} gets {pieces}, expected {size} of them")
        for piece in pieces:
            self.bags[kind].remove(piece, f"bag of space {number}")

    def _draw(self, event: Event) -> None:
        source = _text(event, "from")
        card = _text(event, "card")
        if len(self.player.hand) >= self.rules.hand_limit:
            raise RuleError(f"the hand is full: {self.player.hand}")
        if self.phase is Phase.RESHUFFLED and source != "deck":
            raise RuleError("the deck was made anew although no card of it was needed")
        if source == "row":
            _remove(self.row, card, "row")
        elif source == "deck":
            self.deck.remove(card, "prophecy deck")
        else:
            raise RuleError(f"'from' is {source!r}, expected 'row' or 'deck'")
        self.player.hand.append(card)
        self.phase = Phase.DRAW

    def _reshuffle(self, event: Event) -> None:
        size = _number(event, "size")
        if self.deck.size > 0:
            raise RuleError(f"reshuffle, but the deck still has {self.deck.size} cards")
        if size != len(self.discards) or size == 0:
            raise RuleError(f"'size' is {size}, but there are {len(self.discards)} discards")
        if self.phase is not Phase.FILL_ROW:
            hand_is_full = len(self.player.hand) >= self.rules.hand_limit
            self._reshuffled_for_row = self.phase is Phase.DRAW and self.row_is_due()
            if hand_is_full and not self._reshuffled_for_row:
                raise RuleError("reshuffle, but no card is needed")
            self.phase = Phase.RESHUFFLED
        self.deck.add(self.discards)
        self.discards = []

    def _reveal(self, event: Event) -> None:
        cards = _texts(event, "cards")
        if self.phase is Phase.RESHUFFLED and not self._reshuffled_for_row:
            raise RuleError("the deck was made anew for a draw, but none follows")
        missing = self.rules.row_size - len(self.row)
        expected = min(missing, self.deck.size)
        if expected == 0:
            raise RuleError("no card can be revealed now")
        _expect(len(cards), expected, "the number of cards revealed")
        for card in cards:
            self.deck.remove(card, "prophecy deck")
        self.row = cards + self.row
        if self.phase is not Phase.FILL_ROW:
            self._after_row = Phase.END_ACTION
        self.phase = Phase.FILL_ROW if self.row_is_due() else self._after_row

    def row_is_due(self) -> bool:
        """Whether the row is short of cards that can be had."""
        return len(self.row) < self.rules.row_size and (self.deck.size > 0 or bool(self.discards))

    def _token(self, event: Event) -> None:
        kind = _text(event, "kind")
        if kind not in self.player.tokens:
            raise RuleError(f"the player has no token {kind!r}")
        self.player.tokens.remove(kind)
        if kind == PERFECT_PICK:
            self._perfect_pick(_texts(event, "pieces"))
        elif kind == PRIESTS_COMMITMENT:
            pile = self._pile(event)
            card = self.pile_tops[pile]
            if card is None:
                raise RuleError(f"pile {pile} is empty")
            _expect(_text(event, "card"), card, "'card'")
            self.player.temples.append(card)
            self._uncover_next(pile, Phase.END_ACTION)
        else:
            self.phase = Phase.FUTURE_ROW

    def _perfect_pick(self, pieces: list[str]) -> None:
        kinds = {piece[:1] for piece in pieces}
        kind = kinds.pop() if len(kinds) == 1 else ""
        if kind not in self.bags or len(pieces) != PIECES_IN_SPACE[kind]:
            raise RuleError(f"{pieces} is neither 1 head, nor 1 tail, nor 2 body segments")
        for piece in pieces:
            self.bags[kind].remove(piece, "bag")
        self._put_on_board(pieces)
        self._refill_next(due=True, then=Phase.END_ACTION)

    def _pile(self, event: Event) -> int:
        pile = _number(event, "pile")
        if pile not in (0, 1):
            raise RuleError(f"'pile' is {pile}, expected 0 or 1")
        return pile

    def _uncover_next(self, pile: int, then: Phase) -> None:
        self.pile_sizes[pile] -= 1
        self._uncovering = pile
        self._after_uncover = then
        self.phase = Phase.UNCOVER

    def _uncover(self, event: Event) -> None:
        _expect(self._pile(event), self._uncovering, "'pile'")
        self._show_temple(self._uncovering, _value(event, "card"))
        self.phase = self._after_uncover

    def _discard_row(self, event: Event) -> None:
        _expect(_text(event, "from"), "row", "'from'")
        _expect(_texts(event, "cards"), self.row, "'cards'")
        self.discards += self.row
        self.row = []
        self._after_row = Phase.FUTURE_HAND
        self.phase = Phase.FILL_ROW if self.row_is_due() else self._after_row

    def _discard_hand(self, event: Event) -> None:
        _expect(_text(event, "from"), "hand", "'from'")
        cards = _texts(event, "cards")
        if not cards:
            raise RuleError("a discard of no cards is left out")
        for card in cards:
            _remove(self.player.hand, card, "hand")
        self.discards += cards
        self.phase = Phase.FUTURE_DRAW

    def _start(self, event: Event) -> None:
        piece = _text(event, "piece")
        _expect(_number(event, "coatl"), len(self.player.coatls), "'coatl'")
        if not self._may_start():
            raise RuleError("no further coatl may be started")
        _remove(self.player.board, piece, "board")
        self.player.coatls.append(Coatl(piece[1], piece[0] == HEAD, piece[0] == TAIL))
        self.phase = Phase.BUILD

    def _extend(self, event: Event) -> None:
        number, coatl = self._coatl(event)
        end = _text(event, "end")
        piece = _text(event, "piece")
        if end not in ("head", "tail"):
            raise RuleError(f"'end' is {end!r}, expected 'head' or 'tail'")
        _remove(self.player.board, piece, "board")
        error = self._extension_error(coatl, end, piece)
        if error is not None:
            raise RuleError(error)
        coatl.colours, coatl.has_head, coatl.has_tail = coatl.extended(end, piece)
        if coatl.has_head and coatl.has_tail:
            self._finishing = number
            self.phase = Phase.FINISHING
        else:
            self.phase = Phase.BUILD

    def _prophecy(self, event: Event) -> None:
        number, coatl = self._coatl(event)
        card = _text(event, "card")
        if self.phase is Phase.FINISHING:
            _expect(number, self._finishing, "'coatl'")
        else:
            self.phase = Phase.BUILD
        _remove(self.player.hand, card, "hand")
        error = self._prophecy_error(coatl, card)
        if error is not None:
            raise RuleError(error)
        coatl.prophecies.append(card)

    def _temple(self, event: Event) -> None:
        number, coatl = self._coatl(event)
        _expect(number, self._finishing, "'coatl'")
        card = _text(event, "card")
        source = _text(event, "from")
        self._need_a_prophecy(coatl)
        if source == "hand":
            _remove(self.player.temples, card, "temples in hand")
            self.phase = Phase.FINISH
        elif source in PILES:
            pile = PILES.index(source)
            _expect(card, self.pile_tops[pile], "'card'")
            self._uncover_next(pile, Phase.FINISH)
        else:
            raise RuleError(f"'from' is {source!r}, expected 'hand', 'pile0' or 'pile1'")
        if self.rules.temples[card].points(coatl.colours) == 0:
            raise RuleError(f"{coatl.colours} meets no requirement of {card}")
        coatl.temple = card

    def _finish(self, event: Event) -> None:
        number, coatl = self._coatl(event)
        _expect(number, self._finishing, "'coatl'")
        self._need_a_prophecy(coatl)
        if self._lacks_temple(coatl):
            raise RuleError("a finished coatl needs a temple")
        points = self.points_by_card(coatl)
        cards = _value(event, "cards")
        if type(cards) is not dict or any(type(value) is not int for value in cards.values()):
            raise RuleError("'cards' is not an object of points")
        _expect(cards, points, "'cards'")
        _expect(_number(event, "points"), sum(points.values()), "'points'")
        coatl.points = sum(points.values())
        self.phase = Phase.BUILD

    def _need_a_prophecy(self, coatl: Coatl) -> None:
        if self._lacks_prophecies(coatl):
            raise RuleError("a finished coatl needs a prophecy")

    def _lacks_prophecies(self, coatl: Coatl) -> bool:
        return not coatl.prophecies

    def _lacks_temple(self, _coatl: Coatl) -> bool:
        return False

    def _pass(self, _event: Event) -> None:
        if not self.second_action and next(self._actions(), None) is not None:
            raise RuleError(f"pass, although the player could {next(self._actions())}")
        self.passed = True
        self.phase = Phase.END_ACTION

    def _end_action(self, _event: Event) -> None:
        if self.phase is Phase.DRAW and self.row_is_due():
            raise RuleError("the row must be filled up first")
        if self.phase in (Phase.FUTURE_HAND, Phase.FUTURE_DRAW) and self._may_draw():
            raise RuleError("at least one card must be drawn")
        self.passes_in_a_row = self.passes_in_a_row + 1 if self.passed else 0
        self.passed = False
        if self.end is None:
            self._look_for_the_end()
            if self.end in (THIRD_COATL, BODIES):
                self.phase = Phase.LAST_TURNS
                return
        self._next_action()

    def _look_for_the_end(self) -> None:
        seats = len(self.players)
        after = range(self.seat + 1, seats)
        if len(self.player.finished()) >= self.rules.coatls_to_end:
            self.end = THIRD_COATL
            self.last_turns = [(seat, 2) for seat in after] + [(s, 1) for s in range(self.seat)]
        elif self.bags[BODY].size == 0 and not any(self.supply[:6]):
            self.end = BODIES
            self.last_turns = [(seat, 1) for seat in after] + [(s, 1) for s in range(seats)]
        elif self.passes_in_a_row == seats:
            self.end = PASSES

    def _announce_last_turns(self, event: Event) -> None:
        _expect(_text(event, "why"), self.end, "'why'")
        self._next_action()

    def _next_action(self) -> None:
        self.phase = Phase.ACT
        self.actions_left -= 1
        if self.actions_left > 0:
            self.second_action = True
            return
        self.second_action = False
        self.turns += 1
        if self.end is None:
            self.seat = (self.seat + 1) % len(self.players)
            self.actions_left = 1
        elif self.last_turns:
            self.seat, self.actions_left = self.last_turns.pop(0)
        else:
            self.phase = Phase.RESULT

    # The rules of single steps ----------------------------------------------------------------

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.seat]

    def _fits(self, pieces: int) -> bool:
        return len(self.player.board) + pieces <= self.rules.board_limit

    def _may_draw(self) -> bool:
        there_is_one = self.row or self.deck.size > 0 or self.discards
        return bool(there_is_one) and len(self.player.hand) < self.rules.hand_limit

    def _may_start(self) -> bool:
        coatls = self.player.coatls
        incomplete = len(coatls) - len(self.player.finished())
        return incomplete < self.rules.max_incomplete and len(coatls) < self.rules.max_coatls

    def _coatl(self, event: Event) -> tuple[int, Coatl]:
        number = _number(event, "coatl")
        if not 0 <= number < len(self.player.coatls):
            raise RuleError(f"the player has no coatl {number}")
        return number, self.player.coatls[number]

    def _extension_error(self, coatl: Coatl, end: str, piece: str) -> str | None:
        error = coatl.extension_error(end, piece[0])
        if error is not None:
            return error
        colours, has_head, has_tail = coatl.extended(end, piece)
        if has_head and has_tail:
            return self._closing_error(coatl, colours)
        return None

    def _closing_error(self, coatl: Coatl, colours: str) -> str | None:
        """Why a coatl cannot be closed that is then to have these colours."""
        if coatl.prophecies or any(self._meets(c, colours, True, True) for c in self.player.hand):
            return None
        return "this would finish a coatl on which no prophecy is and none can be played"

    def _meets(self, card: str, colours: str, has_head: bool, has_tail: bool) -> bool:
        times = self.rules.times_met(card, colours, has_head, has_tail)
        return self.rules.prophecies[card].is_met(times)

    def _prophecy_error(self, coatl: Coatl, card: str) -> str | None:
        if coatl.points is not None:
            return "the coatl is finished"
        if len(coatl.prophecies) >= self.rules.prophecies_per_coatl:
            return f"the coatl has {len(coatl.prophecies)} prophecies already"
        if card in coatl.prophecies:
            return f"the coatl has {card} already"
        if not self._meets(card, coatl.colours, coatl.has_head, coatl.has_tail):
            return f"{coatl.colours} does not meet the lowest level of {card}"
        return None

    def points_by_card(self, coatl: Coatl) -> dict[str, int]:
        """What each card on a coatl is worth now."""
        points = {}
        for card in coatl.prophecies:
            times = self.rules.times_met(card, coatl.colours, coatl.has_head, coatl.has_tail)
            points[card] = self.rules.prophecies[card].points(times)
        if coatl.temple is not None:
            points[coatl.temple] = self.rules.temples[coatl.temple].points(coatl.colours)
        return points

    # Choices ----------------------------------------------------------------------------------

    def choices(self) -> list[Event]:
        """What the player to move may do now, without the keys `type` and `seat`.

        Empty unless the phase is one of `DECISIONS`. A draw from the deck has no `card`, and needs
        a `reshuffle` first when the deck is empty. `end_action` stands for "no more": what is due
        before it (`reveal`, `reshuffle`) still comes first.
        """
        if self.phase not in DECISIONS:
            return []
        return list(getattr(self, _CHOICES[self.phase].__name__)())

    def _keep_choices(self) -> Iterator[Event]:
        sizes = range(self.rules.keep_at_least, self.rules.keep_limit + 1)
        for cards in _sub_multisets(self.dealt[self.seat], sizes):
            yield {"do": "keep", "cards": cards}

    def _action_choices(self) -> Iterator[Event]:
        actions = list(self._actions())
        yield from actions
        if self.second_action or not actions:
            yield {"do": "pass"}

    def _actions(self) -> Iterator[Event]:
        for number, pieces in enumerate(self.supply, start=1):
            if pieces and self._fits(len(pieces)):
                yield {"do": "take", "space": number, "pieces": list(pieces)}
        yield from self._draws()
        yield from self._building_steps()
        if PERFECT_PICK in self.player.tokens:
            yield from self._perfect_picks()
        if SEE_THE_FUTURE in self.player.tokens:
            yield {"do": "token", "kind": SEE_THE_FUTURE}
        if PRIESTS_COMMITMENT in self.player.tokens:
            for pile, card in enumerate(self.pile_tops):
                if card is not None:
                    yield {"do": "token", "kind": PRIESTS_COMMITMENT, "pile": pile, "card": card}

    def _perfect_picks(self) -> Iterator[Event]:
        for kind, bag in self.bags.items():
            size = PIECES_IN_SPACE[kind]
            if self._fits(size):
                for pieces in itertools.combinations_with_replacement(sorted(bag.kinds()), size):
                    if all(pieces.count(piece) <= bag.counts[piece] for piece in pieces):
                        yield {"do": "token", "kind": PERFECT_PICK, "pieces": list(pieces)}

    def _draws(self) -> Iterator[Event]:
        if len(self.player.hand) >= self.rules.hand_limit:
            return
        for card in dict.fromkeys(self.row):
            yield {"do": "draw", "from": "row", "card": card}
        if self.deck.size > 0 or self.discards:
            yield {"do": "draw", "from": "deck"}

    def _draw_choices(self) -> Iterator[Event]:
        yield from self._draws()
        if self.phase is Phase.DRAW or not self._may_draw():
            yield {"do": "end_action"}

    def _future_hand_choices(self) -> Iterator[Event]:
        hand = self.player.hand
        for cards in _sub_multisets(hand, range(1, len(hand) + 1)):
            yield {"do": "discard", "cards": cards, "from": "hand"}
        yield from self._draw_choices()

    def _building_steps(self) -> Iterator[Event]:
        pieces = sorted(set(self.player.board))
        if self._may_start():
            for piece in pieces:
                yield {"do": "start", "coatl": len(self.player.coatls), "piece": piece}
        for number, coatl in enumerate(self.player.coatls):
            if coatl.points is not None:
                continue
            for end, piece in itertools.product(("head", "tail"), pieces):
                if self._extension_error(coatl, end, piece) is None:
                    yield {"do": "extend", "coatl": number, "end": end, "piece": piece}
            yield from self._prophecy_choices(number)

    def _prophecy_choices(self, number: int) -> Iterator[Event]:
        for card in sorted(set(self.player.hand)):
            if self._prophecy_error(self.player.coatls[number], card) is None:
                yield {"do": "prophecy", "coatl": number, "card": card}

    def _build_choices(self) -> Iterator[Event]:
        yield from self._building_steps()
        yield {"do": "end_action"}

    def _finishing_choices(self) -> Iterator[Event]:
        number = self._finishing
        coatl = self.player.coatls[number]
        yield from self._prophecy_choices(number)
        if self._lacks_prophecies(coatl):
            return
        sources = [("hand", card) for card in sorted(self.player.temples)]
        sources += [
            (name, card)
            for name, card in zip(PILES, self.pile_tops, strict=True)
            if card is not None
        ]
        for source, card in sources:
            if self.rules.temples[card].points(coatl.colours) > 0:
                yield {"do": "temple", "coatl": number, "card": card, "from": source}
        if not self._lacks_temple(coatl):
            yield self.finish_event()

    def finish_event(self) -> Event:
        """The `finish` of the coatl that is being finished, with its cards as they are now."""
        points = self.points_by_card(self.player.coatls[self._finishing])
        total = sum(points.values())
        return {"do": "finish", "coatl": self._finishing, "points": total, "cards": points}

    @property
    def pile_to_uncover(self) -> int:
        """In the phase UNCOVER: the pile whose next card comes."""
        return self._uncovering

    # Result -----------------------------------------------------------------------------------

    def result(self) -> Event:
        """The result line of a game that is over."""
        scores, cards, best = zip(*(player.score() for player in self.players), strict=True)
        ranks = list(zip(scores, cards, best, strict=True))
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        return {
            "type": "result",
            "scores": list(scores),
            "cards": list(cards),
            "best": list(best),
            "winners": winners,
            "turns": self.turns,
            "end": self.end,
        }

    def check_result(self, line: Event) -> None:
        """Checks the result line, also that it comes at the right time."""
        expected = self.result()
        if _text(line, "end") == FORFEIT:
            self._check_forfeit(line, expected)
        elif self.phase is not Phase.RESULT:
            awaited = ", ".join(_HANDLERS[self.phase])
            raise RuleError(f"the game is not over, expected: {awaited}")
        for key, value in expected.items():
            actual = _list(line, key, int) if type(value) is list else _value(line, key)
            _expect(actual, value, repr(key))

    def _check_forfeit(self, line: Event, expected: Event) -> None:
        """Adapts what is expected to a game that a player gave up when it was to choose."""
        forfeit = _value(line, "forfeit")
        if type(forfeit) is not dict:
            raise RuleError("'forfeit' is not an object")
        _text(forfeit, "reason")
        if self.phase not in DECISIONS:
            raise RuleError("a forfeit where no player has to choose")
        _expect(_number(forfeit, "seat"), self.seat, "the seat that forfeits")
        expected["end"] = FORFEIT
        expected["winners"] = [s for s in range(len(expected["scores"])) if s != self.seat]
        # Whether the turn that was broken off counts is left open by the format.
        if _number(line, "turns") == self.turns + 1:
            expected["turns"] = self.turns + 1


def _remove(items: list[str], item: str, name: str) -> None:
    """Takes the leftmost such item out of a list; `name` is for the error when there is none."""
    if item not in items:
        raise RuleError(f"{item} is not in the {name} {items}")
    items.remove(item)


_Handler = Callable[[Game, Event], None]
_BUILDING: dict[str, _Handler] = {
    "start": Game._start,
    "extend": Game._extend,
    "prophecy": Game._prophecy,
}
_DRAWING: dict[str, _Handler] = {"draw": Game._draw, "reshuffle": Game._reshuffle}
_STOP: dict[str, _Handler] = {"end_action": Game._end_action}

_HANDLERS: dict[Phase, dict[str, _Handler]] = {
    Phase.KEEP: {"keep": Game._keep},
    Phase.ACT: {
        "take": Game._take,
        **_DRAWING,
        **_BUILDING,
        "token": Game._token,
        "pass": Game._pass,
    },
    Phase.REFILL: {"refill": Game._refill},
    Phase.DRAW: {**_DRAWING, "reveal": Game._reveal, **_STOP},
    Phase.RESHUFFLED: {"draw": Game._draw, "reveal": Game._reveal},
    Phase.FILL_ROW: {"reveal": Game._reveal, "reshuffle": Game._reshuffle},
    Phase.FUTURE_ROW: {"discard": Game._discard_row},
    Phase.FUTURE_HAND: {"discard": Game._discard_hand, **_DRAWING, **_STOP},
    Phase.FUTURE_DRAW: {**_DRAWING, **_STOP},
    Phase.BUILD: {**_BUILDING, **_STOP},
    Phase.FINISHING: {
        "prophecy": Game._prophecy,
        "temple": Game._temple,
        "finish": Game._finish,
    },
    Phase.UNCOVER: {"uncover": Game._uncover},
    Phase.FINISH: {"finish": Game._finish},
    Phase.MARCO: {},
    Phase.END_ACTION: _STOP,
    Phase.LAST_TURNS: {"last_turns": Game._announce_last_turns},
    Phase.RESULT: {},
}

_CHOICES: dict[Phase, Callable[[Game], Iterator[Event]]] = {
    Phase.KEEP: Game._keep_choices,
    Phase.ACT: Game._action_choices,
    Phase.DRAW: Game._draw_choices,
    Phase.FUTURE_HAND: Game._future_hand_choices,
    Phase.FUTURE_DRAW: Game._draw_choices,
    Phase.BUILD: Game._build_choices,
    Phase.FINISHING: Game._finishing_choices,
}
