#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/fixed_list.h"
#include "engine/core/outcome.h"
#include "engine/core/perft.h"
#include "engine/core/playout.h"
#include "engine/core/rng.h"
#include "engine/core/slots.h"
#include "engine/core/words.h"
#include "engine/toy/toy.h"

namespace prestige {
namespace {

// --- rng.h: the values are part of every result, so they are pinned.

TEST(Rng, ValuesNeverChange) {
  EXPECT_EQ(Mix(1), 0x3C02AA47758292BDULL);
  EXPECT_EQ(SplitKey(0, 0), 0x8CCFF722880A9AD3ULL);
  EXPECT_EQ(SplitKey(1, 2), 0xE7AADCAA07D84269ULL);
  EXPECT_EQ(DealKey(1, 0), 0xDA0910453911B609ULL);
  EXPECT_EQ(ValueAt(1, 0), 0x90FA784DFF59DF1DULL);
}

TEST(Rng, StreamReadsTheValuesOfItsKeyInOrder) {
  Stream stream(77);
  for (uint64_t n = 0; n < 100; ++n) EXPECT_EQ(stream.Next(), ValueAt(77, n));
}

TEST(Rng, MixFlipsHalfOfTheBits) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    int flipped = 0;
    for (uint64_t n = 0; n < 200; ++n) {
      const uint64_t x = ValueAt(3, n);
      flipped += std::popcount(Mix(x) ^ Mix(x ^ uint64_t{1} << bit));
    }
    EXPECT_NEAR(flipped / 200.0, 32.0, 3.0) << "bit " << bit;
  }
}

TEST(Rng, KeysOfChildrenAreAllDifferent) {
  std::set<uint64_t> keys;
  for (uint64_t parent = 0; parent < 100; ++parent) {
    for (uint64_t child = 0; child < 100; ++child) keys.insert(SplitKey(parent, child));
  }
  EXPECT_EQ(keys.size(), 10'000U);
}

TEST(Rng, ChildrenShareNoValues) {
  std::set<uint64_t> values;
  for (uint64_t child = 0; child < 50; ++child) {
    for (uint64_t n = 0; n < 200; ++n) values.insert(ValueAt(SplitKey(1, child), n));
  }
  EXPECT_EQ(values.size(), 10'000U);
}

TEST(Rng, BoundedKeepsItsBounds) {
  for (const uint32_t bound : {1U, 2U, 3U, 54U, 1'000'003U, 0xFFFFFFFFU}) {
    EXPECT_EQ(Bounded(0, bound), 0U);
    EXPECT_EQ(Bounded(~uint64_t{0}, bound), bound - 1);
  }
  // Each of three thirds of all values.
  constexpr uint64_t kThird = ~uint64_t{0} / 3;
  EXPECT_EQ(Bounded(kThird, 3), 0U);
  EXPECT_EQ(Bounded(kThird + 1, 3), 1U);
  EXPECT_EQ(Bounded(2 * kThird, 3), 1U);
  EXPECT_EQ(Bounded(2 * kThird + 1, 3), 2U);
}

TEST(Rng, BelowIsUniform) {
  constexpr uint32_t kBound = 7;
  constexpr int kDraws = 70'000;
  Stream stream(5);
  std::vector<int> seen(kBound);
  for (int i = 0; i < kDraws; ++i) ++seen[stream.Below(kBound)];
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 5 * 93);  // five standard deviations
}

TEST(Rng, UnitIsInItsInterval) {
  Stream stream(6);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = stream.Unit();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.015);
}

// --- fixed_list.h

using List = FixedList<uint8_t, 12>;

std::vector<uint8_t> Contents(const List& list) { return {list.begin(), list.end()}; }

// Equal to a list that was just filled: nothing is left in the slots behind the end.
void ExpectClean(const List& list) {
  List fresh;
  for (const uint8_t item : list) fresh.push_back(item);
  EXPECT_EQ(std::memcmp(&fresh, &list, sizeof(List)), 0);
}

