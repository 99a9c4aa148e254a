"""Tests of the Cóatl referee: the rules' own examples, a replay written by hand with its many ways
to be wrong, and games at random that must hold together."""

from __future__ import annotations

import copy
import io
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import coatl, coatl_random
from referee.coatl_cards import COLOURS, Prophecy, Rules, Temple, times_met
from referee.coatl_game import DECISIONS, Coatl, Event, Game, Phase, Pool, RuleError

RULES = Rules.load(coatl.DATA_FOLDER)
STRICT_ENDS = Rules.load(coatl.DATA_FOLDER, open_end_satisfies_not=False)


def times(pattern: str, colours: str) -> int:
    card = Prophecy.parse("P", 1, pattern, "1:1")
    return times_met(card, colours, open_head_ok=True, open_tail_ok=True)


def points(card: str, colours: str) -> int:
    """What a card pays on a finished coatl."""
    if card in RULES.temples:
        return RULES.temples[card].points(colours)
    return RULES.prophecies[card].points(RULES.times_met(card, colours, True, True))


# Scoring ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "colours", "expected"),
    [
        ("G G G", "GGGGGG", 2),
        ("G G G", "GGGGG", 1),
        ("G Y+ G", "GYGYG", 1),
        ("G Y+ G", "GYGGYYG", 2),
        ("G Y+ G", "GG", 0),
        ("!G G G !G", "GGYGG", 2),
        ("!G G G !G", "GGG", 0),
        ("!G G G !G", "GG", 1),
        ("!G G G !G", "RGGRGGGYGG", 2),
        ("#G", "GYGGY", 3),
        ("K Y *+ Y K", "KYYK", 0),
        ("K Y *+ Y K", "KYRYK", 1),
        ("K Y *+ Y K", "KYYYK", 1),
        ("K Y *+ Y K", "KYKYYKRYK", 1),
        ("K Y *+ Y K", "KYRYKKYBBYK", 2),
        ("Y G", "YGYGGYG", 3),
        ("Y G", "GYYB", 0),
        # The leftmost longest match would leave no room for the second one.
        ("Y *+ K", "YRKYRK", 2),
        ("R+ B", "RRRBRB", 2),
    ],
)
def test_number_of_times(pattern: str, colours: str, expected: int) -> None:
    assert times(pattern, colours) == expected


def test_worked_example_of_seventeen_points() -> None:
    colours = "BBRBBKRBBYY"
    assert len(colours) == 11
    assert [i for i, colour in enumerate(colours, start=1) if colour == "B"] == [1, 2, 4, 5, 8, 9]
    assert times("!B B B !B", colours) == 3
    by_card = {card: points(card, colours) for card in ("P28", "P09", "P04", "T02")}
    assert by_card == {"P28": 4, "P09": 5, "P04": 5, "T02": 3}
    assert sum(by_card.values()) == 17


@pytest.mark.parametrize(
    ("card", "colours", "expected"),
    [
        ("P04", "BB", 0),
        ("P04", "BYBB", 2),
        ("P04", "BBBBBBBB", 5),
        ("P10", "YYYYYYYYY", 7),
        ("T00", "GGGGGG", 3),
        ("T00", "GGGGGGY", 3),
        ("T00", "GGGGGGG", 7),
        ("T00", "YGGGGG", 0),
        ("T06", "YGYGRR", 7),
        ("T06", "RRRRR", 0),
        ("T14", "RKG", 7),
        ("T14", "RRR", 3),
    ],
)
def test_points_on_a_finished_coatl(card: str, colours: str, expected: int) -> None:
    assert points(card, colours) == expected


@pytest.mark.parametrize(
    ("colours", "has_head", "has_tail", "expected"),
    [
        ("GG", False, False, 0),
        ("GG", True, False, 0),
        ("GG", True, True, 1),
        ("YGGY", False, False, 1),
        ("GGYGG", True, False, 1),
        ("GGYGG", False, True, 1),
    ],
)
def test_open_ends_when_they_do_not_satisfy_a_not(
    colours: str, has_head: bool, has_tail: bool, expected: int
) -> None:
    assert STRICT_ENDS.times_met("P08", colours, has_head, has_tail) == expected
    assert RULES.times_met("P08", colours, has_head, has_tail) == times("!G G G !G", colours)


def most_matches_by_regex(pattern: str, colours: str) -> int:
    """The definition itself: of all matches, the largest set without a piece in common."""
    tokens = pattern.split()
    before = tokens.pop(0)[1] if tokens[0].startswith("!") else "-"
    after = tokens.pop()[1] if tokens[-1].startswith("!") else "-"
    core = re.compile("".join(tokens).replace("*", "."))
    framed = f".{colours}."
    matches = [
        (start, end)
        for start, end in itertools.combinations(range(1, len(framed)), 2)
        if core.fullmatch(framed[start:end])
        and framed[start - 1] != before
        and framed[end] != after
    ]

    def best(start: int) -> int:
        return max((1 + best(end) for begin, end in matches if begin >= start), default=0)

    return best(1)


