"""The solo game of Cóatl, one player against M.A.R.C.O., for the referee.

M.A.R.C.O. never chooses: as soon as its turn begins all that it does is known but for chance. It
is written down as the events that must come, and each line of the replay is compared with the
next of them.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

from .coatl_cards import ANY_COLOUR, BODY, Prophecy, Rules
from .coatl_game import (
    BODIES,
    THIRD_COATL,
    Coatl,
    Event,
    Game,
    Phase,
    RuleError,
    _expect,
    _list,
    _texts,
)

MARCO = 1  # its seat


@dataclass(frozen=True, eq=False)
class SoloRules(Rules):
    """A solo ruleset; the levels come with each game."""

    bodies_per_colour: int = 16
    keep_at_least: int = 3
    temples_dealt: int = 0
    dealt: tuple[int, ...] = (5,)
    marco_cards: int = 3
    space_order: tuple[int, ...] = tuple(range(1, 11))

    def at_levels(self, levels: list[int]) -> Self:
        """The same with the levels that are plain numbers."""
        return dataclasses.replace(
            self,
            hand_limit=4 if 2 in levels else self.hand_limit,
            marco_cards=4 if 5 in levels else self.marco_cards,
        )


def needs_of(prophecy: Prophecy) -> list[str]:
    """The pieces of the card's highest level, each by its colour or as any colour."""
    times = prophecy.levels[-1][0]
    if prophecy.counted is not None:
        return [prophecy.counted] * times
    return [segment.colour for segment in prophecy.segments] * times


@dataclass
class OpenCard:
    """A card of M.A.R.C.O. with what it still lacks and what lies on it."""

    card: str
    lacks: list[str]
    pieces: list[str] = field(default_factory=list)

    def lacks_piece(self, piece: str) -> bool:
        """Whether the piece would be of use here."""
        return piece[1] in self.lacks or ANY_COLOUR in self.lacks

    def put(self, piece: str) -> None:
        """Takes a piece that it lacks."""
        self.lacks.remove(piece[1] if piece[1] in self.lacks else ANY_COLOUR)
        self.pieces.append(piece)


