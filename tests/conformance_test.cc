#include "tests/conformance.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/coatl/game.h"
#include "engine/splendor/game.h"
#include "engine/toy/toy.h"
#include "tests/coatl_rulesets.h"
#include "tests/splendor_rulesets.h"

namespace prestige::testing {
namespace {

template <class Items>
std::string TextOf(const Items& items) {
  std::string text;
  for (const auto item : items) text += std::to_string(item) + ' ';
  return text;
}

struct Toy {
  using Game = toy::ToyGame;
  static constexpr int kGames = 20;

  static const std::vector<RulesCase<toy::Rules>>& Cases() {
    static const std::vector<RulesCase<toy::Rules>> cases{
        {"base", {}},
        {"no card is ever drawn back to back", {.hand_limit = 2}},
        {"the cards run out", {.numbers = 3, .copies = 4, .goal = 200}},
        {"large numbers", {.numbers = 8, .copies = 9, .deal = 5, .hand_limit = 9, .goal = 100}},
    };
    return cases;
  }

  static Gifts GiftsOf(const toy::Rules&, const std::vector<Event>& events) {
    Gifts gifts;
    for (const Event& event : events) {
      const bool drawn = static_cast<toy::Do>(event.what) == toy::Do::kDraw;
      gifts[drawn ? "deck" : "wind"].push_back(drawn ? event.a : event.b);
    }
    return gifts;
  }

  // The other hands, where the unseen cards are not all alike nor all in that hand.
  static std::vector<std::string> HiddenParts(const toy::Rules& rules, const toy::State& state,
                                              int seat) {
    const toy::View view = toy::ToyGame::Observe(rules, state, seat);
    const toy::Cards unseen = view.Unseen();
    const auto numbers =
        std::count_if(unseen.begin(), unseen.end(), [](uint8_t count) { return count > 0; });
    std::vector<std::string> parts;
    for (int other = 0; other < view.players(); ++other) {
      const int size = view.hand_size(other);
      if (other == seat || numbers < 2 || size == 0) continue;
      if (size == std::accumulate(unseen.begin(), unseen.end(), 0)) continue;
      parts.push_back(TextOf(state.hands[static_cast<size_t>(other)]));
    }
    return parts;
  }

  static std::vector<std::string_view> Words() { return {"draw", "play 1"}; }
};

struct Coatl {
  using Game = coatl::CoatlGame;
  static constexpr int kGames = 6;

  static const std::vector<RulesCase<coatl::Rules>>& Cases() {
    using coatl::BaseRulesWith;
    static const std::vector<RulesCase<coatl::Rules>> cases{
        {"base", BaseRulesWith({})},
        {"no tokens", BaseRulesWith({"tokens=false"})},
        {"four coameh",
         BaseRulesWith({"max_coatls=4", "end_coatls=4", "max_incomplete=4", "last_actions_after=3",
                        "last_actions_before=0", "open_end_satisfies_not=false"})},
        {"odd pieces", BaseRulesWith({"body={Y=9,R=1,K=0,G=7,B=6}", "heads={Y=1,R=0,K=5,G=2,B=1}",
                                      "tails=1", "last_actions_bodies=2"})},
        {"single segments",
         BaseRulesWith({"segments_per_space=1", "board=3", "end_bodies=false", "body=8",
                        "supply=[\"tail\",\"body\",\"head\",\"body\",\"body\"]"})},
        {"small deck",
         WithDeck(BaseRulesWith({"row=2", "deal=5", "keep=1", "keep_at_least=1", "hand_limit=3"}),
                  12, 2, 5)},
        {"large hands", BaseRulesWith({"row=12", "deal=9", "keep=9", "hand_limit=12", "board=15",
                                       "deal_temples=3", "max_prophecies=8", "odd_temple_pile=1"})},
        {"two prophecies each, often equal",
         WithDeck(BaseRulesWith(
                      {"min_prophecies=2", "row=0", "hand_limit=8", "deal=3", "deal_temples=0"}),
                  10, 9, 0)},
    };
    return cases;
  }

