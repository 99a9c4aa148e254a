#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/perft.h"
#include "engine/core/playout.h"
#include "tests/coatl_rulesets.h"

namespace prestige::coatl {
namespace {

const Rules& BaseRules() {
  static const Rules rules = BaseRulesWith({});
  return rules;
}

bool SameBytes(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof(State)) == 0; }

State Deal(int players, uint64_t deal, const Rules& rules = BaseRules()) {
  return CoatlGame::Setup(rules, players, DealKey(1, deal));
}

// Plays one move at random; false when there is none.
bool PlayOne(const Rules& rules, State* state, Stream& stream) {
  const Choices choices(rules, *state);
  if (choices.size() == 0) return false;
  NoEvents events;
  const Move move = choices[stream.Below(static_cast<uint32_t>(choices.size()))];
  CoatlGame::Apply(rules, state, move, &events);
  return true;
}

// Plays moves at random, at most `moves` of them.
State PlayRandomly(State state, int moves, uint64_t key, const Rules& rules = BaseRules()) {
  Stream stream(key);
  for (int i = 0; i < moves && PlayOne(rules, &state, stream); ++i) {
  }
  return state;
}

// The first position of random games that is as asked for.
State FindPosition(int players, const std::function<bool(const State&)>& wanted) {
  for (uint64_t deal = 0; deal < 500; ++deal) {
    State state = Deal(players, deal);
    Stream stream(deal);
    do {
      if (wanted(state)) return state;
    } while (PlayOne(BaseRules(), &state, stream));
  }
  ADD_FAILURE() << "no such position in 500 games";
  return Deal(players, 0);
}

// --- Perft

// Each count was also made by the referee (tests/referee), which listed the choices of every
// position on these paths by its own rules. A change of any legal move, or of what chance gives,
// changes them.
TEST(CoatlPerft, CountsStay) {
  struct Case {
    int players;
    int moves;  // played at random before
    int depth;
    uint64_t paths;
  };
  const Case cases[] = {
      {2, 0, 7, 56187}, {2, 40, 6, 12710}, {2, 90, 7, 2526},
      {3, 0, 7, 30923}, {3, 60, 6, 30100}, {3, 140, 5, 16306},
      {4, 0, 7, 29677}, {4, 80, 6, 31179}, {4, 200, 6, 3968},
  };
  for (const Case& c : cases) {
    const State state = PlayRandomly(Deal(c.players, 7), c.moves, 7);
    EXPECT_EQ(Perft<CoatlGame>(BaseRules(), state, c.depth), c.paths)
        << c.players << " players, " << c.moves << " moves, depth " << c.depth;
  }
}

// --- The state

TEST(CoatlState, IsPlainBytes) {
  static_assert(std::is_trivially_copyable_v<State>);
  static_assert(std::has_unique_object_representations_v<State>);
  static_assert(sizeof(State) <= 2304, "copying must stay cheap");
  const State state = PlayRandomly(Deal(4, 1), 150, 1);
  alignas(State) unsigned char raw[sizeof(State)];
  std::memcpy(raw, &state, sizeof(State));
  State copy;
  std::memcpy(&copy, raw, sizeof(State));
  EXPECT_TRUE(SameBytes(PlayRandomly(state, 1000, 2), PlayRandomly(copy, 1000, 2)));
}

// Two steps on two different coameh can be done in either order: the same position is the same
// bytes.
TEST(CoatlState, HasOneFormForOneMeaning) {
  struct Steps {
    Move extend;
    Move prophecy;
  };
  const auto independent = [](const State& state) -> std::optional<Steps> {
    if (state.phase != Phase::kBuild) return std::nullopt;
    MoveList moves;
    CoatlGame::LegalMoves(BaseRules(), state, &moves);
    for (const Move& a : moves) {
      for (const Move& b : moves) {
        const bool body = a.kind == MoveKind::kExtend && PartOf(a.c) == Part::kBody;
        if (body && b.kind == MoveKind::kProphecy && a.a != b.a) return Steps{a, b};
      }
    }
    return std::nullopt;
  };
  const State state = FindPosition(2, [&](const State& s) { return independent(s).has_value(); });
  const Steps steps = independent(state).value();
  NoEvents events;
  State one = state;
  CoatlGame::Apply(BaseRules(), &one, steps.extend, &events);
  CoatlGame::Apply(BaseRules(), &one, steps.prophecy, &events);
  State other = state;
  CoatlGame::Apply(BaseRules(), &other, steps.prophecy, &events);
  CoatlGame::Apply(BaseRules(), &other, steps.extend, &events);
  EXPECT_FALSE(SameBytes(one, state));
  EXPECT_TRUE(SameBytes(one, other));
}

// --- Views

// All that a view answers, as one text.
std::string Seen(const View& view) {
  std::string text;
  const auto add = [&](auto value) { text += std::to_string(value) + ' '; };
  const auto add_all = [&](const auto& values) {
    for (const auto value : values) add(value);
    text += "| ";
  };
  add_all(view.hand());
  add_all(view.temples());
  add_all(view.chosen());
  for (int seat = 0; seat < view.players(); ++seat) {
    for (const Coatl& coatl : view.coatls(seat)) {
      for (size_t i = 0; i < coatl.serpent.length; ++i)
        add(static_cast<int>(coatl.serpent.ColorAt(i)));
      add_all(coatl.prophecies);
      add(coatl.temple);
      add(coatl.points);
    }
    add(view.board(seat).nibbles);
    add(view.board_count(seat));
    add(view.finished(seat));
    add(view.hand_size(seat));
    add(view.temple_count(seat));
    for (size_t token = 0; token < kSacrifices; ++token) {
      add(static_cast<int>(view.has_token(seat, static_cast<Sacrifice>(token))));
    }
  }
  for (uint8_t card = 0; card < kMaxCards; ++card) add(static_cast<int>(view.is_open(card)));
  for (uint8_t temple = 0; temple < kMaxTemples; ++temple)
    add(static_cast<int>(view.is_open_temple(temple)));
  add_all(view.row());
  add(view.deck_size());
  view.discards().ForEach(add);
  for (size_t space = 0; space < kMaxSpaces; ++space) add_all(view.space(space));
  for (Piece piece = 0; piece < kPieces; ++piece) add(view.in_bag(piece));
  for (size_t pile = 0; pile < kPiles; ++pile) {
    add(view.top(pile));
    add(view.pile_size(pile));
  }
  add(static_cast<int>(view.phase()));
  add(view.seat_to_act());
  add(view.focus());
  add(view.actions_left());
  add(static_cast<int>(view.end()));
  add(view.turns());
  add(view.turns_left());
  return text;
}

// Seat 1 holds a card that nobody saw and one that everyone saw being taken; temples are hidden
// too.
State HiddenPosition() {
  return FindPosition(3, [](const State& s) {
    const Player& player = s.players[1];
    size_t open = 0;
    for (const uint8_t card : player.hand) open += s.open_hands.Has(card) ? 1U : 0U;
    return s.phase == Phase::kAction && s.seat == 0 && open > 0 && open < player.hand.size() &&
           !s.deck.empty() && !s.players[0].hand.empty() && player.temples.size() == 1 &&
           s.open_temples == 0 && s.piles[0] != 0 && s.piles[1] != 0 && !s.discards.empty();
  });
}

size_t PlaceOf(const State& state, size_t seat, bool open) {
  const auto& hand = state.players[seat].hand;
  size_t i = 0;
  while (state.open_hands.Has(hand[i]) != open) ++i;
  return i;
}

void ReplaceInHand(Player& player, size_t place, uint8_t card) {
  player.hand.Remove(place);
  player.hand.InsertSorted(card);
}

struct Change {
  const char* what;
  std::function<void(State&)> make;
};

TEST(CoatlView, DoesNotShowWhatIsHidden) {
  const State state = HiddenPosition();
  const Change changes[] = {
      {"a hidden card of another hand",
       [](State& s) {
         const size_t place = PlaceOf(s, 1, false);
         const uint8_t card = s.players[1].hand[place];
         ReplaceInHand(s.players[1], place, s.deck[0]);
         s.deck[0] = card;
       }},
      {"the order of the deck", [](State& s) { std::reverse(s.deck.begin(), s.deck.end()); }},
      {"another temple in hand",
       [](State& s) {
         const uint8_t temple = s.players[1].temples[0];
         const auto below = static_cast<uint8_t>(std::countr_zero(s.piles[0]));
         s.players[1].temples[0] = below;
         s.piles[0] ^= uint64_t{1} << below | uint64_t{1} << temple;
       }},
      {"temples below the tops",
       [](State& s) {
         const uint64_t a = uint64_t{1} << std::countr_zero(s.piles[0]);
         const uint64_t b = uint64_t{1} << std::countr_zero(s.piles[1]);
         s.piles[0] ^= a | b;
         s.piles[1] ^= a | b;
       }},
      {"what chance will give", [](State& s) { s.key ^= 1; }},
      {"how often chance was asked",
       [](State& s) { ++s.draws[static_cast<size_t>(Source::kDeck)]; }},
  };
  for (const Change& change : changes) {
    State other = state;
    change.make(other);
    ASSERT_FALSE(SameBytes(state, other)) << change.what;
    for (const int seat : {0, 2}) {
      const View a = CoatlGame::Observe(BaseRules(), state, seat);
      const View b = CoatlGame::Observe(BaseRules(), other, seat);
      EXPECT_TRUE(CoatlGame::SameView(a, b)) << change.what;
      EXPECT_TRUE(SameBytes(a.Concealed(), b.Concealed())) << change.what;
      EXPECT_EQ(Seen(a), Seen(b)) << change.what;
      Stream stream_a(4);
      Stream stream_b(4);
      EXPECT_TRUE(SameBytes(CoatlGame::Resample(a, stream_a), CoatlGame::Resample(b, stream_b)))
          << change.what;
    }
  }
}

TEST(CoatlView, ShowsWhatIsKnown) {
  const State state = HiddenPosition();
  const Change changes[] = {
      {"a card of the own hand",
       [](State& s) {
         const uint8_t card = s.players[0].hand[0];
         ReplaceInHand(s.players[0], 0, s.deck[0]);
         s.deck[0] = card;
       }},
      {"a card that everyone saw being taken",
       [](State& s) {
         const size_t place = PlaceOf(s, 1, true);
         const uint8_t card = s.players[1].hand[place];
         s.open_hands.Remove(card);
         s.open_hands.Add(s.deck[0]);
         ReplaceInHand(s.players[1], place, s.deck[0]);
         s.deck[0] = card;
       }},
      {"the own temple",
       [](State& s) {
         s.players[0].temples[0] = static_cast<uint8_t>(std::countr_zero(s.piles[0]));
       }},
      {"the row", [](State& s) { std::swap(s.row[0], s.deck[0]); }},
      {"the top of a pile", [](State& s) { std::swap(s.tops[0], s.tops[1]); }},
      {"the discards", [](State& s) { s.discards.Add(s.deck[0]); }},
      {"the size of another hand", [](State& s) { s.players[1].hand.Remove(0); }},
      {"a piece in a bag", [](State& s) { ++s.bag[3]; }},
      {"a piece of the supply", [](State& s) { s.supply[0][0] ^= 1; }},
      {"another board", [](State& s) { s.players[2].board.Add(4); }},
      {"a token", [](State& s) { s.tokens[1] ^= 1; }},
      {"a turn", [](State& s) { ++s.turns; }},
  };
  for (const Change& change : changes) {
    State other = state;
    change.make(other);
    EXPECT_FALSE(CoatlGame::SameView(CoatlGame::Observe(BaseRules(), state, 0),
                                     CoatlGame::Observe(BaseRules(), other, 0)))
        << change.what;
  }
}

TEST(CoatlView, HidesOpeningHandsInTheMaking) {
  const State state = FindPosition(2, [](const State& s) {
    return s.phase == Phase::kKeep && s.seat == 1 && s.chosen.size() == 1;
  });
  State other = state;
  std::swap(other.chosen[0], other.deck[0]);
  const auto view = [](const State& s, int seat) {
    return CoatlGame::Observe(BaseRules(), s, seat);
  };
  EXPECT_TRUE(CoatlGame::SameView(view(state, 0), view(other, 0)));
  EXPECT_EQ(Seen(view(state, 0)), Seen(view(other, 0)));
  EXPECT_FALSE(CoatlGame::SameView(view(state, 1), view(other, 1)));
}

// Cards that see the future throws away lie face up, and so does which of the discards they are.
TEST(CoatlView, ShowsDiscardsInTheMaking) {
  const State state = FindPosition(2, [](const State& s) {
    return s.phase == Phase::kDiscard && s.seat == 1 && s.chosen.size() == 1 &&
           s.discards.size() > 1;
  });
  State other = state;
  state.discards.ForEach([&](uint8_t card) {
    if (card != state.chosen[0]) other.chosen[0] = card;
  });
  EXPECT_FALSE(CoatlGame::SameView(CoatlGame::Observe(BaseRules(), state, 0),
                                   CoatlGame::Observe(BaseRules(), other, 0)));
}

// --- Resampling

TEST(CoatlResample, KeepsCardsThatEveryoneSawBeingTaken) {
  const State state = HiddenPosition();
  const size_t place = PlaceOf(state, 1, true);
  const uint8_t card = state.players[1].hand[place];
  for (uint64_t key = 0; key < 200; ++key) {
    Stream stream(key);
    const State other = CoatlGame::Resample(CoatlGame::Observe(BaseRules(), state, 0), stream);
    const auto& hand = other.players[1].hand;
    EXPECT_NE(std::find(hand.begin(), hand.end(), card), hand.end());
  }
}

TEST(CoatlResample, KeepsTemplesThatEveryoneSawBeingTaken) {
  const State state = FindPosition(2, [](const State& s) {
    return s.phase == Phase::kAction && s.players[1].temples.size() == 2 &&
           std::popcount(s.open_temples) == 1 &&
           (s.open_temples &
            (uint64_t{1} << s.players[1].temples[0] | uint64_t{1} << s.players[1].temples[1])) != 0;
  });
  std::set<uint8_t> hidden;
  for (uint64_t key = 0; key < 200; ++key) {
    Stream stream(key);
    const State other = CoatlGame::Resample(CoatlGame::Observe(BaseRules(), state, 0), stream);
    ASSERT_EQ(other.players[1].temples.size(), 2U);
    int open = 0;
    for (const uint8_t temple : other.players[1].temples) {
      if (((state.open_temples >> temple) & 1) != 0) {
        ++open;
      } else {
        hidden.insert(temple);
      }
    }
    EXPECT_EQ(open, 1);
  }
  EXPECT_GT(hidden.size(), 2U);
}

// Every unseen card is in another's hand as often as every other.
TEST(CoatlResample, IsFair) {
  const State state =
      FindPosition(2, [](const State& s) { return s.phase == Phase::kAction && s.turns > 4; });
  const int viewer = state.seat;
  const Player& other = state.players[static_cast<size_t>(1 - viewer)];
  std::set<uint8_t> unseen(state.deck.begin(), state.deck.end());
  size_t held = 0;
  for (const uint8_t card : other.hand) {
    if (state.open_hands.Has(card)) continue;
    unseen.insert(card);
    ++held;
  }
  ASSERT_GT(held, 0U);
  constexpr int kRounds = 20'000;
  std::vector<int> seen(kMaxCards);
  Stream stream(1);
  const View view = CoatlGame::Observe(BaseRules(), state, viewer);
  for (int round = 0; round < kRounds; ++round) {
    const State sample = CoatlGame::Resample(view, stream);
    for (const uint8_t card : sample.players[static_cast<size_t>(1 - viewer)].hand) ++seen[card];
  }
  const double share = static_cast<double>(held) / static_cast<double>(unseen.size());
  const double deviation = std::sqrt(kRounds * share * (1 - share));
  for (const uint8_t card : unseen)
    EXPECT_NEAR(seen[card], kRounds * share, 5 * deviation) << int{card};
}

// Who is in the middle of building has something to build, and who must put a prophecy on a closed
// coatl holds one: everyone can tell, so a resampled hand has it too.
TEST(CoatlResample, GivesABuilderSomethingToBuild) {
  for (const Phase phase : {Phase::kBuild, Phase::kFinish}) {
    // All that seat 1 can do is to play a prophecy that nobody knows of.
    const State state = FindPosition(2, [phase](const State& s) {
      if (s.phase != phase || s.seat != 1) return false;
      const Choices choices(BaseRules(), s);
      for (size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].kind != MoveKind::kProphecy) return false;
        for (const uint8_t card : s.players[1].hand) {
          if (BaseRules().KindOf(card) == choices[i].b && s.open_hands.Has(card)) return false;
        }
      }
      return true;
    });
    for (uint64_t key = 0; key < 100; ++key) {
      Stream stream(key);
      const State other = CoatlGame::Resample(CoatlGame::Observe(BaseRules(), state, 0), stream);
      ASSERT_GT(Choices(BaseRules(), other).size(), 0U) << "phase " << static_cast<int>(phase);
    }
  }
}

