#pragma once

#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/game.h"
#include "engine/core/outcome.h"

// Rules cases as data: files of `[[case]]` tables in tests/rules/GAME, each case an example of one
// sentence of the rules. What is the same for every game is here; README.md in each folder tells
// how to read the cases. A slip of a case is thrown as std::invalid_argument with what is wrong.
namespace prestige::testing {

// What a case says holds whatever chance does: it is played with so many deals.
inline constexpr uint64_t kDealsOfACase = 10;

struct RulesFileCase {
  std::string file;
  std::string name;
  std::string section;
  uint32_t line;
  toml::table table;
};
// Only for the lists of tests that GoogleTest prints.
void PrintTo(const RulesFileCase& test, std::ostream* out);

// All cases of a folder, and what kept a file from being read.
struct RulesFiles {
  std::vector<RulesFileCase> cases;
  std::vector<std::string> errors;
};
RulesFiles ReadRulesFiles(const std::filesystem::path& folder);

// That every file can be read, and that README.md ends with the sentences of the rules and the
// cases that check each: "| `take.fits` | sentence | cases |".
void ExpectFilesCanBeRead(const RulesFiles& files);
void ExpectEverySentenceHasACase(const std::filesystem::path& folder, const RulesFiles& files);

[[noreturn]] void FailCase(const std::string& what);
std::string RequiredText(const toml::table& table, std::string_view key);
// A value of a case as a list of texts: a single value is a list of one, a missing one is empty.
std::vector<std::string> TextsAt(const toml::table& table, std::string_view key);
std::vector<std::string> WordsOf(std::string_view text);
std::string JoinedWords(const std::vector<std::string>& words);
// The texts one a line, for messages.
std::string OneALine(const std::vector<std::string>& texts);

// Word by word; `?` stands for any word, `...` at the end for any words.
bool MatchesInOrder(const std::string& expected, const std::string& actual);
// The same for words whose order means nothing.
bool MatchesInAnyOrder(const std::string& expected, const std::string& actual);

// A part of a state that a case can speak of.
template <Game G>
struct StateField {
  bool ordered;
  std::function<std::vector<std::string>(const typename G::Rules&, const typename G::State&)> texts;
};
template <Game G>
using StateFieldMap = std::map<std::string, StateField<G>, std::less<>>;

// For building that map.
template <Game G>
class StateFieldsBuilder {
 public:
  using Rules = typename G::Rules;
  using State = typename G::State;

  template <class TextOf>  // (rules, state)
  void One(const char* key, bool ordered, TextOf text) {
    fields_[key] = {ordered, [text](const Rules& r, const State& s) {
                      return std::vector<std::string>{text(r, s)};
                    }};
  }
  template <class ValueOf>  // (rules, state)
  void Number(const char* key, ValueOf value) {
    One(key, true, [value](const Rules& r, const State& s) { return std::to_string(value(r, s)); });
  }
  template <class TextOf>  // (rules, state, seat)
  void BySeat(const char* key, bool ordered, TextOf text) {
    fields_[key] = {ordered, [text](const Rules& r, const State& s) {
                      std::vector<std::string> texts;
                      for (int seat = 0; seat < s.player_count; ++seat) {
                        texts.push_back(text(r, s, seat));
                      }
                      return texts;
                    }};
  }
  template <class ValueOf>  // (rules, state, seat)
  void NumberBySeat(const char* key, ValueOf value) {
    BySeat(key, true, [value](const Rules& r, const State& s, int seat) {
      return std::to_string(value(r, s, seat));
    });
  }
  template <class TextsOf>  // (rules, state)
  void List(const char* key, bool ordered, TextsOf texts) {
    fields_[key] = {ordered, texts};
  }

  // The fields that every game has: who acts, whether the game is over, who has won.
  void AddCommon() {
    Number("seat", [](const Rules&, const State& s) { return G::SeatToAct(s); });
    One("over", true, [](const Rules&, const State& s) {
      return std::string(G::IsTerminal(s) ? "true" : "false");
    });
    Number("turns", [](const Rules&, const State& s) { return s.turns; });
    List("winners", true, [](const Rules& r, const State& s) {
      if (!G::IsTerminal(s)) return std::vector<std::string>{"not over"};
      std::vector<std::string> winners;
      const Outcome outcome = G::OutcomeOf(r, s);
      for (int seat = 0; seat < outcome.seats; ++seat) {
        const auto i = static_cast<size_t>(seat);
        if (outcome.rank[i] == 1 && outcome.win12[i] > 0) winners.push_back(std::to_string(seat));
      }
      return winners;
    });
  }

