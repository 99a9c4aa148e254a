#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/core/bits.h"
#include "engine/core/perft.h"
#include "engine/core/playout.h"
#include "engine/splendor/game.h"
#include "tests/splendor_rulesets.h"

namespace prestige::splendor {
namespace {

const Rules& BaseRules() {
  static const Rules rules = BaseRulesWith({});
  return rules;
}

bool SameBytes(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof(State)) == 0; }

State Deal(int players, uint64_t deal, const Rules& rules = BaseRules()) {
  return SplendorGame::Setup(rules, players, DealKey(1, deal));
}

// Plays one move at random; false when there is none.
bool PlayOne(const Rules& rules, State* state, Stream& stream) {
  const Choices choices(rules, *state);
  if (choices.size() == 0) return false;
  NoEvents events;
  const Move move = choices[stream.Below(static_cast<uint32_t>(choices.size()))];
  SplendorGame::Apply(rules, state, move, &events);
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

// --- Packed words against plain loops

using Counts = std::array<int, kKinds>;

Counts CountsOf(Gems gems) {
  Counts counts{};
  for (size_t kind = 0; kind < kKinds; ++kind) counts[kind] = gems.Count(static_cast<Color>(kind));
  return counts;
}
Gems GemsOf(const Counts& counts) {
  Gems gems;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    gems += Gems::Of(static_cast<Color>(kind), counts[kind]);
  }
  return gems;
}

TEST(SplendorGems, DoWhatPlainLoopsDo) {
  Stream stream(1);
  for (int round = 0; round < 200'000; ++round) {
    const int most = round % 2 == 0 ? 8 : 42;  // six of them have a total below 256
    Counts a{};
    Counts b{};
    for (int& count : a) count = static_cast<int>(stream.Below(static_cast<uint32_t>(most)));
    for (int& count : b) count = static_cast<int>(stream.Below(static_cast<uint32_t>(most)));
    int total = 0;
    bool covers = true;
    unsigned colors = 0;
    Counts minus{};
    for (size_t kind = 0; kind < kKinds; ++kind) {
      total += a[kind];
      covers = covers && a[kind] >= b[kind];
      minus[kind] = std::max(0, a[kind] - b[kind]);
      if (kind < kColors && a[kind] >= b[kind]) colors |= 1U << kind;
    }
    const Gems x = GemsOf(a);
    const Gems y = GemsOf(b);
    ASSERT_EQ(CountsOf(x), a);
    ASSERT_EQ(x.Total(), total);
    ASSERT_EQ(x.Covers(y), covers);
    ASSERT_EQ(CountsOf(x.Minus(y)), minus);
    ASSERT_EQ(ColorBits(x.AtLeast(y)), colors);
    ASSERT_EQ(x.gold(), a[5]);
  }
}

TEST(SplendorGems, PaymentIsTheOneOfThePlainRule) {
  Stream stream(2);
  for (int round = 0; round < 200'000; ++round) {
    Counts cost{};
    Counts bonuses{};
    Counts tokens{};
    Counts paid{};
    for (size_t c = 0; c < kColors; ++c) {
      cost[c] = static_cast<int>(stream.Below(8));
      bonuses[c] = static_cast<int>(stream.Below(6));
      tokens[c] = static_cast<int>(stream.Below(6));
      for (int due = cost[c] - bonuses[c]; due > 0; --due) ++paid[paid[c] < tokens[c] ? c : 5];
    }
    tokens[5] = static_cast<int>(stream.Below(6));
    ASSERT_EQ(CountsOf(PaymentFor(GemsOf(cost), GemsOf(bonuses), GemsOf(tokens))), paid);
  }
}

TEST(SelectBit, FindsEverySetBit) {
  Stream stream(3);
  for (int round = 0; round < 20'000; ++round) {
    uint64_t bits = stream.Next();
    if (round % 2 == 1) bits &= stream.Next() & stream.Next();
    unsigned k = 0;
    for (uint64_t rest = bits; rest != 0; rest &= rest - 1) {
      ASSERT_EQ(SelectBit(bits, k++), static_cast<unsigned>(std::countr_zero(rest)));
    }
  }
  EXPECT_EQ(SelectBit(~uint64_t{0}, 63), 63U);
}

// --- The legal moves, once more and plainly: lists, loops and single tokens.

std::set<std::string> PlainMoves(const Rules& rules, const State& state) {
  std::set<std::string> moves;
  const RulesConfig& config = rules.config();
  const Player& me = state.players[state.seat];
  const Counts tokens = CountsOf(me.tokens);
  if (state.phase == Phase::kOver) return moves;
  if (state.phase == Phase::kNoble) {
    for (size_t n = 0; n < rules.nobles().size(); ++n) {
      const Counts needed = CountsOf(rules.nobles()[n].bonuses);
      bool met = ((state.nobles >> n) & 1) != 0;
      for (size_t c = 0; c < kColors; ++c) met = met && CountsOf(me.bonuses)[c] >= needed[c];
      if (met) moves.insert("noble " + rules.nobles()[n].id);
    }
    return moves;
  }
  if (state.phase == Phase::kReturn) {
    int total = 0;
    for (const int count : tokens) total += count;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      int later = 0;  // of this kind and those after it
      int returned_later = 0;
      for (size_t k = kind; k < kKinds; ++k) later += tokens[k];
      for (size_t k = kind + 1; k < kKinds; ++k) returned_later += CountsOf(state.returned)[k];
      if (tokens[kind] > 0 && returned_later == 0 && later >= total - config.token_limit) {
        moves.insert("return " + std::string(kColorNames[kind]));
      }
    }
    return moves;
  }
  const Counts bank = CountsOf(state.bank);
  std::vector<size_t> there;
  for (size_t c = 0; c < kColors; ++c) {
    if (bank[c] > 0) there.push_back(c);
    if (bank[c] >= config.take_same_needs) {
      moves.insert("take-same " + std::string(kColorNames[c]));
    }
  }
  const size_t size = std::min(there.size(), size_t{config.take_different});
  for (unsigned set = 1; set < 1U << there.size(); ++set) {
    if (static_cast<size_t>(std::popcount(set)) != size) continue;
    std::string text = "take";
    for (size_t i = 0; i < there.size(); ++i) {
      if (((set >> i) & 1) != 0) text += " " + std::string(kColorNames[there[i]]);
    }
    moves.insert(text);
  }
  const auto can_pay = [&](const Development& card) {
    int lacking = 0;
    for (size_t c = 0; c < kColors; ++c) {
      lacking += std::max(0, CountsOf(card.cost)[c] - CountsOf(me.bonuses)[c] - tokens[c]);
    }
    return lacking <= tokens[5];
  };
  for (const uint8_t card : state.table) {
    if (card == kNoCard) continue;
    const Development& development = rules.developments()[card];
    if (me.hand_size < config.reserved_limit) moves.insert("reserve table " + development.id);
    if (can_pay(development)) moves.insert("buy table " + development.id);
  }
  for (size_t i = 0; i < me.hand_size; ++i) {
    const Development& development = rules.developments()[me.hand[i]];
    if (can_pay(development)) moves.insert("buy hand " + development.id);
  }
  for (size_t tier = 0; tier < kTiers; ++tier) {
    if (me.hand_size < config.reserved_limit && state.deck_size[tier] > 0) {
      moves.insert("reserve deck " + std::to_string(tier + 1));
    }
  }
  if (moves.empty()) moves.insert("pass");
  return moves;
}

