// Runs the rules cases of tests/rules/coatl and tests/rules/coatl-solo: one test a case, named by
// it. The README.md of each tells how to read them.

#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/coatl/matcher.h"
#include "engine/coatl/plain_matcher.h"
#include "tests/coatl_position.h"
#include "tests/coatl_rulesets.h"
#include "tests/rules_cases.h"

namespace prestige::coatl {
namespace {

template <class G>
std::filesystem::path FolderOf() {
  return std::filesystem::path(PRESTIGE_SOURCE_DIR) / "tests" / "rules" / G::kName;
}

template <class G>
const testing::RulesFiles& Files() {
  static const testing::RulesFiles files = testing::ReadRulesFiles(FolderOf<G>());
  return files;
}

using testing::FailCase;
using testing::RequiredText;
using testing::TextsAt;

// The parts of a state that a case can speak of.
const testing::StateFieldMap<CoatlGame>& StateFields() {
  using Texts = std::vector<std::string>;
  static const auto fields = [] {
    testing::StateFieldsBuilder<CoatlGame> all;
    const auto player = [](const State& s, int seat) -> const Player& {
      return s.players[static_cast<size_t>(seat)];
    };

    all.AddCommon();
    all.One("end", true, [](const Rules&, const State& s) { return std::string(EndText(s.end)); });
    const auto score = [&all](const char* key, int Score::* part) {
      all.List(key, true, [part](const Rules& r, const State& s) {
        Texts texts;
        const int seats = r.solo() ? 2 : s.player_count;
        for (int seat = 0; seat < seats; ++seat) {
          texts.push_back(std::to_string(ScoreOf(s, seat).*part));
        }
        return texts;
      });
    };
    score("points", &Score::points);
    score("cards", &Score::cards);
    score("best", &Score::best);

    all.List("supply", false, [](const Rules& r, const State& s) {
      Texts spaces;
      for (size_t i = 0; i < r.config().supply.size(); ++i) spaces.push_back(SpaceText(s, i));
      return spaces;
    });
    all.One("bags", false, [](const Rules&, const State& s) { return BagText(s); });
    all.List("bag_sizes", true, [](const Rules&, const State& s) {
      std::array<int, kParts> sizes{};
      for (Piece piece = 0; piece < kPieces; ++piece) {
        sizes[static_cast<size_t>(PartOf(piece))] += s.bag[piece];
      }
      Texts texts;
      for (const int size : sizes) texts.push_back(std::to_string(size));
      return texts;
    });
    all.One("row", true, [](const Rules& r, const State& s) { return RowText(r, s); });
    all.Number("deck_size", [](const Rules&, const State& s) { return s.deck.size(); });
    all.One("discards", false, [](const Rules& r, const State& s) { return DiscardsText(r, s); });
    all.One("marco", true, [](const Rules& r, const State& s) { return MarcoText(r, s); });
    all.One("completed", false, [](const Rules& r, const State& s) { return CompletedText(r, s); });
    all.One("discarded", false, [](const Rules&, const State& s) { return DiscardedText(s); });
    all.List("tops", true, [](const Rules& r, const State& s) {
      return Texts{TopText(r, s, 0), TopText(r, s, 1)};
    });
    all.List("pile_sizes", true, [](const Rules&, const State& s) {
      Texts sizes;
      for (size_t pile = 0; pile < kPiles; ++pile) {
        const int top = s.tops[pile] == kNoCard ? 0 : 1;
        sizes.push_back(std::to_string(std::popcount(s.piles[pile]) + top));
      }
      return sizes;
    });

    all.BySeat("hand", false,
               [=](const Rules& r, const State& s, int i) { return HandText(r, player(s, i)); });
    all.BySeat("board", false,
               [=](const Rules&, const State& s, int i) { return BoardText(player(s, i)); });
    all.BySeat("temples", false,
               [=](const Rules& r, const State& s, int i) { return TemplesText(r, player(s, i)); });
    all.BySeat("tokens", false,
               [](const Rules&, const State& s, int i) { return TokensText(s, i); });
    all.BySeat("coatls", true,
               [=](const Rules& r, const State& s, int i) { return CoatlsText(r, player(s, i)); });
    return all.Take();
  }();
  return fields;
}

Rules BaseOf(const toml::table& test, bool solo) {
  if (!solo) return BaseRulesWith(TextsAt(test, "set"));
  unsigned levels = 0;
  for (const std::string& level : TextsAt(test, "levels")) levels |= 1U << (std::stoi(level) - 1);
  if (levels > kAllLevels) FailCase("levels: 1 to 5");
  return SoloRulesWith(TextsAt(test, "set"), static_cast<Levels>(levels));
}

// The printed game with the changes that the case asks for.
Rules RulesOf(const toml::table& test, bool solo) {
  const Rules base = BaseOf(test, solo);
  const auto only = [&test](const char* key, auto cards) {
    if (!test.contains(key)) return cards;
    const std::vector<std::string> ids = testing::WordsOf(TextsAt(test, key).at(0));
    decltype(cards) kept;
    for (const std::string& id : ids) {
      const auto found =
          std::find_if(cards.begin(), cards.end(), [&](const auto& card) { return card.id == id; });
      if (found == cards.end()) FailCase("no card '" + id + "'");
      kept.push_back(*found);
    }
    return kept;
  };
  return Rules(base.name(), base.config(), only("only_prophecies", base.prophecies()),
               only("only_temples", base.temples()));
}

template <class G>
struct Traits {
  using Game = G;
  static const testing::StateFieldMap<CoatlGame>& Fields() { return StateFields(); }
  static std::string EventText(const Rules& rules, const Event& event) {
    return coatl::EventText(rules, event);
  }
  static State BuildPosition(const Rules& rules, int players, const toml::table& given,
                             uint64_t key) {
    return coatl::BuildPosition(rules, players, given, key);
  }
};

// `pattern` is met so many times by each coatl of `counts`.
void CountMatches(const Rules& rules, const toml::table& test) {
  const auto parsed = ParsePattern(RequiredText(test, "pattern"));
  if (!std::holds_alternative<Pattern>(parsed)) FailCase("no pattern");
  const Pattern& pattern = std::get<Pattern>(parsed);
  const bool open_end = rules.config().open_end_satisfies_not;
  std::vector<Level> levels;
  for (uint8_t times = 1; times <= 12; ++times) levels.push_back({times, times});
  const Matcher matcher({{pattern, levels}}, open_end);
  const toml::table* counts = test["counts"].as_table();
  if (counts == nullptr || counts->empty()) FailCase("counts is no table");
  for (const auto& [coatl, node] : *counts) {
    const Serpent serpent = ParseSerpent(coatl.str());
    const auto times = node.value<int>();
    if (!times) FailCase("counts holds no number");
    EXPECT_EQ(CountPlain(pattern, serpent, open_end), *times) << coatl.str() << ", plain matcher";
    EXPECT_EQ(matcher.Times(0, serpent), *times) << coatl.str();
  }
}

int PointsOfCard(const Rules& rules, std::string_view id, const Serpent& serpent) {
  if (const auto kind = rules.FindProphecy(id)) return rules.matcher().Points(*kind, serpent);
  if (const auto temple = rules.FindTemple(id)) return rules.temples()[*temple].Points(serpent);
  FailCase("no card '" + std::string(id) + "'");
}

// Each coatl of `scores` with what single cards pay on it, and what those pay together under
// `total`.
void ScoreCards(const Rules& rules, const toml::table& test) {
  const toml::table* scores = test["scores"].as_table();
  if (scores == nullptr || scores->empty()) FailCase("scores is no table");
  for (const auto& [coatl, cards] : *scores) {
    SCOPED_TRACE(coatl.str());
    const Serpent serpent = ParseSerpent(coatl.str());
    if (!cards.is_table() || cards.as_table()->empty()) FailCase("scores holds no cards");
    int sum = 0;
    std::optional<int> total;
    for (const auto& [id, node] : *cards.as_table()) {
      const auto expected = node.value<int>();
      if (!expected) FailCase("scores holds no number");
      if (id.str() == "total") {
        total = expected;
        continue;
      }
      const int points = PointsOfCard(rules, id.str(), serpent);
      EXPECT_EQ(points, *expected) << id.str();
      sum += points;
    }
    EXPECT_EQ(sum, total.value_or(sum)) << "together";
  }
}

// What M.A.R.C.O. asks of each card of `needs`.
void CheckNeeds(const Rules& rules, const toml::table& test) {
  const toml::table* needs = test["needs"].as_table();
  if (needs == nullptr || needs->empty()) FailCase("needs is no table");
  for (const auto& [id, node] : *needs) {
    const auto kind = rules.FindProphecy(id.str());
    if (!kind) FailCase("no card '" + std::string(id.str()) + "'");
    uint8_t card = 0;
    while (rules.KindOf(card) != *kind) ++card;
    EXPECT_EQ(NeedText(rules.NeedOf(card)), node.value_or(std::string())) << id.str();
  }
}

void CheckPatterns(const toml::table& test) {
  const auto is_pattern = [](const std::string& text) {
    return std::holds_alternative<Pattern>(ParsePattern(text));
  };
  for (const std::string& text : TextsAt(test, "patterns")) EXPECT_TRUE(is_pattern(text)) << text;
  for (const std::string& text : TextsAt(test, "no_patterns"))
    EXPECT_FALSE(is_pattern(text)) << text;
}

class CoatlRules : public ::testing::TestWithParam<testing::RulesFileCase> {};

TEST_P(CoatlRules, Case) {
  const toml::table& test = GetParam().table;
  SCOPED_TRACE(GetParam().file + ", line " + std::to_string(GetParam().line) + ": " +
               RequiredText(test, "rule"));
  const Rules rules = RulesOf(test, /*solo=*/false);
  testing::RunCase(GetParam(), {"only_prophecies", "only_temples", "counts", "patterns"},
                   {{"steps", [&] { testing::PlaySteps<Traits<CoatlGame>>(rules, test); }},
                    {"other", [&] { testing::CompareViews<Traits<CoatlGame>>(rules, test); }},
                    {"pattern", [&] { CountMatches(rules, test); }},
                    {"scores", [&] { ScoreCards(rules, test); }},
                    {"no_patterns", [&] { CheckPatterns(test); }}});
}

class CoatlSoloRules : public ::testing::TestWithParam<testing::RulesFileCase> {};

TEST_P(CoatlSoloRules, Case) {
  const toml::table& test = GetParam().table;
  SCOPED_TRACE(GetParam().file + ", line " + std::to_string(GetParam().line) + ": " +
               RequiredText(test, "rule"));
  const Rules rules = RulesOf(test, /*solo=*/true);
  testing::RunCase(GetParam(), {"only_prophecies", "only_temples", "levels"},
                   {{"steps", [&] { testing::PlaySteps<Traits<CoatlSoloGame>>(rules, test); }},
                    {"needs", [&] { CheckNeeds(rules, test); }}});
}

constexpr auto kNameOf = [](const auto& tested) { return tested.param.name; };
INSTANTIATE_TEST_SUITE_P(, CoatlRules, ::testing::ValuesIn(Files<CoatlGame>().cases), kNameOf);
INSTANTIATE_TEST_SUITE_P(, CoatlSoloRules, ::testing::ValuesIn(Files<CoatlSoloGame>().cases),
                         kNameOf);

TEST(CoatlRulesFiles, CanBeRead) {
  testing::ExpectFilesCanBeRead(Files<CoatlGame>());
  testing::ExpectFilesCanBeRead(Files<CoatlSoloGame>());
}
TEST(CoatlRulesFiles, EverySentenceHasACase) {
  testing::ExpectEverySentenceHasACase(FolderOf<CoatlGame>(), Files<CoatlGame>());
  testing::ExpectEverySentenceHasACase(FolderOf<CoatlSoloGame>(), Files<CoatlSoloGame>());
}

}  // namespace
}  // namespace prestige::coatl
