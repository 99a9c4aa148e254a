// Runs the rules cases of tests/rules/coatl: one test a case, named by it. README.md there tells
// how to read them.

#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/coatl/matcher.h"
#include "engine/coatl/plain_matcher.h"
#include "tests/coatl_position.h"
#include "tests/coatl_rulesets.h"

namespace prestige::coatl {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(PRESTIGE_SOURCE_DIR) / "tests" / "rules" / "coatl";

// What a case says holds whatever chance does: it is played with so many deals.
constexpr uint64_t kDeals = 10;

struct RulesCase {
  std::string file;
  std::string name;
  std::string section;
  uint32_t line;
  toml::table table;
};

// Only for the lists of tests that GoogleTest prints.
void PrintTo(const RulesCase& test, std::ostream* out) {
  *out << test.file << ", " << test.section;
}

[[noreturn]] void Fail(const std::string& what) { throw std::invalid_argument(what); }

std::string RequiredText(const toml::table& table, std::string_view key) {
  const auto text = table[key].value<std::string>();
  if (!text || text->empty()) Fail("a case without " + std::string(key));
  return *text;
}

bool IsIdentifier(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

void LoadFile(const std::filesystem::path& path, std::vector<RulesCase>* cases) {
  const toml::table document = toml::parse_file(path.string());
  const toml::array* list = document["case"].as_array();
  if (list == nullptr || document.size() != 1) Fail("expected nothing but [[case]] tables");
  for (const toml::node& node : *list) {
    if (!node.is_table()) Fail("a case that is no table");
    const toml::table& table = *node.as_table();
    RulesCase test{path.filename().string(), RequiredText(table, "name"),
                   RequiredText(table, "section"), node.source().begin.line, table};
    RequiredText(table, "rule");
    if (!IsIdentifier(test.name))
      Fail("case name '" + test.name + "': letters, digits and _ alone");
    for (const RulesCase& other : *cases) {
      if (other.name == test.name) Fail("two cases named '" + test.name + "'");
    }
    cases->push_back(std::move(test));
  }
}

// All cases, and what kept a file from being read.
struct Collection {
  std::vector<RulesCase> cases;
  std::vector<std::string> errors;
};

const Collection& Collected() {
  static const Collection collection = [] {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
      if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    Collection result;
    for (const std::filesystem::path& file : files) {
      try {
        LoadFile(file, &result.cases);
      } catch (const toml::parse_error& error) {
        std::ostringstream place;
        place << error.source().begin;
        result.errors.push_back(file.filename().string() + ", " + place.str() + ": " +
                                std::string(error.description()));
      } catch (const std::exception& error) {
        result.errors.push_back(file.filename().string() + ": " + error.what());
      }
    }
    return result;
  }();
  return collection;
}

// A value of a case as a list of texts: a single value is a list of one.
std::vector<std::string> Texts(const toml::node& node) {
  if (const auto* text = node.as_string()) return {text->get()};
  if (const auto* number = node.as_integer()) return {std::to_string(number->get())};
  if (const auto* flag = node.as_boolean()) return {flag->get() ? "true" : "false"};
  const toml::array* array = node.as_array();
  if (array == nullptr) Fail("expected a text, a number, true, false, or a list of them");
  std::vector<std::string> texts;
  for (const toml::node& item : *array) {
    if (item.is_array()) Fail("expected no list in a list");
    texts.push_back(Texts(item)[0]);
  }
  return texts;
}

std::vector<std::string> TextsAt(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  return node == nullptr ? std::vector<std::string>() : Texts(*node);
}

constexpr std::string_view kAnyWord = "?";
constexpr std::string_view kAnyWords = "...";

// Word by word; `?` stands for any word, `...` at the end for any words.
bool MatchesInOrder(const std::string& expected, const std::string& actual) {
  const std::vector<std::string> want = Words(expected);
  const std::vector<std::string> have = Words(actual);
  for (size_t i = 0; i < want.size(); ++i) {
    if (want[i] == kAnyWords && i + 1 == want.size()) return true;
    if (i >= have.size() || (want[i] != kAnyWord && want[i] != have[i])) return false;
  }
  return want.size() == have.size();
}

// The same for words whose order means nothing.
bool MatchesInAnyOrder(const std::string& expected, const std::string& actual) {
  std::vector<std::string> have = Words(actual);
  size_t any = 0;
  bool more = false;
  for (const std::string& word : Words(expected)) {
    if (word == kAnyWord) {
      ++any;
    } else if (word == kAnyWords) {
      more = true;
    } else {
      const auto found = std::find(have.begin(), have.end(), word);
      if (found == have.end()) return false;
      have.erase(found);
    }
  }
  return more ? have.size() >= any : have.size() == any;
}

// The parts of a state that a case can speak of.
struct StateField {
  bool ordered;
  std::function<std::vector<std::string>(const Rules&, const State&)> texts;
};

const std::map<std::string, StateField, std::less<>>& StateFields() {
  using Texts = std::vector<std::string>;
  static const auto fields = [] {
    std::map<std::string, StateField, std::less<>> all;
    const auto one = [&all](const char* key, bool ordered, auto text) {
      all[key] = {ordered, [text](const Rules& r, const State& s) { return Texts{text(r, s)}; }};
    };
    const auto number = [&one](const char* key, auto value) {
      one(key, true,
          [value](const Rules& r, const State& s) { return std::to_string(value(r, s)); });
    };
    const auto by_seat = [&all](const char* key, bool ordered, auto text) {
      all[key] = {ordered, [text](const Rules& r, const State& s) {
                    Texts texts;
                    for (int seat = 0; seat < s.player_count; ++seat)
                      texts.push_back(text(r, s, seat));
                    return texts;
                  }};
    };
    const auto number_by_seat = [&by_seat](const char* key, auto value) {
      by_seat(key, true, [value](const Rules& r, const State& s, int seat) {
        return std::to_string(value(r, s, seat));
      });
    };
    const auto player = [](const State& s, int seat) -> const Player& {
      return s.players[static_cast<size_t>(seat)];
    };

    number("seat", [](const Rules&, const State& s) { return CoatlGame::SeatToAct(s); });
    one("over", true, [](const Rules&, const State& s) {
      return std::string(CoatlGame::IsTerminal(s) ? "true" : "false");
    });
    number("turns", [](const Rules&, const State& s) { return s.turns; });
    one("end", true, [](const Rules&, const State& s) { return std::string(EndText(s.end)); });
    number_by_seat("points",
                   [](const Rules&, const State& s, int i) { return ScoreOf(s, i).points; });
    number_by_seat("cards",
                   [](const Rules&, const State& s, int i) { return ScoreOf(s, i).cards; });
    number_by_seat("best", [](const Rules&, const State& s, int i) { return ScoreOf(s, i).best; });
    all["winners"] = {true, [](const Rules& r, const State& s) {
                        if (!CoatlGame::IsTerminal(s)) return Texts{"not over"};
                        Texts winners;
                        const Outcome outcome = CoatlGame::OutcomeOf(r, s);
                        for (int seat = 0; seat < outcome.seats; ++seat) {
                          const auto i = static_cast<size_t>(seat);
                          if (outcome.rank[i] == 1 && outcome.win12[i] > 0) {
                            winners.push_back(std::to_string(seat));
                          }
                        }
                        return winners;
                      }};

    all["supply"] = {false, [](const Rules& r, const State& s) {
                       Texts spaces;
                       for (size_t i = 0; i < r.config().supply.size(); ++i)
                         spaces.push_back(SpaceText(s, i));
                       return spaces;
                     }};
    one("bags", false, [](const Rules&, const State& s) { return BagText(s); });
    all["bag_sizes"] = {true, [](const Rules&, const State& s) {
                          std::array<int, kParts> sizes{};
                          for (Piece piece = 0; piece < kPieces; ++piece) {
                            sizes[static_cast<size_t>(PartOf(piece))] += s.bag[piece];
                          }
                          Texts texts;
                          for (const int size : sizes) texts.push_back(std::to_string(size));
                          return texts;
                        }};
    one("row", true, [](const Rules& r, const State& s) { return RowText(r, s); });
    number("deck_size", [](const Rules&, const State& s) { return s.deck.size(); });
    one("discards", false, [](const Rules& r, const State& s) { return DiscardsText(r, s); });
    all["tops"] = {true, [](const Rules& r, const State& s) {
                     return Texts{TopText(r, s, 0), TopText(r, s, 1)};
                   }};
    all["pile_sizes"] = {true, [](const Rules&, const State& s) {
                           Texts sizes;
                           for (size_t pile = 0; pile < kPiles; ++pile) {
                             const int top = s.tops[pile] == kNoCard ? 0 : 1;
                             sizes.push_back(std::to_string(std::popcount(s.piles[pile]) + top));
                           }
                           return sizes;
                         }};

    by_seat("hand", false,
            [=](const Rules& r, const State& s, int i) { return HandText(r, player(s, i)); });
    by_seat("board", false,
            [=](const Rules&, const State& s, int i) { return BoardText(player(s, i)); });
    by_seat("temples", false,
            [=](const Rules& r, const State& s, int i) { return TemplesText(r, player(s, i)); });
    by_seat("tokens", false, [](const Rules&, const State& s, int i) { return TokensText(s, i); });
    by_seat("coatls", true,
            [=](const Rules& r, const State& s, int i) { return CoatlsText(r, player(s, i)); });
    return all;
  }();
  return fields;
}

// The printed game with the changes that the case asks for.
Rules RulesOf(const toml::table& test) {
  const Rules base = BaseRulesWith(TextsAt(test, "set"));
  const auto only = [&test](const char* key, auto cards) {
    if (!test.contains(key)) return cards;
    const std::vector<std::string> ids = Words(TextsAt(test, key).at(0));
    decltype(cards) kept;
    for (const std::string& id : ids) {
      const auto found =
          std::find_if(cards.begin(), cards.end(), [&](const auto& card) { return card.id == id; });
      if (found == cards.end()) Fail("no card '" + id + "'");
      kept.push_back(*found);
    }
    return kept;
  };
  return Rules(base.name(), base.config(), only("only_prophecies", base.prophecies()),
               only("only_temples", base.temples()));
}

int PlayersOf(const toml::table& test) {
  const int64_t players = test["players"].value_or(int64_t{2});
  if (players < CoatlGame::kMinPlayers || players > CoatlGame::kMaxPlayers) Fail("players: 2 to 4");
  return static_cast<int>(players);
}

State FirstPosition(const Rules& rules, const toml::table& test, std::string_view key,
                    uint64_t deal) {
  if (!test.contains(key)) return CoatlGame::Setup(rules, PlayersOf(test), deal);
  const toml::table* given = test[key].as_table();
  if (given == nullptr) Fail(std::string(key) + " is no table");
  return BuildPosition(rules, PlayersOf(test), *given, deal);
}

std::vector<std::string> LegalTexts(const Rules& rules, const State& state) {
  MoveList moves;
  CoatlGame::LegalMoves(rules, state, &moves);
  std::vector<std::string> texts;
  for (const Move& move : moves) texts.push_back(CoatlGame::MoveText(rules, move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// One playthrough of a case.
class Playthrough {
 public:
  // What the fields under `varied` held, over all deals.
  using Varied = std::map<std::string, std::set<std::vector<std::string>>>;

  Playthrough(const Rules& rules, State state, Varied* varied)
      : rules_(rules), state_(state), varied_(varied) {}

  void Step(const toml::table& step) {
    static const std::set<std::string_view> own_keys{"legal",  "includes", "excludes", "do",
                                                     "events", "tells",    "silent",   "varied"};
    for (const auto& [key, value] : step) {
      if (!own_keys.contains(key.str()) && !StateFields().contains(key.str())) {
        Fail("unknown key '" + std::string(key.str()) + "' in a step");
      }
    }
    CheckLegal(step);
    log_.events.clear();
    for (const std::string& move : TextsAt(step, "do")) {
      Play(move);
      if (testing::Test::HasFatalFailure()) return;
    }
    CheckEvents(step);
    CheckState(step);
  }

 private:
  void CheckLegal(const toml::table& step) {
    const std::vector<std::string> legal = LegalTexts(rules_, state_);
    const auto has = [&](const std::string& move) {
      return std::find(legal.begin(), legal.end(), move) != legal.end();
    };
    if (step.contains("legal")) {
      std::vector<std::string> expected = TextsAt(step, "legal");
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(legal, expected) << "the legal moves";
    }
    for (const std::string& move : TextsAt(step, "includes")) {
      EXPECT_TRUE(has(Canonical(move))) << "should be legal: " << move << AllOf(legal);
    }
    for (const std::string& move : TextsAt(step, "excludes")) {
      EXPECT_FALSE(has(Canonical(move))) << "should not be legal: " << move << AllOf(legal);
    }
  }

  // The move as it is listed; what is no move at all is a slip of the case.
  std::string Canonical(const std::string& text) const {
    const std::optional<Move> move = CoatlGame::ParseMove(rules_, text);
    if (!move) Fail("no move: '" + text + "'");
    EXPECT_EQ(CoatlGame::MoveText(rules_, *move), text) << "a move has one spelling";
    return CoatlGame::MoveText(rules_, *move);
  }

  void Play(const std::string& text) {
    const std::vector<std::string> legal = LegalTexts(rules_, state_);
    ASSERT_EQ(std::set(legal.begin(), legal.end()).size(), legal.size())
        << "a choice listed twice" << AllOf(legal);
    ASSERT_TRUE(std::find(legal.begin(), legal.end(), Canonical(text)) != legal.end())
        << "cannot be played: " << text << AllOf(legal);
    const int seat = CoatlGame::SeatToAct(state_);
    const size_t before = log_.events.size();
    CoatlGame::Apply(rules_, &state_, *CoatlGame::ParseMove(rules_, text), &log_);
    std::string why;
    ASSERT_TRUE(CoatlGame::IsConsistent(rules_, state_, &why)) << "after " << text << ": " << why;
    for (size_t i = before; i < log_.events.size(); ++i) {
      EXPECT_EQ(log_.events[i].seat, seat)
          << EventText(rules_, log_.events[i]) << " is told of another seat";
    }
  }

  void CheckEvents(const toml::table& step) const {
    std::vector<std::string> told;
    told.reserve(log_.events.size());
    for (const Event& event : log_.events) told.push_back(EventText(rules_, event));
    if (step.contains("events")) {
      const std::vector<std::string> expected = TextsAt(step, "events");
      bool same = expected.size() == told.size();
      for (size_t i = 0; same && i < told.size(); ++i) same = MatchesInOrder(expected[i], told[i]);
      EXPECT_TRUE(same) << "expected events:" << AllOf(expected) << "\nevents:" << AllOf(told);
    }
    size_t from = 0;
    for (const std::string& expected : TextsAt(step, "tells")) {
      while (from < told.size() && !MatchesInOrder(expected, told[from])) ++from;
      EXPECT_LT(from++, told.size())
          << "no event (any more): " << expected << "\nevents:" << AllOf(told);
    }
    for (const std::string& forbidden : TextsAt(step, "silent")) {
      for (const std::string& event : told) {
        EXPECT_FALSE(MatchesInOrder(forbidden, event)) << "event: " << event;
      }
    }
  }

  void CheckState(const toml::table& step) {
    for (const auto& [key, field] : StateFields()) {
      if (!step.contains(key)) continue;
      const std::vector<std::string> expected = TextsAt(step, key);
      const std::vector<std::string> actual = field.texts(rules_, state_);
      bool same = expected.size() == actual.size();
      for (size_t i = 0; same && i < actual.size(); ++i) {
        same = field.ordered ? MatchesInOrder(expected[i], actual[i])
                             : MatchesInAnyOrder(expected[i], actual[i]);
      }
      EXPECT_TRUE(same) << key << " should be:" << AllOf(expected) << "\nbut is:" << AllOf(actual);
    }
    for (const std::string& key : TextsAt(step, "varied")) {
      const auto field = StateFields().find(key);
      if (field == StateFields().end()) Fail("varied: unknown '" + key + "'");
      (*varied_)[key].insert(field->second.texts(rules_, state_));
    }
  }

  static std::string AllOf(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += "\n  " + text;
    return all;
  }

  const Rules& rules_;
  State state_;
  Varied* varied_;
  EventLog log_;
};

void PlaySteps(const Rules& rules, const toml::table& test) {
  const toml::array* steps = test["steps"].as_array();
  if (steps == nullptr || steps->empty()) Fail("steps is no list of steps");
  Playthrough::Varied varied;
  for (uint64_t deal = 0; deal < kDeals; ++deal) {
    SCOPED_TRACE("deal " + std::to_string(deal));
    Playthrough playthrough(rules, FirstPosition(rules, test, "given", deal), &varied);
    for (size_t i = 0; i < steps->size(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i + 1));
      if (!(*steps)[i].is_table()) Fail("a step that is no table");
      playthrough.Step(*(*steps)[i].as_table());
      // Later steps of a broken case, and further deals, say nothing new.
      if (testing::Test::HasFailure()) return;
    }
  }
  for (const auto& [field, values] : varied)
    EXPECT_GT(values.size(), 1U) << field << " is the same in every deal";
}

// Two positions: who can tell them apart?
void CompareViews(const Rules& rules, const toml::table& test) {
  const State first = FirstPosition(rules, test, "given", 1);
  const State second = FirstPosition(rules, test, "other", 1);
  const auto same = [&](const std::string& seat_text) {
    const int seat = std::stoi(seat_text);
    return CoatlGame::SameView(CoatlGame::Observe(rules, first, seat),
                               CoatlGame::Observe(rules, second, seat));
  };
  for (const std::string& seat : TextsAt(test, "same_for"))
    EXPECT_TRUE(same(seat)) << "seat " << seat;
  for (const std::string& seat : TextsAt(test, "different_for"))
    EXPECT_FALSE(same(seat)) << "seat " << seat;
}

// `pattern` is met so many times by each coatl of `counts`.
void CountMatches(const Rules& rules, const toml::table& test) {
  const auto parsed = ParsePattern(RequiredText(test, "pattern"));
  if (!std::holds_alternative<Pattern>(parsed)) Fail("no pattern");
  const Pattern& pattern = std::get<Pattern>(parsed);
  const bool open_end = rules.config().open_end_satisfies_not;
  std::vector<Level> levels;
  for (uint8_t times = 1; times <= 12; ++times) levels.push_back({times, times});
  const Matcher matcher({{pattern, levels}}, open_end);
  const toml::table* counts = test["counts"].as_table();
  if (counts == nullptr || counts->empty()) Fail("counts is no table");
  for (const auto& [coatl, node] : *counts) {
    const Serpent serpent = ParseSerpent(coatl.str());
    const auto times = node.value<int>();
    if (!times) Fail("counts holds no number");
    EXPECT_EQ(CountPlain(pattern, serpent, open_end), *times) << coatl.str() << ", plain matcher";
    EXPECT_EQ(matcher.Times(0, serpent), *times) << coatl.str();
  }
}

int PointsOfCard(const Rules& rules, std::string_view id, const Serpent& serpent) {
  if (const auto kind = rules.FindProphecy(id)) return rules.matcher().Points(*kind, serpent);
  if (const auto temple = rules.FindTemple(id)) return rules.temples()[*temple].Points(serpent);
  Fail("no card '" + std::string(id) + "'");
}

// Each coatl of `scores` with what single cards pay on it, and what those pay together under
// `total`.
void ScoreCards(const Rules& rules, const toml::table& test) {
  const toml::table* scores = test["scores"].as_table();
  if (scores == nullptr || scores->empty()) Fail("scores is no table");
  for (const auto& [coatl, cards] : *scores) {
    SCOPED_TRACE(coatl.str());
    const Serpent serpent = ParseSerpent(coatl.str());
    if (!cards.is_table() || cards.as_table()->empty()) Fail("scores holds no cards");
    int sum = 0;
    std::optional<int> total;
    for (const auto& [id, node] : *cards.as_table()) {
      const auto expected = node.value<int>();
      if (!expected) Fail("scores holds no number");
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

void CheckPatterns(const toml::table& test) {
  const auto is_pattern = [](const std::string& text) {
    return std::holds_alternative<Pattern>(ParsePattern(text));
  };
  for (const std::string& text : TextsAt(test, "patterns")) EXPECT_TRUE(is_pattern(text)) << text;
  for (const std::string& text : TextsAt(test, "no_patterns"))
    EXPECT_FALSE(is_pattern(text)) << text;
}

class CoatlRules : public testing::TestWithParam<RulesCase> {};

TEST_P(CoatlRules, Case) {
  const toml::table& test = GetParam().table;
  SCOPED_TRACE(GetParam().file + ", line " + std::to_string(GetParam().line) + ": " +
               RequiredText(test, "rule"));
  static const std::set<std::string_view> known_keys{
      "name",         "section", "rule",   "players",  "set",        "only_prophecies",
      "only_temples", "given",   "steps",  "other",    "same_for",   "different_for",
      "pattern",      "counts",  "scores", "patterns", "no_patterns"};
  for (const auto& [key, value] : test) {
    EXPECT_TRUE(known_keys.contains(key.str())) << "unknown key '" << key.str() << "'";
  }
  const Rules rules = RulesOf(test);
  bool any = false;
  const auto part = [&](const char* key, const auto& check) {
    if (!test.contains(key)) return;
    any = true;
    check();
  };
  part("steps", [&] { PlaySteps(rules, test); });
  part("other", [&] { CompareViews(rules, test); });
  part("pattern", [&] { CountMatches(rules, test); });
  part("scores", [&] { ScoreCards(rules, test); });
  part("no_patterns", [&] { CheckPatterns(test); });
  EXPECT_TRUE(any) << "the case checks nothing";
}

INSTANTIATE_TEST_SUITE_P(, CoatlRules, testing::ValuesIn(Collected().cases),
                         [](const auto& tested) { return tested.param.name; });

TEST(CoatlRulesFiles, CanBeRead) {
  for (const std::string& error : Collected().errors) ADD_FAILURE() << error;
  EXPECT_FALSE(Collected().cases.empty());
}

// README.md ends with the sentences of the rules and the cases that check each: "| `take.fits` |
// sentence | cases |".
TEST(CoatlRulesFiles, EverySentenceHasACase) {
  std::map<std::string, std::string> cases_of;
  for (const RulesCase& test : Collected().cases) {
    std::string& cases = cases_of[test.section];
    cases += (cases.empty() ? "" : ", ") + test.name;
  }
  std::ifstream readme(kFolder / "README.md");
  ASSERT_TRUE(readme.is_open());
  size_t sentences = 0;
  bool in_list = false;
  for (std::string line; std::getline(readme, line);) {
    in_list = in_list || line == "## Which sentence is checked where";
    if (!in_list || !line.starts_with("| `")) continue;
    ++sentences;
    const size_t key_end = line.find('`', 3);
    const std::string section = line.substr(3, key_end - 3);
    const size_t cell = line.rfind(" | ");
    ASSERT_NE(cell, std::string::npos) << line;
    const std::string listed = line.substr(cell + 3);
    EXPECT_TRUE(cases_of.contains(section)) << "no case for " << section;
    EXPECT_EQ(listed, cases_of[section] + " |") << "README.md, cases of " << section;
    cases_of.erase(section);
  }
  EXPECT_GT(sentences, 0U);
  for (const auto& [section, cases] : cases_of) {
    ADD_FAILURE() << "README.md has no line for section " << section << " (" << cases << ")";
  }
}

}  // namespace
}  // namespace prestige::coatl