  StateFieldMap<G> Take() { return std::move(fields_); }

 private:
  StateFieldMap<G> fields_;
};

// One playthrough of a case. Traits have the types and functions
//   Game
//   static const StateFieldMap<Game>& Fields();
//   static std::string EventText(rules, event);  // an event in one line of words
//   static State BuildPosition(rules, players, given, key);
template <class Traits>
class Playthrough {
 public:
  using G = typename Traits::Game;
  using Rules = typename G::Rules;
  using State = typename G::State;
  // What the fields under `varied` held, over all deals.
  using Varied = std::map<std::string, std::set<std::vector<std::string>>>;

  Playthrough(const Rules& rules, State state, Varied* varied)
      : rules_(rules), state_(state), varied_(varied) {}

  void Step(const toml::table& step) {
    static const std::set<std::string_view> own_keys{"legal",  "includes", "excludes", "do",
                                                     "events", "tells",    "silent",   "varied"};
    for (const auto& [key, value] : step) {
      if (!own_keys.contains(key.str()) && !Traits::Fields().contains(key.str())) {
        FailCase("unknown key '" + std::string(key.str()) + "' in a step");
      }
    }
    CheckLegal(step);
    log_.events.clear();
    for (const std::string& move : TextsAt(step, "do")) {
      Play(move);
      if (::testing::Test::HasFatalFailure()) return;
    }
    CheckEvents(step);
    CheckState(step);
  }