void ExpectPlainMoves(const Rules& rules, int players, uint64_t games) {
  for (uint64_t deal = 0; deal < games; ++deal) {
    State state = Deal(players, deal, rules);
    Stream stream(deal);
    do {
      MoveList moves;
      SplendorGame::LegalMoves(rules, state, &moves);
      std::set<std::string> texts;
      for (const Move& move : moves) texts.insert(SplendorGame::MoveText(rules, move));
      ASSERT_EQ(texts, PlainMoves(rules, state)) << "deal " << deal << ", turn " << state.turns;
      ASSERT_EQ(texts.size(), moves.size());
    } while (PlayOne(rules, &state, stream));
  }
}

class SplendorGames : public ::testing::TestWithParam<int> {};

TEST_P(SplendorGames, LegalMovesAreThoseOfThePlainTwin) {
  ExpectPlainMoves(BaseRules(), GetParam(), 60);
  ExpectPlainMoves(BaseRulesWith({"take_different=2", "take_same=1", "take_same_needs=1",
                                  "token_limit=5", "face_up=5", "reserved_limit=5"}),
                   GetParam(), 15);
  ExpectPlainMoves(WithSmallDecks(BaseRulesWith({"end_points=50", "max_rounds=60"}), 6), GetParam(),
                   15);
}