// --- Whole games

class CoatlGames : public ::testing::TestWithParam<int> {};

TEST_P(CoatlGames, NothingIsLostInSevenHundredGames) {
  for (uint64_t deal = 0; deal < 700; ++deal) {
    State state = Deal(GetParam(), deal);
    Stream stream(deal);
    while (PlayOne(BaseRules(), &state, stream)) {
      std::string why;
      ASSERT_TRUE(CoatlGame::IsConsistent(BaseRules(), state, &why))
          << "deal " << deal << ": " << why;
    }
    ASSERT_TRUE(CoatlGame::IsTerminal(state)) << "deal " << deal;
  }
}

TEST_P(CoatlGames, EndInAllThreeWays) {
  struct Case {
    End end;
    std::vector<std::string> sets;
  };
  const Case cases[] = {
      {End::kCoatls, {}},
      {End::kBodies, {"body=2"}},
      {End::kPasses,
       {"body=4", "end_bodies=false", "tokens=false", "max_coatls=4", "end_coatls=4"}},
  };
  for (const Case& c : cases) {
    const Rules rules = BaseRulesWith(c.sets);
    int ended = 0;
    for (uint64_t deal = 0; deal < 50; ++deal) {
      const State state = PlayRandomly(Deal(GetParam(), deal, rules), 1 << 20, deal, rules);
      ASSERT_TRUE(CoatlGame::IsTerminal(state));
      ASSERT_NE(state.end, End::kNone);
      ended += state.end == c.end ? 1 : 0;
    }
    EXPECT_GT(ended, 10) << "end " << static_cast<int>(c.end);
  }
}