  static Gifts GiftsOf(const coatl::Rules& rules, const std::vector<Event>& events) {
    Gifts gifts;
    std::set<std::string> changed;  // sources that a choice has changed
    const auto give = [&](const std::string& source, int gift) {
      if (!changed.contains(source)) gifts[source].push_back(gift);
    };
    const auto bag = [](coatl::Part part) { return std::string("bag ") + coatl::Letter(part); };
    for (const Event& event : events) {
      switch (static_cast<coatl::Do>(event.what)) {
        case coatl::Do::kRefill:
          for (size_t i = 0; i < event.count; i += 3) {
            const std::string source = bag(rules.config().supply[event.values[i]]);
            for (size_t k = i + 1; k < i + 3; ++k) {
              if (event.values[k] != coatl::kNoPiece) give(source, event.values[k]);
            }
          }
          break;
        case coatl::Do::kToken:
          if (static_cast<coatl::Sacrifice>(event.a) == coatl::Sacrifice::kPerfectPick) {
            changed.insert(bag(coatl::PartOf(event.values[0])));
          }
          break;
        case coatl::Do::kDraw:
          if (event.a == 1) give("deck", event.values[0]);
          break;
        case coatl::Do::kReveal:  // written left to right, where the last card came to the left
          for (size_t i = event.count; i > 0; --i) give("deck", event.values[i - 1]);
          break;
        case coatl::Do::kReshuffle:
          changed.insert("deck");
          break;
        case coatl::Do::kUncover:
          give("pile " + std::to_string(event.a), event.values[0]);
          break;
        default:
          break;
      }
    }
    return gifts;
  }

  static std::vector<std::string> HiddenParts(const coatl::Rules&, const coatl::State& state,
                                              int seat) {
    std::vector<std::vector<uint8_t>> holders;  // of unseen prophecies
    std::vector<std::vector<uint8_t>> temple_holders;
    const auto add = [](auto& list, const auto& cards, const auto& is_open) {
      list.emplace_back();
      for (const uint8_t card : cards) {
        if (!is_open(card)) list.back().push_back(card);
      }
    };
    const auto none_open = [](uint8_t) { return false; };
    add(holders, state.deck, none_open);
    if (state.phase == coatl::Phase::kKeep && state.seat != seat)
      add(holders, state.chosen, none_open);
    for (const uint64_t pile : state.piles) {
      temple_holders.emplace_back();
      for (uint8_t temple = 0; temple < 64; ++temple) {
        if (((pile >> temple) & 1) != 0) temple_holders.back().push_back(temple);
      }
    }
    for (int other = 0; other < state.player_count; ++other) {
      if (other == seat) continue;
      const coatl::Player& player = state.players[static_cast<size_t>(other)];
      add(holders, player.hand, [&](uint8_t card) { return state.open_hands.Has(card); });
      add(temple_holders, player.temples,
          [&](uint8_t temple) { return ((state.open_temples >> temple) & 1) != 0; });
    }
    std::vector<std::string> parts;
    for (auto* lists : {&holders, &temple_holders}) {
      size_t all = 0;
      for (const auto& list : *lists) all += list.size();
      for (auto& list : *lists) {
        std::sort(list.begin(), list.end());
        if (!list.empty() && list.size() < all) parts.push_back(TextOf(list));
      }
    }
    return parts;
  }

  static std::vector<std::string_view> Words() {
    return {"done",   "draw",     "take", "build",          "start",
            "extend", "prophecy", "pass", "see-the-future", "keep"};
  }
};

struct Splendor {
  using Game = splendor::SplendorGame;
  static constexpr int kGames = 6;

  static const std::vector<RulesCase<splendor::Rules>>& Cases() {
    using splendor::BaseRulesWith;
    static const std::vector<RulesCase<splendor::Rules>> cases{
        {"base", BaseRulesWith({"max_rounds=120"})},
        {"few tokens", BaseRulesWith({"tokens=2", "gold=1", "take_same_needs=2", "take_same=1",
                                      "token_limit=4", "max_rounds=60"})},
        {"many tokens", BaseRulesWith({"tokens=20", "gold=20", "token_limit=30", "take_same=5",
                                       "take_same_needs=5", "take_different=5", "end_points=40",
                                       "reserved_limit=5", "max_rounds=80"})},
        {"no reserving, two face up",
         BaseRulesWith({"reserved_limit=0", "face_up=2", "take_different=2", "max_rounds=60"})},
        {"wide table, many nobles",
         BaseRulesWith({"face_up=5", "extra_nobles=4", "reserve_gold=0", "take_different=1",
                        "take_same=3", "end_points=30", "max_rounds=80"})},
        {"the decks run out",
         WithSmallDecks(BaseRulesWith({"end_points=50", "reserved_limit=5", "max_rounds=60"}), 9)},
    };
    return cases;
  }