// --- Perft

// A change of any legal move, or of what chance gives, changes these counts. The plain twin lists
// the same moves in every position of such games.
TEST(SplendorPerft, CountsStay) {
  struct Case {
    int players;
    int moves;  // played at random before
    int depth;
    uint64_t paths;
  };
  const Case cases[] = {
      {2, 0, 3, 24190}, {2, 30, 3, 544},  {2, 80, 4, 13534}, {3, 0, 3, 26380},
      {3, 60, 3, 59},   {4, 0, 3, 26995}, {4, 90, 3, 274},
  };
  for (const Case& c : cases) {
    const State state = PlayRandomly(Deal(c.players, 7), c.moves, 7);
    EXPECT_EQ(Perft<SplendorGame>(BaseRules(), state, c.depth), c.paths)
        << c.players << " players, " << c.moves << " moves, depth " << c.depth;
  }
}

// --- The state

TEST(SplendorState, IsPlainBytes) {
  const State state = PlayRandomly(Deal(4, 1), 100, 1);
  alignas(State) unsigned char raw[sizeof(State)];
  std::memcpy(raw, &state, sizeof(State));
  State copy;
  std::memcpy(&copy, raw, sizeof(State));
  EXPECT_TRUE(SameBytes(PlayRandomly(state, 1000, 2), PlayRandomly(copy, 1000, 2)));
}

// --- Views

// All that a view answers, as one text.
std::string Seen(const View& view) {
  std::string text;
  const auto add = [&](auto value) { text += std::to_string(value) + ' '; };
  for (const uint8_t card : view.hand()) add(card);
  for (int seat = 0; seat < view.players(); ++seat) {
    add(view.tokens(seat).bytes());
    add(view.bonuses(seat).bytes());
    add(view.points(seat));
    add(view.cards(seat));
    view.bought(seat).ForEach(add);
    add(view.nobles(seat));
    for (int i = 0; i < view.reserved_count(seat); ++i) {
      add(view.reserved(seat, static_cast<size_t>(i)));
      add(view.reserved_tier(seat, static_cast<size_t>(i)));
    }
  }
  add(view.bank().bytes());
  for (const uint8_t card : view.table()) add(card);
  for (size_t tier = 0; tier < kTiers; ++tier) add(view.deck_size(tier));
  add(view.nobles());
  add(static_cast<int>(view.phase()));
  add(view.seat_to_act());
  add(view.returned().bytes());
  add(static_cast<int>(view.end()));
  add(view.turns());
  return text;
}

struct Change {
  const char* what;
  std::function<void(State&)> make;
};

// Seat 1 holds a card that nobody saw, and one that everyone did.
State HiddenPosition() {
  return FindPosition(3, [](const State& s) {
    const Player& player = s.players[1];
    return s.phase == Phase::kAction && s.seat == 0 && player.hand_size == 3 &&
           player.hidden == 1 && s.players[0].hand_size > 0 &&
           s.deck_size[BaseRules().TierOf(player.hand[0])] > 1 && player.cards > 0;
  });
}

uint8_t& TopOfDeck(State& s, size_t tier) { return s.deck[BaseRules().TierBegin(tier)]; }

TEST(SplendorView, DoesNotShowWhatIsHidden) {
  const State state = HiddenPosition();
  const Change changes[] = {
      {"a card that another seat reserved unseen",
       [](State& s) {
         uint8_t& card = s.players[1].hand[0];
         std::swap(card, TopOfDeck(s, BaseRules().TierOf(card)));
       }},
      {"the order of a deck", [](State& s) { std::swap(s.deck[0], s.deck[1]); }},
      {"what chance will give", [](State& s) { s.deck_keys[1] ^= 1; }},
  };
  for (const Change& change : changes) {
    State other = state;
    change.make(other);
    ASSERT_FALSE(SameBytes(state, other)) << change.what;
    for (const int seat : {0, 2}) {
      const View a = SplendorGame::Observe(BaseRules(), state, seat);
      const View b = SplendorGame::Observe(BaseRules(), other, seat);
      EXPECT_TRUE(SplendorGame::SameView(a, b)) << change.what;
      EXPECT_EQ(Seen(a), Seen(b)) << change.what;
      Stream stream_a(4);
      Stream stream_b(4);
      EXPECT_TRUE(
          SameBytes(SplendorGame::Resample(a, stream_a), SplendorGame::Resample(b, stream_b)))
          << change.what;
    }
  }
}