TEST(FixedList, DoesWhatAVectorDoes) {
  Stream stream(8);
  List list;
  std::vector<uint8_t> model;
  for (int step = 0; step < 20'000; ++step) {
    const auto item = static_cast<uint8_t>(1 + stream.Below(255));
    const size_t place = stream.Below(static_cast<uint32_t>(model.size() + 1));
    const auto at = [&](size_t i) { return model.begin() + static_cast<std::ptrdiff_t>(i); };
    switch (stream.Below(5)) {
      case 0:
        if (list.full()) break;
        list.push_back(item);
        model.push_back(item);
        break;
      case 1:
        if (list.full()) break;
        list.Insert(place, item);
        model.insert(at(place), item);
        break;
      case 2:
        if (place == model.size()) break;
        list.Remove(place);
        model.erase(at(place));
        break;
      case 3:
        if (place == model.size()) break;
        EXPECT_EQ(list.TakeUnordered(place), model[place]);
        model[place] = model.back();
        model.pop_back();
        break;
      default:
        if (stream.Below(20) != 0) break;
        list.Clear();
        model.clear();
        break;
    }
    ASSERT_EQ(Contents(list), model);
    ASSERT_EQ(list.size(), model.size());
    ASSERT_EQ(list.empty(), model.empty());
    ASSERT_EQ(list.full(), model.size() == List::capacity());
    if (!model.empty()) {
      ASSERT_EQ(list.back(), model.back());
    }
    ExpectClean(list);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(FixedList, InsertSortedKeepsTheOrder) {
  Stream stream(9);
  for (int round = 0; round < 200; ++round) {
    List list;
    std::multiset<uint8_t> model;
    while (!list.full()) {
      const auto item = static_cast<uint8_t>(stream.Below(20));
      list.InsertSorted(item);
      model.insert(item);
      ASSERT_EQ(Contents(list), std::vector<uint8_t>(model.begin(), model.end()));
    }
  }
}

TEST(FixedList, EqualityIsThatOfTheContents) {
  List a;
  List b;
  a.push_back(1);
  EXPECT_FALSE(a == b);
  b.push_back(2);
  EXPECT_FALSE(a == b);
  b.Reset();
  b.push_back(1);
  EXPECT_TRUE(a == b);
}

TEST(FixedList, LongListsHaveALongerSize) {
  EXPECT_EQ(sizeof(FixedList<uint8_t, 255>), 256U);
  FixedList<uint8_t, 300> list;
  for (int i = 0; i < 300; ++i) list.push_back(static_cast<uint8_t>(i));
  EXPECT_EQ(list.size(), 300U);
  EXPECT_TRUE(list.full());
}

// --- words.h

TEST(Words, PartsAtSingleSpacesOnly) {
  struct Case {
    std::string_view text;
    std::vector<std::string_view> words;  // none: not a text of words
  };
  const Case cases[] = {
      {"done", {"done"}}, {"a b", {"a", "b"}}, {"a b c", {"a", "b", "c"}},
      {"", {}},           {" ", {}},           {" a", {}},
      {"a ", {}},         {"a  b", {}},        {"a b c d", {}},
      {"a\tb", {"a\tb"}}, {"a b c ", {}},
  };
  for (const Case& c : cases) {
    const auto words = SplitWords<3>(c.text);
    ASSERT_EQ(words.has_value(), !c.words.empty()) << '"' << c.text << '"';
    if (!words) continue;
    EXPECT_EQ(std::vector<std::string_view>(words->begin(), words->end()), c.words);
  }
}

// --- outcome.h

TEST(Outcome, RanksAndSharesByTies) {
  struct Case {
    std::vector<int> points;
    std::vector<int> rank;
    std::vector<int> win12;
  };
  const Case cases[] = {
      {{5, 9}, {2, 1}, {0, 12}},
      {{7, 7}, {1, 1}, {6, 6}},
      {{7, 9, 7}, {2, 1, 2}, {0, 12, 0}},
      {{9, 7, 9}, {1, 3, 1}, {6, 0, 6}},
      {{4, 4, 4}, {1, 1, 1}, {4, 4, 4}},
      {{1, 2, 3, 4}, {4, 3, 2, 1}, {0, 0, 0, 12}},
      {{0, 0, 0, 0}, {1, 1, 1, 1}, {3, 3, 3, 3}},
      {{8, 8, 8, 1}, {1, 1, 1, 4}, {4, 4, 4, 0}},
  };
  for (const Case& c : cases) {
    Outcome outcome;
    outcome.seats = static_cast<int>(c.points.size());
    const auto points = [&](int seat) { return c.points[static_cast<size_t>(seat)]; };
    outcome.RankBy([&](int a, int b) { return points(a) > points(b); });
    for (size_t seat = 0; seat < kMaxSeats; ++seat) {
      const bool there = seat < c.points.size();
      EXPECT_EQ(outcome.rank[seat], there ? c.rank[seat] : 0) << "seat " << seat;
      EXPECT_EQ(outcome.win12[seat], there ? c.win12[seat] : 0) << "seat " << seat;
    }
  }
}

// --- event.h

uint64_t HashOf(const std::vector<Event>& events) {
  EventHash sink;
  for (const Event& event : events) sink.Take(event);
  return sink.hash;
}

Event SampleEvent(size_t values) {
  Event event;
  event.what = 1;
  event.seat = 2;
  event.a = 3;
  event.b = 4;
  event.c = 5;
  for (size_t i = 0; i < values; ++i) event.Add(static_cast<uint8_t>(i));
  return event;
}

TEST(EventHash, EveryByteCounts) {
  const Event event = SampleEvent(Event::kMaxValues);
  std::set<uint64_t> hashes{HashOf({event})};
  for (uint8_t Event::* field : {&Event::what, &Event::seat, &Event::a, &Event::b, &Event::c}) {
    Event other = event;
    other.*field = static_cast<uint8_t>(other.*field ^ 1);
    hashes.insert(HashOf({other}));
  }
  for (size_t i = 0; i < Event::kMaxValues; ++i) {
    Event other = event;
    other.values[i] ^= 0x80;
    hashes.insert(HashOf({other}));
  }
  EXPECT_EQ(hashes.size(), 1 + 5 + Event::kMaxValues);
}

TEST(EventHash, NumberAndOrderCount) {
  const Event a = SampleEvent(1);  // its one value is zero
  const Event b = SampleEvent(0);
  const Event c = SampleEvent(9);
  const std::set<uint64_t> hashes{HashOf({}),     HashOf({a}),    HashOf({b}),    HashOf({a, b}),
                                  HashOf({b, a}), HashOf({a, a}), HashOf({c, a}), HashOf({a, c})};
  EXPECT_EQ(hashes.size(), 8U);
}

TEST(EventHash, SlotsBehindTheLastValueDoNotCount) {
  Event a = SampleEvent(3);
  Event b = SampleEvent(3);
  a.values[3] = 1;
  b.values[3] = 2;
  EXPECT_EQ(HashOf({a}), HashOf({b}));
}

TEST(EventLog, KeepsEventsInOrder) {
  EventLog log;
  log.Take(SampleEvent(2));
  log.Take(SampleEvent(0));
  ASSERT_EQ(log.events.size(), 2U);
  EXPECT_EQ(log.events[0].count, 2);
  EXPECT_EQ(log.events[1].count, 0);
}

// --- playout.h, perft.h, on a race that can be followed by hand

// Cards 1 and 2, one of each, one dealt to each of two runners, none left in the deck: both must
// play what they hold.
TEST(PlayOut, DoesNotAskWhereThereIsOneMove) {
  const toy::Rules rules{.numbers = 2, .copies = 1, .deal = 1, .hand_limit = 1, .goal = 200};
  toy::State state = toy::ToyGame::Setup(rules, 2, DealKey(1, 1));
  EventLog log;
  const auto never = [](const toy::State&, const toy::ToyGame::MoveList&) -> size_t {
    ADD_FAILURE() << "asked";
    return 0;
  };
  EXPECT_EQ(PlayOut<toy::ToyGame>(rules, &state, never, &log), 0);
  EXPECT_EQ(log.events.size(), 2U);
  EXPECT_TRUE(toy::ToyGame::IsTerminal(state));
}

TEST(PlayOut, CountsTheDecisionsThatWereAsked) {
  const toy::Rules rules;
  toy::State state = toy::ToyGame::Setup(rules, 3, DealKey(1, 2));
  int asked = 0;
  NoEvents events;
  const auto first = [&](const toy::State&, const toy::ToyGame::MoveList& moves) -> size_t {
    EXPECT_GT(moves.size(), 1U);
    ++asked;
    return 0;
  };
  EXPECT_EQ(PlayOut<toy::ToyGame>(rules, &state, first, &events), asked);
  EXPECT_GT(asked, 0);
}

TEST(Perft, CountsAFinishedGameAsOnePath) {
  // One copy of 1, 2 and 3, one card each, the third in the deck. A hand is full with one card, so
  // the first two moves are forced; then the first runner draws the last card and plays it after
  // the second found nothing to do.
  const toy::Rules rules{.numbers = 3, .copies = 1, .deal = 1, .hand_limit = 1, .goal = 200};
  const toy::State state = toy::ToyGame::Setup(rules, 2, DealKey(1, 3));
  for (int depth = 0; depth < 8; ++depth) EXPECT_EQ(Perft<toy::ToyGame>(rules, state, depth), 1U);

  // With room for a second card the first runner may play or draw: then the second has one card and
  // an empty deck or the same choice.
  toy::Rules roomy = rules;
  roomy.hand_limit = 2;
  EXPECT_EQ(Perft<toy::ToyGame>(roomy, state, 1), 2U);
  EXPECT_EQ(Perft<toy::ToyGame>(roomy, state, 2), 3U);
}

// Every set, every member: what SelectSlot finds by multiplying, a walk through the set finds too.
TEST(Slots, SelectsTheMembersInOrder) {
  for (unsigned set = 0; set < (1U << kMaxSlots); ++set) {
    uint64_t slots = 0;
    std::vector<size_t> members;
    for (size_t i = 0; i < kMaxSlots; ++i) {
      if (((set >> i) & 1) == 0) continue;
      slots |= Slot(i);
      members.push_back(i);
    }
    ASSERT_EQ(CountSlots(slots), members.size());
    for (size_t k = 0; k < members.size(); ++k) {
      ASSERT_EQ(SelectSlot(slots, k), members[k]) << "member " << k << " of " << set;
    }
    if (!members.empty()) {
      ASSERT_EQ(LowestSlot(slots), members[0]);
    }
  }
}

TEST(Slots, CountsFromZero) {
  EXPECT_EQ(FirstSlots(0), 0U);
  EXPECT_EQ(FirstSlots(3), Slot(0) | Slot(1) | Slot(2));
  EXPECT_EQ(FirstSlots(kMaxSlots), kAllSlots);
}

}  // namespace
}  // namespace prestige