  static Gifts GiftsOf(const splendor::Rules& rules, const std::vector<Event>& events) {
    Gifts gifts;
    const auto give = [&](size_t tier, uint8_t card) {
      gifts["deck " + std::to_string(tier)].push_back(card);
    };
    for (const Event& event : events) {
      const auto what = static_cast<splendor::Do>(event.what);
      if (what == splendor::Do::kReveal && event.a != splendor::kNoCard) give(event.b, event.a);
      if (what == splendor::Do::kReserve && event.b == 1) give(rules.TierOf(event.a), event.a);
    }
    return gifts;
  }

  // The cards that others reserved unseen, where the deck has another one that it could be.
  static std::vector<std::string> HiddenParts(const splendor::Rules& rules,
                                              const splendor::State& state, int seat) {
    std::vector<std::string> parts;
    for (int other = 0; other < state.player_count; ++other) {
      const splendor::Player& player = state.players[static_cast<size_t>(other)];
      for (size_t i = 0; i < player.hand_size && other != seat; ++i) {
        if (((player.hidden >> i) & 1) == 0) continue;
        if (state.deck_size[rules.TierOf(player.hand[i])] < 2) continue;
        parts.push_back(std::to_string(player.hand[i]));
      }
    }
    return parts;
  }

  static std::vector<std::string_view> Words() {
    return {"take ",        "take-same",   "reserve",  "reserve deck", "reserve table",
            "return white", "return gold", "buy hand", "buy table",    "buy"};
  }
};

struct CoatlSolo : Coatl {
  using Game = coatl::CoatlSoloGame;
  static constexpr int kAutomata = 1;

  static const std::vector<RulesCase<coatl::Rules>>& Cases() {
    using coatl::SoloRulesWith;
    const auto with = [](std::initializer_list<int> numbers) {
      unsigned levels = 0;
      for (const int level : numbers) levels |= 1U << (level - 1);
      return static_cast<coatl::Levels>(levels);
    };
    static const std::vector<RulesCase<coatl::Rules>> cases{
        {"no level", SoloRulesWith({})},
        {"level 1", SoloRulesWith({}, with({1}))},
        {"level 3", SoloRulesWith({}, with({3}))},
        {"levels 3 and 4", SoloRulesWith({"hand_limit=9"}, with({3, 4}))},
        {"all levels", SoloRulesWith({}, coatl::kAllLevels)},
        {"tokens and a hidden temple", SoloRulesWith({"tokens=true", "solo.private_temple=true",
                                                      "marco.space_order=[10,8,6,4,2,1,3,5,7,9]"},
                                                     with({1, 2, 5}))},
        {"odd pieces", SoloRulesWith({"body={Y=9,R=1,K=0,G=7,B=5}", "heads={Y=1,R=0,K=5,G=2,B=1}",
                                      "tails=1", "marco.cards=1", "open_end_satisfies_not=false"})},
        {"single segments",
         SoloRulesWith({"segments_per_space=1", "board=3", "body=8", "keep_at_least=0",
                        "supply=[\"tail\",\"body\",\"head\",\"body\",\"body\"]",
                        "marco.space_order=[5,4,3,2,1]", "max_coatls=4", "end_coatls=4"},
                       with({5}))},
        {"small deck", WithDeck(SoloRulesWith({"row=2", "deal=5", "keep=1", "keep_at_least=1",
                                               "hand_limit=3", "max_incomplete=3"}),
                                12, 2, 5)},
        {"the cards run out", WithDeck(SoloRulesWith({"row=1", "hand_limit=9", "max_coatls=4",
                                                      "max_incomplete=4", "end_coatls=4"}),
                                       12, 1, 3)},
    };
    return cases;
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Toy, Conformance, Toy);
INSTANTIATE_TYPED_TEST_SUITE_P(Coatl, Conformance, Coatl);
INSTANTIATE_TYPED_TEST_SUITE_P(Splendor, Conformance, Splendor);
INSTANTIATE_TYPED_TEST_SUITE_P(CoatlSolo, Conformance, CoatlSolo);

}  // namespace
}  // namespace prestige::testing