TEST(SplendorView, ShowsWhatIsKnown) {
  const State state = HiddenPosition();
  const Change changes[] = {
      {"an own reserved card",
       [](State& s) {
         uint8_t& card = s.players[0].hand[0];
         std::swap(card, TopOfDeck(s, BaseRules().TierOf(card)));
       }},
      {"a card that everyone saw being reserved",
       [](State& s) {
         uint8_t& card = s.players[1].hand[1];
         std::swap(card, TopOfDeck(s, BaseRules().TierOf(card)));
       }},
      {"the tier of an unseen card",
       [](State& s) {
         uint8_t& card = s.players[1].hand[0];
         const size_t tier = BaseRules().TierOf(card) == 0 ? 1 : 0;
         std::swap(card, TopOfDeck(s, tier));
       }},
      {"the table", [](State& s) { std::swap(s.table[0], s.table[1]); }},
      {"the bank", [](State& s) { s.bank += Gems::Of(Color::kRed); }},
      {"tokens", [](State& s) { s.players[2].tokens += Gems::Of(Color::kGold); }},
      {"bonuses", [](State& s) { s.players[1].bonuses += Gems::Of(Color::kBlue); }},
      {"points", [](State& s) { ++s.players[1].points; }},
      {"the face-up nobles", [](State& s) { s.nobles ^= 1; }},
      {"the size of a deck", [](State& s) { --s.deck_size[2]; }},
      {"a turn", [](State& s) { ++s.turns; }},
      {"passes", [](State& s) { ++s.passes; }},
  };
  for (const Change& change : changes) {
    State other = state;
    change.make(other);
    EXPECT_FALSE(SplendorGame::SameView(SplendorGame::Observe(BaseRules(), state, 0),
                                        SplendorGame::Observe(BaseRules(), other, 0)))
        << change.what;
  }
}

// Every unseen card of the tier is in the other hand as often as every other.
TEST(SplendorResample, IsFair) {
  const State state = HiddenPosition();
  const uint8_t tier = BaseRules().TierOf(state.players[1].hand[0]);
  std::set<uint8_t> unseen{state.players[1].hand[0]};
  for (size_t i = 0; i < state.deck_size[tier]; ++i) {
    unseen.insert(state.deck[BaseRules().TierBegin(tier) + i]);
  }
  for (int i = 0; i < state.players[2].hand_size; ++i) {
    const bool hidden = ((state.players[2].hidden >> i) & 1) != 0;
    const uint8_t card = state.players[2].hand[static_cast<size_t>(i)];
    if (hidden && BaseRules().TierOf(card) == tier) unseen.insert(card);
  }
  constexpr int kRounds = 20'000;
  std::map<uint8_t, int> seen;
  Stream stream(1);
  const View view = SplendorGame::Observe(BaseRules(), state, 0);
  for (int round = 0; round < kRounds; ++round) {
    const State sample = SplendorGame::Resample(view, stream);
    ++seen[sample.players[1].hand[0]];
    ASSERT_EQ(sample.players[1].hand[1], state.players[1].hand[1]);
  }
  const double share = 1.0 / static_cast<double>(unseen.size());
  const double deviation = std::sqrt(kRounds * share * (1 - share));
  for (const uint8_t card : unseen) {
    EXPECT_NEAR(seen[card], kRounds * share, 5 * deviation) << int{card};
  }
  EXPECT_EQ(seen.size(), unseen.size());
}

// --- Whole games

TEST_P(SplendorGames, NothingIsLostInSixHundredGames) {
  for (uint64_t deal = 0; deal < 600; ++deal) {
    State state = Deal(GetParam(), deal);
    Stream stream(deal);
    while (PlayOne(BaseRules(), &state, stream)) {
      std::string why;
      ASSERT_TRUE(SplendorGame::IsConsistent(BaseRules(), state, &why))
          << "deal " << deal << ": " << why;
    }
    ASSERT_TRUE(SplendorGame::IsTerminal(state)) << "deal " << deal;
  }
}