 private:
  std::vector<std::string> LegalTexts() const {
    typename G::MoveList moves;
    G::LegalMoves(rules_, state_, &moves);
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(G::MoveText(rules_, move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  void CheckLegal(const toml::table& step) {
    const std::vector<std::string> legal = LegalTexts();
    const auto has = [&](const std::string& move) {
      return std::find(legal.begin(), legal.end(), move) != legal.end();
    };
    if (step.contains("legal")) {
      std::vector<std::string> expected = TextsAt(step, "legal");
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(legal, expected) << "the legal moves";
    }
    for (const std::string& move : TextsAt(step, "includes")) {
      EXPECT_TRUE(has(Canonical(move))) << "should be legal: " << move << OneALine(legal);
    }
    for (const std::string& move : TextsAt(step, "excludes")) {
      EXPECT_FALSE(has(Canonical(move))) << "should not be legal: " << move << OneALine(legal);
    }
  }

  // The move as it is listed; what is no move at all is a slip of the case.
  std::string Canonical(const std::string& text) const {
    const auto move = G::ParseMove(rules_, text);
    if (!move) FailCase("no move: '" + text + "'");
    EXPECT_EQ(G::MoveText(rules_, *move), text) << "a move has one spelling";
    return G::MoveText(rules_, *move);
  }

  void Play(const std::string& text) {
    const std::vector<std::string> legal = LegalTexts();
    ASSERT_EQ(std::set(legal.begin(), legal.end()).size(), legal.size())
        << "a choice listed twice" << OneALine(legal);
    ASSERT_TRUE(std::find(legal.begin(), legal.end(), Canonical(text)) != legal.end())
        << "cannot be played: " << text << OneALine(legal);
    const int seat = G::SeatToAct(state_);
    const size_t before = log_.events.size();
    G::Apply(rules_, &state_, *G::ParseMove(rules_, text), &log_);
    std::string why;
    ASSERT_TRUE(G::IsConsistent(rules_, state_, &why)) << "after " << text << ": " << why;
    for (size_t i = before; i < log_.events.size(); ++i) {
      if (log_.events[i].seat >= G::kMaxPlayers) continue;  // a seat that the rules play
      EXPECT_EQ(log_.events[i].seat, seat)
          << Traits::EventText(rules_, log_.events[i]) << " is told of another seat";
    }
  }

  void CheckEvents(const toml::table& step) const {
    std::vector<std::string> told;
    told.reserve(log_.events.size());
    for (const Event& event : log_.events) told.push_back(Traits::EventText(rules_, event));
    if (step.contains("events")) {
      const std::vector<std::string> expected = TextsAt(step, "events");
      bool same = expected.size() == told.size();
      for (size_t i = 0; same && i < told.size(); ++i) same = MatchesInOrder(expected[i], told[i]);
      EXPECT_TRUE(same) << "expected events:" << OneALine(expected)
                        << "\nevents:" << OneALine(told);
    }
    size_t from = 0;
    for (const std::string& expected : TextsAt(step, "tells")) {
      while (from < told.size() && !MatchesInOrder(expected, told[from])) ++from;
      EXPECT_LT(from++, told.size())
          << "no event (any more): " << expected << "\nevents:" << OneALine(told);
    }
    for (const std::string& forbidden : TextsAt(step, "silent")) {
      for (const std::string& event : told) {
        EXPECT_FALSE(MatchesInOrder(forbidden, event)) << "event: " << event;
      }
    }
  }

  void CheckState(const toml::table& step) {
    for (const auto& [key, field] : Traits::Fields()) {
      if (!step.contains(key)) continue;
      const std::vector<std::string> expected = TextsAt(step, key);
      const std::vector<std::string> actual = field.texts(rules_, state_);
      bool same = expected.size() == actual.size();
      for (size_t i = 0; same && i < actual.size(); ++i) {
        same = field.ordered ? MatchesInOrder(expected[i], actual[i])
                             : MatchesInAnyOrder(expected[i], actual[i]);
      }
      EXPECT_TRUE(same) << key << " should be:" << OneALine(expected)
                        << "\nbut is:" << OneALine(actual);
    }
    for (const std::string& key : TextsAt(step, "varied")) {
      const auto field = Traits::Fields().find(key);
      if (field == Traits::Fields().end()) FailCase("varied: unknown '" + key + "'");
      (*varied_)[key].insert(field->second.texts(rules_, state_));
    }
  }

  const Rules& rules_;
  State state_;
  Varied* varied_;
  EventLog log_;
};

// The position under a key of the case, or a fresh deal where there is none.
template <class Traits>
typename Traits::Game::State FirstPosition(const typename Traits::Game::Rules& rules,
                                           const toml::table& test, std::string_view key,
                                           uint64_t deal) {
  using G = typename Traits::Game;
  const int64_t players = test["players"].value_or(std::min<int64_t>(2, G::kMaxPlayers));
  if (players < G::kMinPlayers || players > G::kMaxPlayers) FailCase("players: out of range");
  if (!test.contains(key)) return G::Setup(rules, static_cast<int>(players), deal);
  const toml::table* given = test[key].as_table();
  if (given == nullptr) FailCase(std::string(key) + " is no table");
  return Traits::BuildPosition(rules, static_cast<int>(players), *given, deal);
}

// Plays the steps of a case in every deal.
template <class Traits>
void PlaySteps(const typename Traits::Game::Rules& rules, const toml::table& test) {
  const toml::array* steps = test["steps"].as_array();
  if (steps == nullptr || steps->empty()) FailCase("steps is no list of steps");
  typename Playthrough<Traits>::Varied varied;
  for (uint64_t deal = 0; deal < kDealsOfACase; ++deal) {
    SCOPED_TRACE("deal " + std::to_string(deal));
    Playthrough<Traits> playthrough(rules, FirstPosition<Traits>(rules, test, "given", deal),
                                    &varied);
    for (size_t i = 0; i < steps->size(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i + 1));
      if (!(*steps)[i].is_table()) FailCase("a step that is no table");
      playthrough.Step(*(*steps)[i].as_table());
      // Later steps of a broken case, and further deals, say nothing new.
      if (::testing::Test::HasFailure()) return;
    }
  }
  for (const auto& [field, values] : varied) {
    EXPECT_GT(values.size(), 1U) << field << " is the same in every deal";
  }
}

// Two positions, `given` and `other`: who can tell them apart?
template <class Traits>
void CompareViews(const typename Traits::Game::Rules& rules, const toml::table& test) {
  using G = typename Traits::Game;
  const auto first = FirstPosition<Traits>(rules, test, "given", 1);
  const auto second = FirstPosition<Traits>(rules, test, "other", 1);
  const auto same = [&](const std::string& seat_text) {
    const int seat = std::stoi(seat_text);
    return G::SameView(G::Observe(rules, first, seat), G::Observe(rules, second, seat));
  };
  for (const std::string& seat : TextsAt(test, "same_for")) {
    EXPECT_TRUE(same(seat)) << "seat " << seat;
  }
  for (const std::string& seat : TextsAt(test, "different_for")) {
    EXPECT_FALSE(same(seat)) << "seat " << seat;
  }
}

// Runs the parts of a case that are there; a case without any checks nothing and fails.
// `parts` are the keys that start one, each with what it does; `known_keys` all that a case may
// have besides.
using CaseParts = std::vector<std::pair<std::string_view, std::function<void()>>>;
void RunCase(const RulesFileCase& test, std::set<std::string_view> known_keys,
             const CaseParts& parts);

}  // namespace prestige::testing