// Every event of sixty games: the referee (tests/referee) found each of them legal and, at every
// decision, the same choices.
TEST_P(CoatlGames, GoAsTheyWent) {
  const std::map<int, uint64_t> signatures{
      {2, 0x84BDF29DD477A28AULL}, {3, 0xD9D280C469D85FCFULL}, {4, 0xE07D845ED01A0FC2ULL}};
  EventHash events;
  for (uint64_t deal = 0; deal < 60; ++deal) {
    State state = Deal(GetParam(), deal);
    Stream stream(DealKey(2, deal));
    while (!CoatlGame::IsTerminal(state)) {
      const Choices choices(BaseRules(), state);
      ASSERT_GT(choices.size(), 0U);
      const Move move = choices[stream.Below(static_cast<uint32_t>(choices.size()))];
      CoatlGame::Apply(BaseRules(), &state, move, &events);
    }
  }
  EXPECT_EQ(events.hash, signatures.at(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Players, CoatlGames, ::testing::Values(2, 3, 4),
                         ::testing::PrintToStringParamName());

// --- IsConsistent sees what is wrong

struct Damage {
  const char* field;
  const char* why;  // what must be said of it
  std::function<void(State&)> make;
};

// A position with something of everything: seat 0 has a finished coatl with a temple and one that
// is not, pieces on the board, cards in hand.
State RichPosition() {
  return FindPosition(2, [](const State& s) {
    const Player& player = s.players[0];
    return s.phase == Phase::kAction && player.coatl_count == 2 && player.coatls[0].finished &&
           player.coatls[0].temple != kNoCard && !player.coatls[1].finished &&
           player.board_count > 1 && player.hand.size() > 1 && !player.temples.empty() &&
           !s.discards.empty() && !s.open_hands.empty() && s.deck.size() > 1 && s.piles[0] != 0 &&
           s.supply[0][0] != kNoPiece;
  });
}

TEST(CoatlConsistency, SeesDamageToEveryField) {
  static const auto seat0 = [](State& s) -> Player& { return s.players[0]; };
  const Damage damages[] = {
      {"player_count", "number of players", [](State& s) { s.player_count = 5; }},
      {"seat", "seat to act", [](State& s) { s.seat = s.player_count; }},
      {"board", "seat 0: board count",
       [](State& s) {
         Player& player = seat0(s);
         player.board.Remove(static_cast<Piece>(std::countr_zero(player.board.Kinds()) / 4));
       }},
      {"board_count", "seat 0: board count", [](State& s) { ++seat0(s).board_count; }},
      {"board beyond its limit", "seat 0: board limit",
       [](State& s) {
         for (Piece piece = 0; piece < 9; ++piece) {
           seat0(s).board.Add(piece);
           ++seat0(s).board_count;
         }
       }},
      {"hand order", "seat 0: order of the hand",
       [](State& s) { std::swap(seat0(s).hand[0], seat0(s).hand[1]); }},
      {"hand beyond its limit", "seat 0: hand limit",
       [](State& s) {
         while (seat0(s).hand.size() < 6) seat0(s).hand.InsertSorted(s.deck.TakeUnordered(0));
       }},
      {"playable", "seat 0: playable cards", [](State& s) { seat0(s).playable ^= Slot(0) << 1; }},
      {"playable of a finished coatl", "seat 0: playable cards",
       [](State& s) { seat0(s).playable ^= Slot(0); }},
      {"closable", "seat 0: closing pieces", [](State& s) { seat0(s).closable[1] ^= 1; }},
      {"closable of a finished coatl", "seat 0: closing pieces",
       [](State& s) { seat0(s).closable[0] ^= 1; }},
      {"coatl_count", "seat 0: too many coameh", [](State& s) { seat0(s).coatl_count = 4; }},
      {"growing", "seat 0: incomplete coameh", [](State& s) { seat0(s).growing ^= 1; }},
      {"finished coameh", "seat 0: number of finished coameh",
       [](State& s) { ++seat0(s).finished; }},
      {"serpent planes", "seat 0: colour planes",
       [](State& s) { seat0(s).coatls[1].serpent.low[0] ^= 1; }},
      {"serpent planes beyond 64", "seat 0: colour planes",
       [](State& s) { seat0(s).coatls[1].serpent.high[2] = 1; }},
      {"serpent counts", "seat 0: colour counts",
       [](State& s) { ++seat0(s).coatls[1].serpent.count[3]; }},
      {"serpent length", "seat 0: colour planes",
       [](State& s) { ++seat0(s).coatls[1].serpent.length; }},
      {"an empty serpent", "seat 0: an empty coatl",
       [](State& s) { seat0(s).coatls[1].serpent = {}; }},
      {"has_tail of a finished coatl", "seat 0: a finished coatl with an open end",
       [](State& s) { seat0(s).coatls[0].serpent.has_tail = 0; }},
      {"points", "seat 0: points of a finished coatl",
       [](State& s) { ++seat0(s).coatls[0].points; }},
      {"temple on a coatl", "seat 0: a temple on an incomplete coatl",
       [](State& s) { seat0(s).coatls[1].temple = s.tops[0]; }},
      {"prophecies of a finished coatl", "seat 0: finished with too few prophecies",
       [](State& s) { seat0(s).coatls[0].prophecies.Clear(); }},
      {"a prophecy twice", "seat 0: two equal prophecies on a coatl",
       [](State& s) { seat0(s).coatls[0].prophecies.push_back(seat0(s).coatls[0].prophecies[0]); }},
      {"bag", "sum of a bag", [](State& s) { ++s.bag[2]; }},
      {"bag_left", "sum of a bag", [](State& s) { ++s.bag_left[1]; }},
      {"a piece more", "pieces lost or made",
       [](State& s) {
         ++s.bag[2];
         ++s.bag_left[0];
       }},
      {"a piece of another colour", "pieces lost or made",
       [](State& s) { s.supply[0][0] = static_cast<Piece>((s.supply[0][0] + 1) % kColors); }},
      {"a head on a body space", "a piece on the wrong space",
       [](State& s) { s.supply[0][0] = kColors; }},
      {"filled", "filled spaces", [](State& s) { s.filled ^= Slot(0); }},
      {"a space that is not there", "a piece on a space that is not there",
       [](State& s) { s.supply[11][0] = 0; }},
      {"a card lost from the deck", "prophecy cards lost or made",
       [](State& s) { s.deck.TakeUnordered(0); }},
      {"a card twice", "prophecy cards lost or made", [](State& s) { s.deck[0] = s.deck[1]; }},
      {"a card lost from the row", "prophecy cards lost or made",
       [](State& s) { s.row.Remove(0); }},
      {"discards", "prophecy cards lost or made", [](State& s) { s.discards = {}; }},
      {"open_hands", "an open card that is in no hand",
       [](State& s) { s.open_hands.Add(s.deck[0]); }},
      {"a card too many in the row", "too many cards in the row",
       [](State& s) {
         while (s.row.size() < 7) s.row.push_back(s.deck.TakeUnordered(0));
       }},
      {"a temple lost", "temples lost or made", [](State& s) { seat0(s).temples.Remove(0); }},
      {"a temple twice", "temples lost or made", [](State& s) { s.piles[1] |= s.piles[0]; }},
      {"a top lost", "a pile without a top", [](State& s) { s.tops[0] = kNoCard; }},
  };
  const State sound = RichPosition();
  std::string why;
  ASSERT_TRUE(CoatlGame::IsConsistent(BaseRules(), sound, &why)) << why;
  for (const Damage& damage : damages) {
    State state = sound;
    damage.make(state);
    EXPECT_FALSE(CoatlGame::IsConsistent(BaseRules(), state, &why)) << damage.field;
    EXPECT_EQ(why, damage.why) << damage.field;
  }
}

}  // namespace
}  // namespace prestige::coatl
