#include "sim/splendor/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/rng.h"
#include "engine/splendor/game.h"
#include "sim/config/content_hash.h"
#include "tests/splendor_rulesets.h"

namespace prestige::splendor {
namespace {

namespace fs = std::filesystem;

const fs::path kData = fs::path(PRESTIGE_SOURCE_DIR) / "data" / "splendor";

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void WriteFile(const fs::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
}

// A folder with copies of the base game's files, which lives as long as the object.
class RulesetFolder {
 public:
  RulesetFolder() {
    std::string pattern = (fs::temp_directory_path() / "prestige_splendor_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    for (const char* file : {"base.toml", "developments.csv", "nobles.csv"}) {
      fs::copy_file(kData / file, path_ / file);
    }
  }
  ~RulesetFolder() { fs::remove_all(path_); }
  RulesetFolder(const RulesetFolder&) = delete;
  RulesetFolder& operator=(const RulesetFolder&) = delete;

  const fs::path& path() const { return path_; }

  // "ok", or every error as the program prints it, without the folder's name.
  std::string Says(const std::vector<std::string>& sets = {}) const {
    const bool has_main = fs::exists(path_ / "main.toml");
    const auto loaded = LoadRuleset({path_ / (has_main ? "main.toml" : "base.toml"), sets});
    if (std::holds_alternative<LoadedRuleset>(loaded)) return "ok";
    std::string text = ToString(std::get<Diagnostics>(loaded));
    const std::string prefix = path_.string() + "/";
    for (size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }

 private:
  fs::path path_;
};

LoadedRuleset Load(const fs::path& path, const std::vector<std::string>& sets = {}) {
  auto loaded = LoadRuleset({path, sets});
  if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    throw std::runtime_error(ToString(*diagnostics));
  }
  return std::get<LoadedRuleset>(std::move(loaded));
}

// --- What the loader says

struct FileCase {
  std::string file;
  std::string text;
  std::string says;
};

TEST(SplendorRuleset, NamesEveryMistakeWithItsPlace) {
  const std::string header = "id,tier,bonus,points,white,blue,green,red,black\n";
  const std::string three = "A,1,red,0,0,0,0,0,1\nB,2,red,0,0,0,0,0,1\nC,3,red,0,0,0,0,0,1\n";
  std::string many = header + three;
  for (int i = 0; i < 118; ++i) {
    many += "M" + std::to_string(i) + ",1," + (i % 2 == 0 ? "blue" : "green") + ",0,0,0,0,0,0\n";
  }
  const FileCase cases[] = {
      {"main.toml", "base = \"base.toml\"\ntokens = [1, 2, 20]\n", "ok"},
      {"main.toml", "base = \"base.toml\"\ntokens = 6\n", "ok"},
      {"main.toml",
       "base = \"base.toml\"\ntokens = [4, 0, 21]\ngold = 21\nface_up = 0\nfce_up = 4\n"
       "reserve_gold = 2\nend_points = \"many\"\n",
       "main.toml:2:14: item 2 of tokens is 0; allowed: a whole number from 1 to 20\n"
       "main.toml:2:17: item 3 of tokens is 21; allowed: a whole number from 1 to 20\n"
       "main.toml:3:8: gold is 21; allowed: a whole number from 0 to 20\n"
       "main.toml:4:11: face_up is 0; allowed: a whole number from 1 to 5\n"
       "main.toml:5:1: unknown key 'fce_up'; did you mean 'face_up'?\n"
       "main.toml:6:16: reserve_gold is 2; allowed: a whole number from 0 to 1\n"
       "main.toml:7:14: end_points is 'many'; allowed: a whole number from 1 to 50"},
      {"main.toml", "base = \"base.toml\"\ntokens = [4, 5]\n",
       "main.toml:2:10: tokens is [ 4, 5 ]; allowed: a whole number from 1 to 20 for all, or a "
       "list "
       "of 3"},
      {"main.toml", "base = \"base.toml\"\ngame = \"coatl\"\n",
       "main.toml:2:1: game is 'coatl'; allowed: 'splendor'"},
      {"main.toml", "base = \"base.toml\"\ntake_same = 5\n",
       "main.toml:2:1: take_same is 5; allowed: at most 4, the value of take_same_needs: else "
       "tokens "
       "would be taken that are not there"},
      {"nobles.csv", "id,points,white,blue,green,red,black\nN1,3,1,1,1,1,1\nN2,3,1,1,1,1,1\n",
       "base.toml:11:1: a game of 2 needs 3 nobles at setup (players and extra_nobles); there are "
       "2"},
      {"nobles.csv", "id,points,white,blue,green,red,black\nN1,x,1,1,1,1,51\nD1-01,3,1,1,1,1,1\n",
       "nobles.csv:2:4: points is 'x'; allowed: a whole number from 0 to 50\n"
       "nobles.csv:2:14: black is '51'; allowed: a whole number from 0 to 50\n"
       "nobles.csv:3:1: id 'D1-01' is there twice, first in developments.csv line 2"},
      {"developments.csv", header + three, "ok"},
      {"developments.csv", header + "A,4,gold,,0,0,-1,0,01\n",
       "developments.csv:2:3: tier is '4'; allowed: a whole number from 1 to 3\n"
       "developments.csv:2:5: bonus is 'gold'; allowed: white, blue, green, red, black\n"
       "developments.csv:2:10: points is ''; allowed: a whole number from 0 to 50\n"
       "developments.csv:2:15: green is '-1'; allowed: a whole number from 0 to 50\n"
       "developments.csv:2:20: black is '01'; allowed: a whole number from 0 to 50"},
      {"developments.csv", header + "A,1,blu,0,0,0,0,0,1\n",
       "developments.csv:2:5: bonus is 'blu'; allowed: white, blue, green, red, black; did you "
       "mean "
       "'blue'?"},
      {"developments.csv", header + "A,1,red,0,0,0,0,0,1\nB,3,red,0,0,0,0,0,1\n",
       "developments.csv: there is no card of tier 2; allowed: one or more"},
      {"developments.csv", "id,tier,bonus,points,white,blue,green,red,blak\nA,1,red,0,0,0,0,0,1\n",
       "developments.csv:1: column 'black' is missing\n"
       "developments.csv:1:43: unknown column 'blak'; allowed: id, tier, bonus, points, white, "
       "blue, "
       "green, red, black; did you mean 'black'?"},
      {"developments.csv", many,
       "developments.csv:122: with this row there are more than 120 development cards; allowed: "
       "120 "
       "in all"},
  };
  for (const FileCase& item : cases) {
    const RulesetFolder folder;
    WriteFile(folder.path() / item.file, item.text);
    EXPECT_EQ(folder.Says(), item.says) << item.text;
  }
}

TEST(SplendorRuleset, NamesCardsOfOneBonusBeyondTheLimit) {
  std::string text = "id,tier,bonus,points,white,blue,green,red,black\n";
  for (int i = 0; i < 108; ++i) {
    text += "M" + std::to_string(i) + "," + std::to_string(1 + i % 3) + ",red,0,0,0,0,0,0\n";
  }
  const RulesetFolder folder;
  WriteFile(folder.path() / "developments.csv", text);
  EXPECT_EQ(folder.Says(),
            "developments.csv:109: with this row there are more than 107 cards with the bonus red; "
            "allowed: 107 in all");
}

TEST(SplendorRuleset, FlagsAreNamedToo) {
  const RulesetFolder folder;
  EXPECT_EQ(folder.Says({"end_points=21", "tokens=[5,5,5]"}), "ok");
  EXPECT_EQ(folder.Says({"end_points=99", "colour=red"}),
            "--set colour=red: unknown key 'colour'\n"
            "--set end_points=99: end_points is 99; allowed: a whole number from 1 to 50");
}

// --- What is loaded

TEST(SplendorRuleset, BaseFileHoldsThePrintedGame) {
  const LoadedRuleset base = Load(kData / "base.toml");
  // The defaults of RulesConfig are the printed game too, written down a second time.
  EXPECT_EQ(CanonicalConfig(base.rules.config()), CanonicalConfig(RulesConfig{}));
  EXPECT_EQ(base.rules.name(), "base");
  EXPECT_EQ(base.rules.TierSize(0), 40U);
  EXPECT_EQ(base.rules.TierSize(1), 30U);
  EXPECT_EQ(base.rules.TierSize(2), 20U);
  EXPECT_EQ(base.rules.nobles().size(), 10U);
  // Each colour is the bonus of 8, 6 and 4 cards.
  std::array<std::array<int, kColors>, kTiers> of{};
  for (const Development& card : base.rules.developments()) {
    ++of[card.tier][static_cast<size_t>(card.bonus)];
  }
  EXPECT_THAT(of[0], ::testing::Each(8));
  EXPECT_THAT(of[1], ::testing::Each(6));
  EXPECT_THAT(of[2], ::testing::Each(4));
  const Development& card = base.rules.developments()[*base.rules.FindDevelopment("D3-20")];
  EXPECT_EQ(card.points, 5);
  EXPECT_EQ(card.bonus, Color::kBlack);
  EXPECT_EQ(card.cost, Gems::Of(Color::kRed, 7) + Gems::Of(Color::kBlack, 3));
  for (const Noble& noble : base.rules.nobles()) EXPECT_EQ(noble.points, 3);
}

TEST(SplendorRuleset, EveryVariantOfTheTreeLoads) {
  size_t variants = 0;
  const LoadedRuleset base = Load(kData / "base.toml");
  for (const auto& entry : fs::directory_iterator(kData / "variants")) {
    if (entry.path().extension() != ".toml") continue;
    ++variants;
    const LoadedRuleset variant = Load(entry.path());
    EXPECT_TRUE(variant.rules_hash != base.rules_hash || variant.deck_hash != base.deck_hash)
        << entry.path();
    for (size_t players = kMinPlayers; players <= kMaxPlayers; ++players) {
      EXPECT_TRUE(CheckPlayers(variant.rules, players).ok()) << entry.path();
    }
  }
  EXPECT_GE(variants, 2U);
}

TEST(SplendorRuleset, EveryFieldIsRead) {
  const std::vector<std::string> sets{
      "tokens=[3,6,8]",   "gold=4",         "face_up=3",      "extra_nobles=2",
      "take_different=2", "take_same=3",    "reserve_gold=0", "take_same_needs=5",
      "reserved_limit=2", "token_limit=12", "end_points=18",  "max_rounds=99"};
  const RulesConfig config = Load(kData / "base.toml", sets).rules.config();
  EXPECT_THAT(config.tokens, ::testing::ElementsAre(3, 6, 8));
  EXPECT_EQ(config.gold, 4);
  EXPECT_EQ(config.face_up, 3);
  EXPECT_EQ(config.extra_nobles, 2);
  EXPECT_EQ(config.take_different, 2);
  EXPECT_EQ(config.take_same, 3);
  EXPECT_EQ(config.take_same_needs, 5);
  EXPECT_EQ(config.reserved_limit, 2);
  EXPECT_EQ(config.reserve_gold, 0);
  EXPECT_EQ(config.token_limit, 12);
  EXPECT_EQ(config.end_points, 18);
  EXPECT_EQ(config.max_rounds, 99);
  // Each of them changes the hash: none is forgotten there.
  const uint64_t base_hash = Load(kData / "base.toml").rules_hash;
  for (const std::string& set : sets) {
    EXPECT_NE(Load(kData / "base.toml", {set}).rules_hash, base_hash) << set;
  }
}

TEST(SplendorRuleset, CanonicalConfigIsARulesetFile) {
  const RulesetFolder folder;
  const LoadedRuleset odd = Load(kData / "base.toml", {"tokens=6", "gold=3", "face_up=5"});
  WriteFile(folder.path() / "canonical.toml",
            "game = \"splendor\"\ndevelopments = \"developments.csv\"\nnobles = \"nobles.csv\"\n" +
                CanonicalConfig(odd.rules.config()));
  const LoadedRuleset same = Load(folder.path() / "canonical.toml");
  EXPECT_EQ(same.rules_hash, odd.rules_hash);
  EXPECT_EQ(same.deck_hash, odd.deck_hash);
}

TEST(SplendorRuleset, TheDeckHashLooksAtCardsNotAtSpelling) {
  const RulesetFolder folder;
  const uint64_t base = Load(kData / "base.toml").deck_hash;
  std::string cards = ReadFile(kData / "developments.csv");
  std::replace(cards.begin(), cards.end(), ',', ';');
  WriteFile(folder.path() / "developments.csv", cards);
  EXPECT_EQ(Load(folder.path() / "base.toml").deck_hash, base);
  cards.replace(cards.find("D3-20;3;black;5"), 15, "D3-20;3;black;6");
  WriteFile(folder.path() / "developments.csv", cards);
  EXPECT_NE(Load(folder.path() / "base.toml").deck_hash, base);
}

TEST(SplendorRuleset, SaysWhichPlayerCountsAreTooMany) {
  const LoadedRuleset base = Load(kData / "base.toml");
  const Rules few(base.rules.name(), base.rules.config(), base.rules.developments(),
                  {base.rules.nobles().begin(), base.rules.nobles().begin() + 3});
  EXPECT_TRUE(CheckPlayers(few, 2).ok());
  EXPECT_EQ(CheckPlayers(few, 3).message(),
            "--players=3 with ruleset 'base': a game of 3 needs 4 nobles at setup (players and "
            "extra_nobles); there are 3");
  EXPECT_EQ(CheckPlayers(few, 1).message(), "--players=1: allowed: 2 to 4");
  EXPECT_EQ(CheckPlayers(few, 5).message(), "--players=5: allowed: 2 to 4");
}

// --- Fuzz

// Changes a few bytes: replaced, removed, doubled or put in.
std::string Mutate(std::string text, uint64_t key) {
  constexpr std::string_view kTelling = "\"'#=[]{},;:.-+ \t\r\n\\0123456789DNwbgr\xEF\xBB\xBF\xFF";
  Stream stream(key);
  const auto below = [&](size_t bound) { return stream.Below(static_cast<uint32_t>(bound)); };
  for (size_t changes = 1 + below(3); changes > 0 && !text.empty(); --changes) {
    const size_t at = below(text.size());
    const char byte = kTelling[below(kTelling.size())];
    switch (below(4)) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        text.insert(at, 1, byte);
        break;
      default:
        text.insert(at, text.substr(below(text.size()), 1 + below(40)));
        break;
    }
  }
  return text;
}

void PlayOne(const Rules& rules, int players, Stream& stream) {
  State state = SplendorGame::Setup(rules, players, stream.Next());
  NoEvents events;
  std::string why;
  const int most = SplendorGame::MaxMoves(rules, players);
  ASSERT_TRUE(SplendorGame::IsConsistent(rules, state, &why)) << why;
  for (int moves = 0; !SplendorGame::IsTerminal(state); ++moves) {
    ASSERT_LE(moves, most);
    const Choices choices(rules, state);
    ASSERT_GT(choices.size(), 0U);
    SplendorGame::Apply(rules, &state, choices[stream.Below(static_cast<uint32_t>(choices.size()))],
                        &events);
    ASSERT_TRUE(SplendorGame::IsConsistent(rules, state, &why)) << why;
  }
}

// Any bytes are a ruleset or have errors, and every ruleset can be played.
TEST(SplendorRulesetFuzz, Files) {
  for (const char* file : {"base.toml", "developments.csv", "nobles.csv"}) {
    const RulesetFolder folder;
    const std::string original = ReadFile(kData / file);
    size_t good = 0;
    constexpr size_t kRounds = 400;
    for (size_t round = 0; round < kRounds; ++round) {
      const std::string text = Mutate(original, SplitKey(ContentHash(file), round));
      WriteFile(folder.path() / file, text);
      const auto loaded = LoadRuleset({folder.path() / "base.toml", {}});
      if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
        ASSERT_FALSE(diagnostics->empty()) << text;
        for (const Diagnostic& diagnostic : *diagnostics) {
          ASSERT_FALSE(diagnostic.message.empty()) << text;
        }
        continue;
      }
      ++good;
      Stream stream(round);
      if (good % 8 == 0) PlayOne(std::get<LoadedRuleset>(loaded).rules, 2, stream);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(good, kRounds / 100) << file;
    EXPECT_LT(good, kRounds) << file;
  }
}

// Rules from the whole range of every field, its ends more often than not.
TEST(SplendorRulesetFuzz, GamesUnderRandomRulesEndAndLoseNothing) {
  Stream stream(5);
  const auto between = [&](uint32_t least, uint32_t most) {
    if (stream.Below(2) == 0) return stream.Below(2) == 0 ? least : most;
    return least + stream.Below(most - least + 1);
  };
  for (int round = 0; round < 100; ++round) {
    const uint32_t same = between(1, 5);
    std::vector<std::string> sets;
    const auto set = [&](const char* key, uint32_t value) {
      sets.push_back(std::string(key) + "=" + std::to_string(value));
    };
    set("tokens", between(1, 20));
    set("gold", between(0, 20));
    set("face_up", between(1, 5));
    set("extra_nobles", between(0, 4));
    set("take_different", between(1, 5));
    set("take_same", same);
    set("take_same_needs", between(same, 20));
    set("reserved_limit", between(0, 5));
    set("reserve_gold", between(0, 1));
    set("token_limit", between(1, 30));
    set("end_points", between(1, 50));
    set("max_rounds", between(1, 40));
    std::string trace;
    for (const std::string& text : sets) trace += " --set " + text;
    SCOPED_TRACE(trace);
    Rules rules = BaseRulesWith(sets);
    if (stream.Below(2) == 0) rules = WithSmallDecks(rules, between(1, 12));
    for (int players = 2; players <= 4; ++players) {
      PlayOne(rules, players, stream);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace prestige::splendor