def test_dynamic_programme_agrees_with_the_definition() -> None:
    rng = random.Random(5)
    patterns = ["!G G G !G", "Y Y Y", "Y G", "G Y+ G", "Y G+ Y", "Y G *+ G Y", "Y *+ G", "!Y G+ !G"]
    seen = Counter[int]()
    for pattern in patterns:
        for _ in range(60):
            colours = "".join(rng.choices("YGB", weights=(4, 4, 1), k=rng.randint(1, 12)))
            expected = most_matches_by_regex(pattern, colours)
            assert times(pattern, colours) == expected, (pattern, colours)
            seen[expected] += 1
    assert min(seen[0], seen[1], seen[2]) > 20


@pytest.mark.parametrize(
    ("pattern", "levels"), [("Y Q", "1:1"), ("!Y", "1:1"), ("* Y", "1:1"), ("Y", "2:3 1:2")]
)
def test_bad_prophecies_are_refused(pattern: str, levels: str) -> None:
    with pytest.raises(ValueError):
        Prophecy.parse("P", 1, pattern, levels)


def test_bad_temples_are_refused() -> None:
    with pytest.raises(ValueError):
        Temple.parse("T", "none Y", "more Y G", 3, 7)


def test_deck_sizes() -> None:
    game = Game(RULES)
    assert game.deck.size == 54
    assert game.hidden_temples.size == 15
    assert {kind: bag.size for kind, bag in game.bags.items()} == {"b": 120, "h": 15, "t": 15}


# A replay written by hand, which ends with the first coatl to stay short --------------------------

SHORT_GAME = Rules.load(coatl.DATA_FOLDER, coatls_to_end=1)

HAND_WRITTEN = (Path(coatl.__file__).parent / "coatl_short_game.jsonl").read_text("utf-8")


def hand_written() -> list[Event]:
    return [json.loads(line) for line in HAND_WRITTEN.splitlines()]


def check(lines: list[Event], rules: Rules = SHORT_GAME) -> coatl.Report:
    return coatl.check((json.dumps(line) for line in lines), rules)


def test_hand_written_replay_is_legal() -> None:
    report = check(hand_written())
    assert report.errors == []
    assert str(report) == "1 games, 42 events: all legal"


class Replay:
    """The replay written by hand, to be changed. Lines are found by what they do."""

    def __init__(self) -> None:
        self.lines = hand_written()

    def at(self, do: str, nth: int = 0) -> int:
        return [i for i, line in enumerate(self.lines) if line.get("do") == do][nth]

    def line(self, do: str, nth: int = 0) -> Event:
        return self.lines[self.at(do, nth)]

    def change(self, do: str, nth: int = 0, /, **keys: Any) -> Replay:
        self.line(do, nth).update(keys)
        return self

    def drop(self, do: str, nth: int = 0) -> Replay:
        del self.lines[self.at(do, nth)]
        return self

    def insert(self, place: int, do: str, /, **keys: Any) -> Replay:
        seat = self.lines[place - 1]["seat"]
        self.lines.insert(place, {"type": "event", "seat": seat, "do": do, **keys})
        return self

    def swap(self, first: int, second: int) -> Replay:
        lines = self.lines
        lines[first], lines[second] = lines[second], lines[first]
        return self


SETUP, RESULT = 0, -1
ALL_HEADS_OF_SETUP = [["bB", "bB"]] * 6 + [["hB"], ["tY"], ["hB"], ["tY"]]