class SoloGame(Game):
    """The state of a solo game; the player is seat 0."""

    NAME = "coatl-solo"
    MIN_PLAYERS = 1

    rules: SoloRules

    def __init__(self, rules: SoloRules) -> None:
        super().__init__(rules)
        self.levels: list[int] = []
        self.marco: list[OpenCard] = []
        self.completed: list[str] = []
        self.gone = Counter[str]()  # pieces out of the game
        self.awaited: list[Event] = []  # what M.A.R.C.O. must do, in order

    @classmethod
    def begin(cls, rules: Rules, setup: Event) -> Self:
        """The game after its setup line."""
        if not isinstance(rules, SoloRules):
            raise RuleError("a solo game by the rules of another one")
        levels = _list(setup, "levels", int)
        if levels != sorted(set(levels) & {1, 2, 3, 4, 5}):
            raise RuleError(f"'levels' is {levels}, expected some of 1 to 5, ascending")
        game = super().begin(rules.at_levels(levels), setup)
        game.levels = levels
        cards = _texts(setup, "marco")
        _expect(len(cards), game.rules.marco_cards, "the number of cards of M.A.R.C.O.")
        for card in cards:
            game.deck.remove(card, "prophecy deck")
            game.marco.append(game._open(card))
        return game

    def _open(self, card: str) -> OpenCard:
        return OpenCard(card, needs_of(self.rules.prophecies[card]))

    # The player ---------------------------------------------------------------------------------

    def _closing_error(self, coatl: Coatl, colours: str) -> str | None:
        frames = {self.rules.prophecies[card].frame for card in coatl.prophecies}
        cards = {
            card: self.rules.prophecies[card].frame
            for card in self.player.hand
            if card not in coatl.prophecies and self._meets(card, colours, True, True)
        }
        more = len(set(cards.values()) - frames) if 3 in self.levels else len(cards)
        room = self.rules.prophecies_per_coatl - len(coatl.prophecies)
        if len(coatl.prophecies) + min(more, room) < self._least_prophecies():
            return "this would finish a coatl that cannot get the prophecies it needs"
        temples = [*self.player.temples, *(top for top in self.pile_tops if top is not None)]
        if 1 in self.levels and not any(self.rules.temples[t].points(colours) for t in temples):
            return "this would finish a coatl that meets no temple"
        return None

    def _least_prophecies(self) -> int:
        return 4 if 4 in self.levels else 1

    def _lacks_prophecies(self, coatl: Coatl) -> bool:
        return len(coatl.prophecies) < self._least_prophecies()

    def _lacks_temple(self, coatl: Coatl) -> bool:
        return 1 in self.levels and coatl.temple is None

    def _prophecy_error(self, coatl: Coatl, card: str) -> str | None:
        frame = self.rules.prophecies[card].frame
        if 3 in self.levels:
            for other in coatl.prophecies:
                if self.rules.prophecies[other].frame == frame:
                    return f"{other} on the coatl has a {frame} frame too"
        return super()._prophecy_error(coatl, card)

    # Turns --------------------------------------------------------------------------------------

    def _begin_play(self) -> None:
        self._begin_marco()

    def _end_action(self, event: Event) -> None:
        if self.phase is Phase.DRAW and self.row_is_due():
            raise RuleError("the row must be filled up first")
        if self.phase in (Phase.FUTURE_HAND, Phase.FUTURE_DRAW) and self._may_draw():
            raise RuleError("at least one card must be drawn")
        self.turns += 1
        self.passed = False
        if len(self.players[0].finished()) >= self.rules.coatls_to_end:
            self.end = THIRD_COATL
        elif self.bags[BODY].size == 0 and not any(self.supply[:6]):
            self.end = BODIES
        if self.end is not None:
            self.phase = Phase.RESULT
        elif self.seat == MARCO:
            self.seat = 0
            self.phase = Phase.ACT
        else:
            self._begin_marco()

    # M.A.R.C.O. ---------------------------------------------------------------------------------

    def _begin_marco(self) -> None:
        self.seat = MARCO
        self.phase = Phase.MARCO
        spaces = [(number, self.supply[number - 1]) for number in self.rules.space_order]
        for card in self.marco:
            for number, pieces in spaces:
                if any(card.lacks_piece(piece) for piece in pieces):
                    self.awaited = [{"do": "take", "space": number, "pieces": list(pieces)}]
                    return
        for number, pieces in spaces:
            if pieces:
                self.awaited = [{"do": "discard_space", "space": number, "pieces": list(pieces)}]
                return
        raise RuleError("the supply is empty, and the game not over")

    def apply(self, event: Event) -> None:
        """Checks one event line and carries it out."""
        if self.phase is not Phase.MARCO:
            super().apply(event)
            return
        expected = {"type": "event", "seat": MARCO, **self.awaited[0]}
        for key, value in expected.items():
            actual: Any = event.get(key, "nothing")
            _expect(actual, value, f"{key!r} of what M.A.R.C.O. does")
        del self.awaited[0]
        if event["do"] in ("take", "discard_space"):
            self.supply[event["space"] - 1] = []
            if event["do"] == "take":
                self._put_pieces(event["pieces"])
            else:
                self.gone.update(event["pieces"])
            then = Phase.MARCO if self.awaited else self._after_marco()
            self._refill_next(due=self._refill_is_due(), then=then)
        elif not self.awaited:
            self.phase = self._after_marco()

    def _after_marco(self) -> Phase:
        self._after_row = Phase.END_ACTION
        return Phase.FILL_ROW if self.row_is_due() else Phase.END_ACTION

    def _put_pieces(self, pieces: list[str]) -> None:
        """Carries out what follows of a take, and notes the events that must tell of it."""
        for piece in pieces:
            self._put(piece)
        while done := next((card for card in self.marco if not card.lacks), None):
            points = self.rules.prophecies[done.card].levels[-1][1]
            self.awaited.append({"do": "complete", "card": done.card, "points": points})
            self.marco.remove(done)
            self.completed.append(done.card)
            for piece in done.pieces:
                self._put(piece)
        while len(self.marco) < self.rules.marco_cards and self.row:
            card = self.row.pop()
            self.awaited.append({"do": "claim", "card": card})
            self.marco.append(self._open(card))

    def _put(self, piece: str) -> None:
        card = next((card for card in self.marco if card.lacks_piece(piece)), None)
        self.awaited.append({"do": "place", "piece": piece, "card": card and card.card})
        if card is None:
            self.gone[piece] += 1
        else:
            card.put(piece)

    # Result -------------------------------------------------------------------------------------

    def result(self) -> Event:
        """The result line of a game that is over."""
        points, cards, best = self.players[0].score()
        paid = [self.rules.prophecies[card].levels[-1][1] for card in self.completed]
        return {
            "type": "result",
            "scores": [points, sum(paid)],
            "cards": [cards, len(paid)],
            "best": [best, max(paid, default=0)],
            "winners": [0 if points > sum(paid) else MARCO],
            "turns": self.turns,
            "end": self.end,
        }

    def pieces_in_game(self) -> Counter[str]:
        """All pieces wherever they are, those out of the game too; of coameh the colours alone."""
        pieces = Counter(self.players[0].board) + self.gone
        for bag in self.bags.values():
            pieces += bag.counts
        for content in [*self.supply, *(card.pieces for card in self.marco)]:
            pieces.update(content)
        for coatl in self.players[0].coatls:
            kinds = [BODY] * len(coatl.colours)
            if coatl.has_head:
                kinds[0] = "h"
            if coatl.has_tail:
                kinds[-1] = "t"
            pieces.update(kind + colour for kind, colour in zip(kinds, coatl.colours, strict=True))
        return pieces