TEST_P(SplendorGames, EndInAllThreeWays) {
  struct Case {
    End end;
    std::vector<std::string> sets;
  };
  const Case cases[] = {
      {End::kPoints, {}},
      {End::kPasses, {"tokens=1", "gold=0", "reserved_limit=0"}},
      {End::kRounds, {"max_rounds=9"}},
  };
  for (const Case& c : cases) {
    const Rules rules = BaseRulesWith(c.sets);
    int ended = 0;
    for (uint64_t deal = 0; deal < 50; ++deal) {
      const State state = PlayRandomly(Deal(GetParam(), deal, rules), 1 << 20, deal, rules);
      ASSERT_TRUE(SplendorGame::IsTerminal(state));
      ended += state.end == c.end ? 1 : 0;
    }
    EXPECT_GT(ended, 40) << "end " << static_cast<int>(c.end);
  }
}

// Random play of two takes 37 turns each, as other engines have it too; about two games in a
// hundred come to a position without an action.
TEST(SplendorRandomPlay, IsAsLongAsElsewhere) {
  constexpr uint64_t kGames = 4000;
  int turns = 0;
  int with_pass = 0;
  for (uint64_t deal = 0; deal < kGames; ++deal) {
    State state = Deal(2, deal);
    EventLog log;
    Stream stream(DealKey(2, deal));
    PlayOutAtRandom<SplendorGame>(BaseRules(), &state, stream, &log);
    turns += state.turns;
    with_pass += std::any_of(log.events.begin(), log.events.end(), [](const Event& event) {
      return static_cast<Do>(event.what) == Do::kPass;
    });
  }
  EXPECT_NEAR(turns / 2.0 / kGames, 37.2, 0.4);
  EXPECT_NEAR(with_pass / static_cast<double>(kGames), 0.02, 0.01);
}

// The loop of its own against lists of moves, with a stream for each seat.
TEST_P(SplendorGames, AtRandomAreThoseOfTheListsOfMoves) {
  const auto streams_of = [](uint64_t key) {
    return std::vector<Stream>{Stream(SplitKey(key, 10)), Stream(SplitKey(key, 11)),
                               Stream(SplitKey(key, 12)), Stream(SplitKey(key, 13))};
  };
  for (const Rules& rules : {BaseRules(), BaseRulesWith({"face_up=5", "reserved_limit=5"}),
                             WithSmallDecks(BaseRules(), 6)}) {
    for (uint64_t deal = 0; deal < 100; ++deal) {
      State fast = Deal(GetParam(), deal, rules);
      State plain = fast;
      std::vector<Stream> streams = streams_of(deal);
      EventHash fast_events;
      const int fast_decisions = SplendorGame::PlayAtRandom(
          rules, &fast, std::span(streams.data(), plain.player_count), &fast_events);
      streams = streams_of(deal);
      EventHash plain_events;
      const int plain_decisions = PlayOut<SplendorGame>(
          rules, &plain,
          [&](const State& state, const MoveList& moves) {
            return streams[state.seat].Below(static_cast<uint32_t>(moves.size()));
          },
          &plain_events);
      ASSERT_EQ(fast_decisions, plain_decisions);
      ASSERT_EQ(fast_events.hash, plain_events.hash);
      ASSERT_EQ(std::memcmp(&fast, &plain, sizeof(State)), 0);
    }
  }
}