MUTATIONS: dict[str, tuple[Callable[[Replay], Any], str]] = {
    "setup: too many of one piece": (
        lambda r: r.lines[SETUP].update(supply=[["bX", "bB"], *ALL_HEADS_OF_SETUP[1:]]),
        "bX is not in the bag",
    ),
    "setup: an empty space": (
        lambda r: r.lines[SETUP]["supply"].__setitem__(3, []),
        "space 4 gets",
    ),
    "setup: a tail in a head space": (
        lambda r: r.lines[SETUP]["supply"].__setitem__(6, ["tB"]),
        "tB is not in the bag",
    ),
    "setup: one card twice": (
        lambda r: r.lines[SETUP]["row"].__setitem__(0, "P28"),
        "P28 is not in the prophecy deck",
    ),
    "setup: short row": (lambda r: r.lines[SETUP]["row"].pop(), "the length of the row"),
    "setup: a card too many dealt": (
        lambda r: r.lines[SETUP]["dealt"][0].append("P40"),
        "the number of cards of seat 0",
    ),
    "setup: one temple twice": (
        lambda r: r.lines[SETUP].update(piles=["T02", "T01"]),
        "T02 is not in the temple piles",
    ),
    "setup: key missing": (lambda r: r.lines[SETUP].pop("tokens"), "'tokens' is missing"),
    "setup: five players": (lambda r: r.lines[SETUP].update(players=5), "5 players"),
    "setup: solo": (lambda r: r.lines[SETUP].update(game="coatl-solo"), "'game' is"),
    "keep: card of another player": (
        lambda r: r.change("keep", 1, cards=["P28"]),
        "P28 is not in the cards dealt",
    ),
    "keep: four cards": (
        lambda r: r.change("keep", 1, cards=["P10", "P11", "P12", "P13"]),
        "4 cards kept",
    ),
    "keep: wrong order of seats": (lambda r: r.swap(1, 2), "'seat' is 1, expected 0"),
    "keep: missing": (lambda r: r.drop("keep", 1), "'take' cannot come here, expected: keep"),
    "take: other pieces": (lambda r: r.change("take", 0, pieces=["hK"]), "but space 7 has"),
    "take: empty space": (
        lambda r: r.change("take", 2, space=7, pieces=["hB"]),
        "nothing in space 7",
    ),
    "take: no such space": (lambda r: r.change("take", 0, space=11), "nothing in space 11"),
    "take: space not a number": (
        lambda r: r.change("take", 0, space="7"),
        "'space' is not a whole number",
    ),
    "take: key missing": (lambda r: r.line("take").pop("pieces"), "'pieces' is missing"),
    "take: wrong seat": (lambda r: r.change("take", 1, seat=0), "'seat' is 0, expected 1"),
    "refill: missing": (
        lambda r: r.drop("refill"),
        "'end_action' cannot come here, expected: refill",
    ),
    "refill: not due": (
        lambda r: r.insert(r.at("take", 0) + 1, "refill", spaces={"7": ["hY"]}),
        "'refill' cannot come here, expected: end_action",
    ),
    "refill: a space left out": (
        lambda r: r.line("refill")["spaces"].pop("9"),
        "expected [7, 8, 9, 10]",
    ),
    "refill: a full space": (
        lambda r: r.line("refill")["spaces"].update({"1": ["bY", "bY"]}),
        "expected [7, 8, 9, 10]",
    ),
    "refill: one body segment": (
        lambda r: r.line("refill", 1)["spaces"].update({"1": ["bY"]}),
        "space 1 gets ['bY']",
    ),
    "refill: pieces from the wrong bag": (
        lambda r: r.line("refill")["spaces"].update({"7": ["tR"]}),
        "tR is not in the bag",
    ),
    "end_action: missing": (lambda r: r.drop("end_action"), "expected: end_action"),
    "end_action: twice": (
        lambda r: r.insert(r.at("end_action") + 1, "end_action"),
        "'end_action' cannot come here",
    ),
    "draw: not in the row": (
        lambda r: r.change("draw", 0, card="P20"),
        "P20 is not in the row",
    ),
    "draw: not in the deck": (
        lambda r: r.change("draw", 1, card="P28"),
        "P28 is not in the prophecy deck",
    ),
    "draw: from nowhere": (lambda r: r.change("draw", 0, **{"from": "hand"}), "'from' is 'hand'"),
    "draw: hand full": (
        lambda r: r.insert(r.at("draw", 1) + 1, "draw", **{"from": "deck", "card": "P15"}),
        "the hand is full",
    ),
    "reveal: missing": (lambda r: r.drop("reveal"), "the row must be filled up first"),
    "reveal: one too many": (
        lambda r: r.change("reveal", 0, cards=["P20", "P21"]),
        "the number of cards revealed is 2",
    ),
    "reveal: a card in a hand": (
        lambda r: r.change("reveal", 0, cards=["P28"]),
        "P28 is not in the prophecy deck",
    ),
    "reshuffle: not needed": (
        lambda r: r.insert(r.at("reveal"), "reshuffle", size=1),
        "the deck still has",
    ),
    "pass: something can be done": (
        lambda r: r.lines.__setitem__(
            slice(3, 5),
            [
                {"type": "event", "seat": 0, "do": "pass"},
                {"type": "event", "seat": 0, "do": "end_action"},
            ],
        ),
        "pass, although the player could",
    ),
    "token: twice": (
        lambda r: r.change("token", 1, kind="perfect-pick", pieces=["bG", "bG"]),
        "no token 'perfect-pick'",
    ),
    "token: unknown": (lambda r: r.change("token", 0, kind="peek"), "no token 'peek'"),
    "token: not with this ruleset": (
        lambda r: r.lines[SETUP].update(tokens=False),
        "no token 'perfect-pick'",
    ),
    "perfect pick: one body segment": (
        lambda r: r.change("token", 0, pieces=["bG"]),
        "neither 1 head, nor 1 tail",
    ),
    "perfect pick: head and tail": (
        lambda r: r.change("token", 0, pieces=["hG", "tG"]),
        "neither 1 head, nor 1 tail",
    ),
    "perfect pick: no refill": (
        lambda r: r.drop("refill", 1),
        "'end_action' cannot come here, expected: refill",
    ),
    "start: not on the board": (
        lambda r: r.change("start", piece="bK"),
        "bK is not in the board",
    ),
    "start: wrong number": (lambda r: r.change("start", coatl=1), "'coatl' is 1, expected 0"),
    "start: third incomplete": (
        lambda r: r.insert(r.at("start") + 1, "start", coatl=2, piece="bY").insert(
            r.at("start") + 1, "start", coatl=1, piece="bB"
        ),
        "no further coatl may be started",
    ),
    "extend: no such coatl": (
        lambda r: r.change("extend", coatl=1),
        "the player has no coatl 1",
    ),
    "extend: head on the tail end": (
        lambda r: r.change("extend", 1, end="tail"),
        "a head only goes on the head end",
    ),
    "extend: beyond the head": (
        lambda r: r.insert(r.at("extend", 1) + 1, "extend", coatl=0, end="head", piece="bB"),
        "nothing goes beyond the head",
    ),
    "extend: no such end": (lambda r: r.change("extend", end="left"), "'end' is 'left'"),
    "extend: head joined to tail": (
        lambda r: r.change("start", piece="tY").change("extend", 0, end="head", piece="hB"),
        "never directly joined",
    ),
    "finishing: no prophecy possible": (
        lambda r: r.drop("prophecy").change("keep", 0, cards=["P04"]),
        "this would finish a coatl",
    ),
    "prophecy: not in hand": (
        lambda r: r.change("prophecy", 0, card="P10"),
        "P10 is not in the hand",
    ),
    "prophecy: not met": (
        lambda r: r.change("prophecy", 0, card="P04"),
        "does not meet the lowest level",
    ),
    "prophecy: too early": (
        lambda r: r.swap(r.at("extend", 1), r.at("prophecy")),
        "does not meet the lowest level",
    ),
    "prophecy: on a finished coatl": (
        lambda r: r.insert(r.at("finish") + 1, "prophecy", coatl=0, card="P04"),
        "the coatl is finished",
    ),
    "temple: twice": (
        lambda r: r.insert(
            r.at("uncover") + 1, "temple", **{"coatl": 0, "card": "T02", "from": "hand"}
        ),
        "'temple' cannot come here, expected: finish",
    ),
    "temple: not the visible one": (
        lambda r: r.change("temple", card="T05"),
        "'card' is 'T05', expected 'T01'",
    ),
    "temple: not met": (
        lambda r: r.change("temple", 0, **{"card": "T03", "from": "pile0"}),
        "meets no requirement",
    ),
    "temple: of another player": (
        lambda r: r.change("temple", 0, **{"card": "T00", "from": "hand"}),
        "T00 is not in the temples in hand",
    ),
    "temple: before the last prophecy": (
        lambda r: r.swap(r.at("prophecy", 1), r.at("temple")),
        "'prophecy' cannot come here, expected: uncover",
    ),
    "uncover: missing": (lambda r: r.drop("uncover"), "expected: uncover"),
    "uncover: the other pile": (lambda r: r.change("uncover", pile=0), "'pile' is 0, expected 1"),
    "uncover: null too early": (lambda r: r.change("uncover", card=None), "pile 1 has 5 cards"),
    "uncover: a temple in a hand": (
        lambda r: r.change("uncover", card="T00"),
        "T00 is not in the temple piles",
    ),
    "finish: wrong points of a card": (
        lambda r: r.line("finish")["cards"].update(P09=5),
        "'cards' is",
    ),
    "finish: wrong sum": (lambda r: r.change("finish", points=10), "'points' is 10, expected 9"),
    "finish: a card left out": (lambda r: r.line("finish")["cards"].pop("T01"), "'cards' is"),
    "finish: missing": (lambda r: r.drop("finish"), "expected: finish"),
    "last_turns: missing": (lambda r: r.drop("last_turns"), "expected: last_turns"),
    "last_turns: wrong reason": (
        lambda r: r.change("last_turns", why="bodies"),
        "'why' is 'bodies'",
    ),
    "last_turns: too early": (
        lambda r: r.insert(5, "last_turns", why="third-coatl"),
        "'last_turns' cannot come here",
    ),
    "last_turns: the ender plays on": (
        lambda r: r.change("token", 1, seat=0),
        "'seat' is 0, expected 1",
    ),
    "see the future: row kept": (lambda r: r.drop("discard"), "expected: discard"),
    "see the future: wrong row": (
        lambda r: r.line("discard")["cards"].reverse(),
        "'cards' is",
    ),
    "see the future: hand first": (
        lambda r: r.swap(r.at("discard", 0), r.at("discard", 1)),
        "'from' is 'hand', expected 'row'",
    ),
    "see the future: no new row": (lambda r: r.drop("reveal", 1), "expected: reveal"),
    "see the future: empty discard": (
        lambda r: r.change("discard", 1, cards=[]),
        "a discard of no cards is left out",
    ),
    "see the future: not in hand": (
        lambda r: r.change("discard", 1, cards=["P13"]),
        "P13 is not in the hand",
    ),
    "see the future: no draw": (
        lambda r: r.drop("draw", 2).drop("reveal", 2),
        "at least one card must be drawn",
    ),
    "second last action: left out": (
        lambda r: r.drop("pass").drop("end_action", -1),
        "the game is not over",
    ),
    "third last action": (
        lambda r: r.insert(len(r.lines) - 1, "pass").insert(len(r.lines) - 1, "end_action"),
        "expected: the result line",
    ),
    "result: scores": (lambda r: r.lines[RESULT].update(scores=[9, 1]), "'scores' is"),
    "result: cards": (lambda r: r.lines[RESULT].update(cards=[2, 0]), "'cards' is"),
    "result: best": (lambda r: r.lines[RESULT].update(best=[4, 0]), "'best' is"),
    "result: winners": (lambda r: r.lines[RESULT].update(winners=[0, 1]), "'winners' is"),
    "result: turns": (lambda r: r.lines[RESULT].update(turns=11), "'turns' is 11, expected 10"),
    "result: end": (lambda r: r.lines[RESULT].update(end="passes"), "'end' is 'passes'"),
    "result: key missing": (lambda r: r.lines[RESULT].pop("best"), "'best' is missing"),
    "result: missing": (lambda r: r.lines.pop(), "the game has no result line"),
    "forfeit: no decision is due": (
        lambda r: r.lines[RESULT].update(end="forfeit", forfeit={"seat": 1, "reason": "late"}),
        "no player has to choose",
    ),
    "unknown event": (lambda r: r.change("take", do="grab"), "'grab' cannot come here"),
    "unknown type": (lambda r: r.change("take", type="move"), "'type' is not 'event'"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutated_replay_is_rejected(name: str) -> None:
    mutate, reason = MUTATIONS[name]
    replay = Replay()
    mutate(replay)
    errors = check(replay.lines).errors
    assert len(errors) == 1
    assert reason in errors[0].reason


def test_unknown_keys_are_allowed() -> None:
    lines = hand_written()
    for line in lines:
        line["comment"] = "new"
    assert check(lines).errors == []


def test_forfeit_gives_the_win_to_the_others() -> None:
    lines = hand_written()
    del lines[5:-1]
    forfeit = {"end": "forfeit", "forfeit": {"seat": 1, "reason": "no answer"}, "winners": [0]}
    lines[-1].update(forfeit, scores=[0, 0], cards=[0, 0], best=[0, 0], turns=1)
    assert check(lines).errors == []
    lines[-1]["winners"] = [0, 1]
    assert "'winners'" in check(lines).errors[0].reason


# Single rules, from positions set by hand ---------------------------------------------------------


def first_action(rules: Rules = RULES) -> Game:
    """A game in which seat 0 is about to begin its first action."""
    game = Game.begin(rules, hand_written()[SETUP])
    game.phase = Phase.ACT
    return game


def play(game: Game, *events: Event) -> None:
    for event in events:
        game.apply({"type": "event", "seat": game.seat, **event})


def take(space: int, *pieces: str) -> Event:
    return {"do": "take", "space": space, "pieces": list(pieces)}


def draw(source: str, card: str) -> Event:
    return {"do": "draw", "from": source, "card": card}


def extend(end: str, piece: str) -> Event:
    return {"do": "extend", "coatl": 0, "end": end, "piece": piece}


def prophecy(card: str) -> Event:
    return {"do": "prophecy", "coatl": 0, "card": card}


END_ACTION: Event = {"do": "end_action"}
PASS: Event = {"do": "pass"}


def test_cards_not_kept_are_discarded() -> None:
    game = Game.begin(RULES, hand_written()[SETUP])
    play(game, {"do": "keep", "cards": ["P09"]}, {"do": "keep", "cards": []})
    assert Counter(game.discards) == Counter(["P28", "P04", "P10", "P11", "P12", "P13"])
    assert [player.hand for player in game.players] == [["P09"], []]


def test_board_holds_eight_pieces() -> None:
    game = first_action()
    game.player.board = ["bY"] * 7
    takes = {choice["space"] for choice in game.choices() if choice["do"] == "take"}
    assert takes == {7, 8, 9, 10}
    with pytest.raises(RuleError, match="no room"):
        play(game, take(1, "bB", "bB"))


@pytest.mark.parametrize(
    ("full_spaces", "taken", "filled"),
    [
        ({1, 2, 7}, 1, []),
        ({1, 7, 8}, 7, []),
        ({1, 7, 8}, 8, []),
        ({1, 9, 10}, 10, []),
        ({1, 7}, 7, [2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({1, 10}, 10, [2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({3, 7, 8, 9}, 3, [1, 2, 3, 4, 5, 6, 10]),
        ({1, 2}, 1, [1, 3, 4, 5, 6, 7, 8, 9, 10]),
    ],
)
def test_when_the_supply_is_refilled(full_spaces: set[int], taken: int, filled: list[int]) -> None:
    game = first_action()
    for number in set(range(1, 11)) - full_spaces:
        game.supply[number - 1] = []
    play(game, take(taken, *game.supply[taken - 1]))
    due = game.spaces_to_fill(game.supply) if game.phase is Phase.REFILL else []
    assert due == filled


def test_refill_as_far_as_the_bags_reach() -> None:
    game = first_action()
    game.supply = [["bB", "bB"], ["bY", "bY"]] + [[]] * 4 + [["hB"], [], [], []]
    game.bags = {"b": Pool(["bG"] * 5), "h": Pool(), "t": Pool(["tG"])}
    play(game, take(7, "hB"))
    with pytest.raises(RuleError, match=re.escape("expected [3, 4, 8]")):
        play(copy.deepcopy(game), {"do": "refill", "spaces": {"3": ["bG", "bG"], "8": ["tG"]}})
    spaces = {"3": ["bG", "bG"], "4": ["bG", "bG"], "8": ["tG"]}
    play(game, {"do": "refill", "spaces": spaces}, END_ACTION)
    assert {kind: bag.size for kind, bag in game.bags.items()} == {"b": 1, "h": 0, "t": 0}
    play(game, take(8, "tG"), END_ACTION)
    assert game.seat == 0


def test_end_without_bodies() -> None:
    game = first_action()
    game.supply = [["bB", "bB"]] + [[]] * 5 + [["hB"], ["tY"], ["hK"], ["tK"]]
    game.bags["b"] = Pool()
    play(game, take(1, "bB", "bB"), END_ACTION, {"do": "last_turns", "why": "bodies"})
    # Without bodies a refill of the rest stays due after every take.
    play(game, take(7, "hB"), {"do": "refill", "spaces": {"7": ["hY"]}}, END_ACTION)
    game.bags = {"b": Pool(), "h": Pool(), "t": Pool()}
    play(game, take(8, "tY"), END_ACTION)
    with pytest.raises(RuleError, match="pass, although"):
        play(copy.deepcopy(game), PASS)
    play(game, take(9, "hK"), END_ACTION)
    assert game.phase is Phase.RESULT
    assert (game.result()["end"], game.result()["turns"]) == ("bodies", 4)


def stuck(game: Game, seat: int) -> None:
    player = game.players[seat]
    player.tokens = set()
    player.hand = ["P25", "P26", "P27", "P32", "P33"]
    player.board = ["hY"] * 8
    player.coatls = [Coatl("Y", True, False), Coatl("YY", True, False)]


def test_the_game_ends_when_everyone_passes_in_a_row() -> None:
    game = first_action()
    stuck(game, 0)
    stuck(game, 1)
    assert game.choices() == [PASS]
    play(game, PASS, END_ACTION)
    assert (game.seat, game.choices()) == (1, [PASS])
    play(game, PASS, END_ACTION)
    assert game.phase is Phase.RESULT
    assert (game.result()["end"], game.result()["winners"]) == ("passes", [0, 1])


def test_one_action_between_passes_keeps_the_game_going() -> None:
    game = first_action()
    stuck(game, 0)
    play(game, PASS, END_ACTION, take(1, "bB", "bB"), END_ACTION, PASS, END_ACTION)
    assert (game.phase, game.seat, game.end) == (Phase.ACT, 1, None)


def test_three_coameh_in_all() -> None:
    game = first_action()
    game.player.board = ["bY"]
    finished = Coatl("YYY", True, True, points=2)
    start = {"do": "start", "coatl": 2, "piece": "bY"}
    game.player.coatls = [finished, Coatl("B", False, False)]
    play(copy.deepcopy(game), start)
    game.player.coatls.insert(0, finished)
    with pytest.raises(RuleError, match="no further coatl"):
        play(game, {**start, "coatl": 3})
    assert "start" not in {choice["do"] for choice in game.choices()}


def test_four_prophecies_on_one_coatl() -> None:
    game = first_action()
    game.player.hand = ["P00"]
    game.player.coatls = [Coatl("YYY", False, False, ["P10", "P15", "P20"])]
    play(copy.deepcopy(game), prophecy("P00"))
    game.player.coatls[0].prophecies.append("P17")
    with pytest.raises(RuleError, match="has 4 prophecies already"):
        play(game, prophecy("P00"))


def test_two_copies_of_a_card_do_not_go_on_one_coatl() -> None:
    game = first_action()
    game.player.hand = ["P00", "P00"]
    game.player.coatls = [Coatl("YYY", False, False)]
    play(game, prophecy("P00"))
    with pytest.raises(RuleError, match="has P00 already"):
        play(game, prophecy("P00"))


def test_a_coatl_is_not_finished_without_a_prophecy() -> None:
    game = first_action()
    game.player.hand = ["P10"]
    game.player.board = ["tY"]
    game.player.coatls = [Coatl("YYG", True, False)]
    with pytest.raises(RuleError, match="this would finish"):
        play(copy.deepcopy(game), extend("tail", "tY"))
    game.player.coatls = [Coatl("YY", True, False)]
    play(game, extend("tail", "tY"))
    with pytest.raises(RuleError, match="needs a prophecy"):
        play(copy.deepcopy(game), {"do": "finish", "coatl": 0, "points": 0, "cards": {}})
    with pytest.raises(RuleError, match="needs a prophecy"):
        play(game, {"do": "temple", "coatl": 0, "card": "T02", "from": "hand"})


def test_broken_prophecy_counts_for_nothing_but_lets_the_coatl_finish() -> None:
    game = first_action()
    game.player.board = ["hG", "bG", "bG", "tG"]
    game.player.hand = ["P08"]
    play(game, {"do": "start", "coatl": 0, "piece": "bG"}, extend("tail", "bG"), prophecy("P08"))
    play(game, extend("head", "hG"), extend("tail", "tG"))
    play(game, {"do": "finish", "coatl": 0, "points": 0, "cards": {"P08": 0}})
    assert game.player.score() == (0, 1, 0)


def with_deck(deck: list[str], discards: list[str]) -> Game:
    game = first_action()
    game.deck = Pool(deck)
    game.discards = list(discards)
    return game


RESHUFFLE: Event = {"do": "reshuffle", "size": 2}


def test_reshuffle_for_a_draw() -> None:
    game = with_deck([], ["P10", "P11"])
    with pytest.raises(RuleError, match="not in the prophecy deck"):
        play(copy.deepcopy(game), draw("deck", "P10"))
    play(copy.deepcopy(game), RESHUFFLE, draw("deck", "P10"), END_ACTION)
    with pytest.raises(RuleError, match="no card of it was needed"):
        play(copy.deepcopy(game), RESHUFFLE, draw("row", "P00"))
    with pytest.raises(RuleError, match="for a draw, but none follows"):
        play(copy.deepcopy(game), RESHUFFLE, {"do": "reveal", "cards": ["P10"]})
    with pytest.raises(RuleError, match="there are 2 discards"):
        play(copy.deepcopy(game), {"do": "reshuffle", "size": 3})
    game.player.hand = ["P25"] * 5
    with pytest.raises(RuleError, match="no card is needed"):
        play(game, RESHUFFLE)


def test_reshuffle_for_the_row() -> None:
    game = with_deck(["P12"], ["P10", "P11"])
    play(game, draw("row", "P00"), draw("row", "P02"), {"do": "reveal", "cards": ["P12"]})
    with pytest.raises(RuleError, match="expected: reveal, reshuffle"):
        play(copy.deepcopy(game), END_ACTION)
    play(game, RESHUFFLE, {"do": "reveal", "cards": ["P11"]}, END_ACTION)
    assert game.row == ["P11", "P12", "P01", "P05", "P06", "P07"]


def test_row_stays_short_when_there_is_no_card() -> None:
    game = with_deck([], [])
    play(game, draw("row", "P00"), END_ACTION)
    assert len(game.row) == 5


def test_of_two_equal_cards_the_leftmost_is_drawn() -> None:
    game = first_action()
    game.row = ["P01", "P05", "P01", "P06", "P07", "P08"]
    play(game, draw("row", "P01"))
    assert game.row == ["P05", "P01", "P06", "P07", "P08"]


def test_see_the_future_with_a_full_hand() -> None:
    game = with_deck(["P40", "P41"], [])
    game.player.hand = ["P10", "P11", "P12", "P13", "P14"]
    play(game, {"do": "token", "kind": "see-the-future"})
    play(game, {"do": "discard", "from": "row", "cards": list(game.row)})
    play(game, {"do": "reveal", "cards": ["P40", "P41"]}, {"do": "reshuffle", "size": 6})
    play(game, {"do": "reveal", "cards": ["P01", "P00", "P02", "P05"]})
    with pytest.raises(RuleError, match="the hand is full"):
        play(copy.deepcopy(game), draw("row", "P40"))
    play(game, END_ACTION)
    assert game.row == ["P01", "P00", "P02", "P05", "P40", "P41"]


def test_temple_piles_run_out() -> None:
    game = first_action()
    assert game.pile_sizes == [7, 6]
    game.pile_sizes = [1, 6]
    commitment = {"do": "token", "kind": "priests-commitment", "pile": 0, "card": "T03"}
    with pytest.raises(RuleError, match="pile 0 is empty, expected null"):
        play(copy.deepcopy(game), commitment, {"do": "uncover", "pile": 0, "card": "T04"})
    play(game, commitment, {"do": "uncover", "pile": 0, "card": None}, END_ACTION)
    assert game.players[0].temples == ["T02", "T03"]
    assert {c["pile"] for c in game.choices() if c.get("kind") == "priests-commitment"} == {1}


def test_ties_are_broken_by_cards_then_by_the_best_coatl() -> None:
    game = first_action()
    scores = [(9, 3, 5), (9, 3, 5)]
    for player, score in zip(game.players, scores, strict=True):
        player.score = lambda score=score: score  # type: ignore[method-assign, misc]
    assert game.result()["winners"] == [0, 1]
    for better in ((9, 3, 6), (9, 4, 1), (10, 1, 1)):
        game.players[1].score = lambda score=better: score  # type: ignore[method-assign, misc]
        assert game.result()["winners"] == [1]


# Streams and the command line ---------------------------------------------------------------------


def test_an_error_ends_its_own_game_only() -> None:
    bad = hand_written()
    bad[SETUP]["index"] = 7
    bad[4]["seat"] = 1
    report = check([*hand_written(), *bad, *hand_written()])
    assert report.games == 3
    assert [(error.game, error.index, error.line) for error in report.errors] == [(1, 7, 49)]


def test_lines_that_are_no_game() -> None:
    assert "outside of a game" in check(hand_written()[1:]).errors[0].reason
    assert "not JSON" in coatl.check(["{"], RULES).errors[0].reason
    assert "not a JSON object" in coatl.check(["[]"], RULES).errors[0].reason
    assert "there is no game" in coatl.check([], RULES).errors[0].reason


def test_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(HAND_WRITTEN))
    assert coatl.main(["--set", "coatls_to_end=1", "-"]) == 0
    assert capsys.readouterr().out == "1 games, 42 events: all legal\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(HAND_WRITTEN))
    assert coatl.main(["-"]) == 1
    assert "game 0 (index 0), line 34: 'last_turns' cannot come here" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        coatl.main(["--set", "no_such_field=1", "-"])


# Games at random ----------------------------------------------------------------------------------


def random_games(players: int, seeds: range, rules: Rules = RULES) -> list[list[Event]]:
    return [list(coatl_random.random_game(rules, players, seed)) for seed in seeds]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_legal_and_reach_every_event(players: int) -> None:
    games = random_games(players, range(40))
    assert check([line for game in games for line in game], RULES).errors == []
    done = {line.get("do") for game in games for line in game[1:-1]}
    assert done >= {"refill", "draw", "reveal", "start", "extend", "prophecy", "temple", "uncover"}
    assert done >= {"finish", "token", "discard", "pass", "last_turns", "take", "keep"}


def test_random_games_reach_every_end_and_reshuffles() -> None:
    games = random_games(2, range(60)) + random_games(4, range(40))
    assert {game[-1]["end"] for game in games} == {"third-coatl", "bodies", "passes"}
    assert any(line.get("do") == "reshuffle" for game in games for line in game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_last_turns_go_to_the_right_seats(players: int) -> None:
    """Counts the actions after `last_turns` anew, from the text of the rules."""
    seen = set()
    for game in random_games(players, range(100, 140)):
        announced = [i for i, line in enumerate(game) if line.get("do") == "last_turns"]
        if not announced:
            assert game[-1]["end"] == "passes"
            continue
        (start,) = announced
        ender, why = game[start]["seat"], game[start]["why"]
        actions = [line["seat"] for line in game[start:] if line.get("do") == "end_action"]
        later, earlier = list(range(ender + 1, players)), list(range(ender))
        if why == "third-coatl":
            expected = [seat for seat in later for _ in range(2)] + earlier
        else:
            expected = later + list(range(players))
        assert actions == expected
        assert game[-1]["end"] == why
        seen.add((why, ender))
    assert {("third-coatl", seat) for seat in range(players)} <= seen


@pytest.mark.parametrize(
    "do", ["end_action", "refill", "reveal", "uncover", "finish", "last_turns", "reshuffle", "keep"]
)
def test_no_line_that_is_due_can_be_left_out(do: str) -> None:
    left_out = 0
    for game in random_games(4, range(3, 6)):
        places = [i for i, line in enumerate(game) if line.get("do") == do]
        for place in random.Random(1).sample(places, min(len(places), 8)):
            assert check(game[:place] + game[place + 1 :], RULES).errors, (do, place)
            left_out += 1
    assert left_out > 0


def accepted(game: Game, event: Event) -> bool:
    try:
        copy.deepcopy(game, {id(game.rules): game.rules}).apply(
            {"type": "event", "seat": game.seat, **event}
        )
    except RuleError:
        return False
    return True


def everything_one_could_try(game: Game) -> list[Event]:
    """All choices by their form, legal or not, but those of which there are too many."""
    pieces = [kind + colour for kind in "bht" for colour in COLOURS]
    tries: list[Event] = [{"do": "pass"}, {"do": "token", "kind": "see-the-future"}]
    tries += [
        {"do": "take", "space": number, "pieces": list(content)}
        for number, content in enumerate(game.supply, start=1)
    ]
    tries += [{"do": "draw", "from": "row", "card": card} for card in RULES.prophecies]
    tries += [{"do": "start", "coatl": n, "piece": piece} for n in range(4) for piece in pieces]
    for coatl_number in range(3):
        tries += [
            {"do": "extend", "coatl": coatl_number, "end": end, "piece": piece}
            for end in ("head", "tail")
            for piece in pieces
        ]
        tries += [
            {"do": "prophecy", "coatl": coatl_number, "card": card} for card in RULES.prophecies
        ]
        tries += [
            {"do": "temple", "coatl": coatl_number, "card": card, "from": source}
            for card in RULES.temples
            for source in ("hand", "pile0", "pile1")
        ]
    chosen = [[piece] for piece in pieces]
    chosen += [list(pair) for pair in itertools.combinations_with_replacement(sorted(pieces), 2)]
    tries += [{"do": "token", "kind": "perfect-pick", "pieces": choice} for choice in chosen]
    tries += [
        {"do": "token", "kind": "priests-commitment", "pile": pile, "card": card}
        for pile in (0, 1)
        for card in RULES.temples
    ]
    return tries


def test_choices_are_exactly_what_is_accepted() -> None:
    rng = random.Random(11)
    compared = Counter[Phase]()
    for players in (2, 3, 4):
        lines = list(coatl_random.random_game(RULES, players, seed=1000))
        game = Game.begin(RULES, lines[0])
        for line in lines[1:-1]:
            rare = game.phase in (Phase.FINISHING, Phase.FUTURE_HAND)
            if game.phase in DECISIONS - {Phase.KEEP} and rng.random() < (0.3 if rare else 0.03):
                tries = everything_one_could_try(game)
                legal = [event for event in tries if accepted(game, event)]
                choices = game.choices()
                unlisted = [event for event in legal if event not in choices]
                refused = [choice for choice in choices if choice in tries and choice not in legal]
                assert (unlisted, refused) == ([], [])
                for choice in choices:
                    if choice["do"] in ("discard", "finish"):
                        assert accepted(game, choice)
                compared[game.phase] += 1
            game.apply(line)
    assert compared[Phase.ACT] > 5
    assert compared[Phase.BUILD] > 3
    assert compared[Phase.FINISHING] > 0
