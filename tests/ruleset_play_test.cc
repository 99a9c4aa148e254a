#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/rng.h"
#include "sim/coatl/ruleset.h"

// Whatever ruleset the loader accepts can be played: games end, nothing is lost on the way. The
// rulesets here are drawn from the whole range of every field, its ends more often than not.
namespace prestige::coatl {
namespace {

namespace fs = std::filesystem;

class Draws {
 public:
  explicit Draws(uint64_t key) : stream_(key) {}
  size_t Below(size_t bound) { return stream_.Below(static_cast<uint32_t>(bound)); }
  // Between the two, both included; one of the two half of the time.
  size_t Between(size_t least, size_t most) {
    if (Below(2) == 0) return Below(2) == 0 ? least : most;
    return least + Below(most - least + 1);
  }

 private:
  Stream stream_;
};

std::string Set(const std::string& key, size_t value) { return key + "=" + std::to_string(value); }

std::string Bag(Draws& draws, const std::string& key, size_t most) {
  std::string text = key + "={";
  size_t left = draws.Between(key == "body" ? 2 : 0, most);
  for (size_t c = 0; c < kColors; ++c) {
    const size_t count = c + 1 == kColors ? left : draws.Below(left + 1);
    left -= count;
    text += (c == 0 ? "" : ",") + std::string(1, kColorLetters[c]) + "=" + std::to_string(count);
  }
  return text + "}";
}

std::vector<std::string> DrawSets(Draws& draws) {
  std::vector<std::string> sets;
  // A field in two is left as it is in the base game: else hardly any ruleset would be accepted.
  const auto maybe = [&](const std::string& set) {
    if (draws.Below(2) == 0) sets.push_back(set);
  };
  maybe(Bag(draws, "body", kMaxBodies));
  maybe(Bag(draws, "heads", kMaxEndPieces));
  maybe(Bag(draws, "tails", kMaxEndPieces));
  std::string supply = "supply=[\"body\"";
  const size_t spaces = draws.Between(0, kMaxSpaces - 1);
  constexpr std::string_view kParts[] = {",\"body\"", ",\"head\"", ",\"tail\""};
  for (size_t i = 0; i < spaces; ++i) supply += kParts[draws.Below(3)];
  maybe(supply + "]");
  maybe(Set("segments_per_space", draws.Between(1, kMaxPerSpace)));
  maybe(Set("board", draws.Between(1, kMaxBoard)));
  maybe(Set("row", draws.Between(0, kMaxRow)));
  maybe("deal=[" + std::to_string(draws.Between(0, kMaxHand)) + "," +
        std::to_string(draws.Between(0, kMaxHand)) + "," +
        std::to_string(draws.Between(0, kMaxHand)) + "," +
        std::to_string(draws.Between(0, kMaxHand)) + "]");
  const size_t hand_limit = draws.Between(1, kMaxHand);
  maybe(Set("hand_limit", hand_limit));
  maybe(Set("keep", draws.Between(0, hand_limit)));
  maybe(Set("keep_at_least", draws.Between(0, 2)));
  maybe(Set("deal_temples", draws.Between(0, kMaxTempleHand)));
  maybe(Set("odd_temple_pile", draws.Below(kPiles)));
  maybe(draws.Below(2) == 0 ? "tokens=false" : "tokens=[\"see-the-future\"]");
  maybe(Set("max_incomplete", draws.Between(1, kMaxCoatls)));
  maybe(Set("max_coatls", draws.Between(1, kMaxCoatls)));
  maybe(Set("min_prophecies", draws.Between(0, kMaxOnCoatl)));
  maybe(Set("max_prophecies", draws.Between(1, kMaxOnCoatl)));
  maybe("open_end_satisfies_not=false");
  maybe(Set("end_coatls", draws.Between(1, kMaxCoatls)));
  maybe("end_bodies=false");
  maybe(Set("last_actions_after", draws.Between(0, kMaxLastActions)));
  maybe(Set("last_actions_before", draws.Between(0, kMaxLastActions)));
  maybe(Set("last_actions_bodies", draws.Between(0, kMaxLastActions)));
  return sets;
}

std::string DrawPattern(Draws& draws) {
  const auto color = [&draws] { return std::string(1, kColorLetters[draws.Below(kColors)]); };
  if (draws.Below(5) == 0) return "#" + color();
  std::string pattern = draws.Below(4) == 0 ? "!" + color() + " " : "";
  const size_t colors = draws.Between(1, 9);
  for (size_t i = 0; i < colors; ++i) {
    if (i > 0) pattern += draws.Below(5) == 0 ? " *+ " : " ";
    pattern += color() + (draws.Below(4) == 0 ? "+" : "");
  }
  return pattern + (draws.Below(4) == 0 ? " !" + color() : "");
}

// Decks of a few cards with many copies, and of many cards; easy ones among them, so that coameh
// are finished.
std::string DrawProphecies(Draws& draws) {
  std::string text = "id,frame,copies,pattern,levels\n";
  size_t left = draws.Between(1, kMaxCards);
  for (size_t kind = 0; left > 0; ++kind) {
    const size_t copies = std::min(left, draws.Below(6) == 0 ? left : 1 + draws.Below(4));
    left -= copies;
    size_t times = 0;
    std::string levels;
    for (size_t level = draws.Between(1, 16); level > 0; --level) {
      times += 1 + draws.Below(8);
      levels += (levels.empty() ? "" : " ") + std::to_string(times) + ":" +
                std::to_string(draws.Between(0, 255));
    }
    text += "P" + std::to_string(kind) + ",red," + std::to_string(copies) + "," +
            DrawPattern(draws) + "," + levels + "\n";
  }
  return text;
}

std::string DrawTemples(Draws& draws) {
  std::string text = "id,first,second,one,both\n";
  const size_t temples = draws.Between(0, kMaxTemples);
  for (size_t i = 0; i < temples; ++i) {
    text += "T" + std::to_string(i) + ",none " + kColorLetters[draws.Below(kColors)] + ",length " +
            std::to_string(draws.Between(1, kMaxLength)) + "," + std::to_string(draws.Below(256)) +
            ",255\n";
  }
  return text;
}

// Plays one game at random, looking at the state after every move, and returns whether it was as it
// should be.
void PlayAndCheck(const Rules& rules, int players, uint64_t key) {
  State state = CoatlGame::Setup(rules, players, key);
  Stream stream(SplitKey(key, 99));
  NoEvents events;
  std::string why;
  ASSERT_TRUE(CoatlGame::IsConsistent(rules, state, &why)) << why;
  int moves = 0;
  while (!CoatlGame::IsTerminal(state)) {
    const Choices choices(rules, state);
    ASSERT_GT(choices.size(), 0U);
    MoveList listed;
    CoatlGame::LegalMoves(rules, state, &listed);
    ASSERT_EQ(listed.size(), choices.size());
    const Move move = choices[stream.Below(static_cast<uint32_t>(choices.size()))];
    CoatlGame::Apply(rules, &state, move, &events);
    ASSERT_TRUE(CoatlGame::IsConsistent(rules, state, &why)) << why;
    ASSERT_LE(++moves, CoatlGame::MaxMoves(rules, players));
  }
}

TEST(RulesetPlay, WhateverIsAcceptedCanBePlayed) {
  std::string pattern = (fs::temp_directory_path() / "prestige_play_XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  fs::copy_file(fs::path(PRESTIGE_SOURCE_DIR) / "data/coatl/base.toml", folder / "base.toml");
  size_t played = 0;
  size_t rejected = 0;
  for (uint64_t round = 0; round < 1000 && !HasFatalFailure(); ++round) {
    Draws draws(SplitKey(2020, round));
    std::ofstream(folder / "prophecies.csv") << DrawProphecies(draws);
    std::ofstream(folder / "temples.csv") << DrawTemples(draws);
    const std::vector<std::string> sets = DrawSets(draws);
    const auto loaded = LoadRuleset({folder / "base.toml", sets});
    const auto* ruleset = std::get_if<LoadedRuleset>(&loaded);
    if (ruleset == nullptr) {
      ++rejected;
      continue;
    }
    SCOPED_TRACE(CanonicalConfig(ruleset->rules.config()));
    SCOPED_TRACE(CanonicalDeck(ruleset->rules.prophecies(), ruleset->rules.temples()));
    for (int players = 2; players <= 4; ++players) {
      if (!CheckPlayers(ruleset->rules, static_cast<size_t>(players)).ok()) break;
      PlayAndCheck(ruleset->rules, players, round);
      ++played;
    }
  }
  fs::remove_all(folder);
  EXPECT_GT(played, 200U);
  EXPECT_GT(rejected, 200U);
}

}  // namespace
}  // namespace prestige::coatl