// Every event of sixty games.
TEST_P(SplendorGames, GoAsTheyWent) {
  const std::map<int, uint64_t> signatures{
      {2, 5961124512075234977ULL}, {3, 1436405146356725004ULL}, {4, 929682927816564070ULL}};
  EventHash events;
  for (uint64_t deal = 0; deal < 60; ++deal) {
    State state = Deal(GetParam(), deal);
    Stream stream(DealKey(2, deal));
    while (!SplendorGame::IsTerminal(state)) {
      const Choices choices(BaseRules(), state);
      ASSERT_GT(choices.size(), 0U);
      const Move move = choices[stream.Below(static_cast<uint32_t>(choices.size()))];
      SplendorGame::Apply(BaseRules(), &state, move, &events);
    }
  }
  EXPECT_EQ(events.hash, signatures.at(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Players, SplendorGames, ::testing::Values(2, 3, 4),
                         ::testing::PrintToStringParamName());

// --- IsConsistent sees what is wrong

TEST(SplendorConsistency, SeesDamageToEveryField) {
  struct Damage {
    const char* why;  // what must be said of it
    std::function<void(State&)> make;
  };
  const Damage damages[] = {
      {"number of players", [](State& s) { s.player_count = 5; }},
      {"seat to act", [](State& s) { s.seat = s.player_count; }},
      {"seat 1: number of cards", [](State& s) { ++s.players[1].cards; }},
      {"seat 1: bonuses", [](State& s) { s.players[1].bonuses += Gems::Of(Color::kRed); }},
      {"seat 1: a golden bonus", [](State& s) { s.players[1].bonuses += Gems::Of(Color::kGold); }},
      {"seat 1: points", [](State& s) { ++s.players[1].points; }},
      {"seat 1: too many reserved cards", [](State& s) { s.players[1].hand_size = 4; }},
      {"seat 1: number of reserved cards", [](State& s) { s.players[1].hand[2] = kNoCard; }},
      {"seat 1: an unseen card that is not there", [](State& s) { s.players[1].hidden |= 8; }},
      {"seat 1: token limit", [](State& s) { s.players[1].tokens += Gems::Of(Color::kWhite, 11); }},
      {"seat 0: token limit", [](State& s) { s.phase = Phase::kReturn; }},
      {"tokens lost or made", [](State& s) { s.bank += Gems::Of(Color::kGold); }},
      {"tokens returned",
       [](State& s) { s.returned += Gems::Of(Color::kWhite, s.bank.Count(Color::kWhite)); }},
      {"tokens returned", [](State& s) { s.returned += Gems::Of(Color::kGold, 6); }},
      {"size of a deck", [](State& s) { --s.deck_size[0]; }},
      {"size of a deck", [](State& s) { s.deck_size[0] = 100; }},
      {"a card in the wrong deck", [](State& s) { std::swap(TopOfDeck(s, 0), TopOfDeck(s, 1)); }},
      {"cards lost or made", [](State& s) { s.deck[0] = s.deck[1]; }},
      {"a place that is not there", [](State& s) { s.table[14] = 3; }},
      {"a card in the wrong row", [](State& s) { std::swap(s.table[0], s.table[11]); }},
      {"what can be reserved", [](State& s) { s.reservable ^= 1; }},
      {"what can be reserved", [](State& s) { s.reservable ^= uint64_t{1} << State::kDeckBit; }},
      {"costs of the table", [](State& s) { ++s.costs[4][11]; }},
      {"an empty place beside a deck",
       [](State& s) {
         s.table[0] = kNoCard;
         Derive(BaseRules(), &s);
       }},
      {"nobles lost or made", [](State& s) { s.nobles &= s.nobles - 1; }},
      {"nobles lost or made",
       [](State& s) {
         s.players[0].nobles = s.nobles;
         s.players[0].points = 9;
       }},
      {"a noble that is not there",
       [](State& s) { s.nobles = (s.nobles & (s.nobles - 1)) | 1U << 20; }},
      {"who set off the end", [](State& s) { s.ender = 0; }},
      {"the end",
       [](State& s) {
         s.end = End::kPoints;
         s.ender = 0;
       }},
      {"the end", [](State& s) { s.phase = Phase::kOver; }},
      {"the end", [](State& s) { s.end = End::kPasses; }},
      {"passes", [](State& s) { s.passes = 3; }},
      {"number of turns", [](State& s) { ++s.turns; }},
  };
  const State sound = FindPosition(2, [](const State& s) {
    return s.phase == Phase::kAction && s.seat == 0 && s.players[1].hand_size == 3 &&
           s.players[1].cards > 1 && s.bank.Count(Color::kWhite) > 0 && s.end == End::kNone &&
           s.players[0].points == 0 && s.players[0].nobles == 0 && s.players[1].nobles == 0;
  });
  std::string why;
  ASSERT_TRUE(SplendorGame::IsConsistent(BaseRules(), sound, &why)) << why;
  for (const Damage& damage : damages) {
    State state = sound;
    damage.make(state);
    EXPECT_FALSE(SplendorGame::IsConsistent(BaseRules(), state, &why)) << damage.why;
    EXPECT_EQ(why, damage.why);
  }
}

}  // namespace
}  // namespace prestige::splendor
