#include "sim/coatl/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/coatl/rules.h"
#include "engine/core/rng.h"
#include "sim/config/content_hash.h"
#include "sim/config/suggest.h"

namespace prestige::coatl {
namespace {

namespace fs = std::filesystem;

const fs::path kTree = PRESTIGE_SOURCE_DIR;
const fs::path kData = kTree / "data" / "coatl";

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
    std::string pattern = (fs::temp_directory_path() / "prestige_ruleset_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    for (const char* file : {"base.toml", "prophecies.csv", "temples.csv"}) {
      fs::copy_file(kData / file, path_ / file);
    }
  }
  ~RulesetFolder() { fs::remove_all(path_); }
  RulesetFolder(const RulesetFolder&) = delete;
  RulesetFolder& operator=(const RulesetFolder&) = delete;

  const fs::path& path() const { return path_; }

  // "ok", or every error as the program prints it, without the folder's name.
  std::string Says(const std::string& file, const std::vector<std::string>& sets = {}) const {
    const auto loaded = LoadRuleset({path_ / file, sets});
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

// --- Cases as data: tests/data/rulesets ---------------------------------------------------------

struct Case {
  std::string source;  // the file and what the case shows
  std::map<std::string, std::string> files;
  std::vector<std::string> sets;
  std::string says;
};

std::string Unescape(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char kind = text[++i];
    if (kind == 'r') plain += '\r';
    if (kind == 't') plain += '\t';
    if (kind == '\\') plain += '\\';
    if (kind == 'x') {
      plain += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    }
  }
  return plain;
}

std::vector<Case> ReadCases() {
  std::vector<Case> cases;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(kTree / "tests" / "data" / "rulesets")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    std::map<std::string, std::string> parts;
    std::string part;
    const auto finish = [&cases, &parts, &path](const std::string& title) {
      if (!cases.empty() && cases.back().source.empty()) {
        Case& last = cases.back();
        last.source = path.filename().string() + ": " + parts[""];
        last.says = parts["says"];
        while (!last.says.empty() && last.says.back() == '\n') last.says.pop_back();
        std::istringstream sets(parts["set"]);
        for (std::string set; std::getline(sets, set);) {
          if (!set.empty()) last.sets.push_back(set);
        }
        std::istringstream escaped(parts["set \\"]);
        for (std::string set; std::getline(escaped, set);) {
          if (!set.empty()) last.sets.push_back(Unescape(set));
        }
        for (const auto& [name, text] : parts) {
          if (name.find('.') == std::string::npos) continue;
          const bool is_escaped = name.ends_with(" \\");
          last.files[is_escaped ? name.substr(0, name.size() - 2) : name] =
              is_escaped ? Unescape(text) : text;
        }
        parts.clear();
      }
      parts[""] = title;
    };
    std::istringstream lines(ReadFile(path));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("=== ")) {
        finish(line.substr(4));
        cases.emplace_back();
      } else if (line.starts_with("--- ")) {
        part = line.substr(4);
        parts[part];
      } else {
        parts[part] += line + "\n";
      }
    }
    finish("");
  }
  return cases;
}

TEST(RulesetCases, SayWhatTheFilesExpect) {
  const std::vector<Case> cases = ReadCases();
  ASSERT_GE(cases.size(), 60U);
  for (const Case& item : cases) {
    const RulesetFolder folder;
    for (const auto& [name, text] : item.files) WriteFile(folder.path() / name, text);
    const std::string main = item.files.contains("main.toml") ? "main.toml" : "base.toml";
    EXPECT_EQ(folder.Says(main, item.sets), item.says) << item.source;
  }
}

// --- What is loaded -----------------------------------------------------------------------------

LoadedRuleset Load(const fs::path& path, const std::vector<std::string>& sets = {}) {
  auto loaded = LoadRuleset({path, sets});
  if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    throw std::runtime_error(ToString(*diagnostics));
  }
  return std::get<LoadedRuleset>(std::move(loaded));
}

TEST(Ruleset, BaseFileHoldsThePrintedGame) {
  const LoadedRuleset base = Load(kData / "base.toml");
  // The defaults of RulesConfig are the printed game too, written down a second time.
  EXPECT_EQ(CanonicalConfig(base.rules.config()), CanonicalConfig(RulesConfig{}));
  EXPECT_EQ(base.rules.name(), "base");
  EXPECT_EQ(base.rules.prophecies().size(), 49U);
  EXPECT_EQ(base.rules.cards(), 54U);
  EXPECT_EQ(base.rules.temples().size(), 15U);

  const Prophecy& p08 = base.rules.prophecies()[*base.rules.FindProphecy("P08")];
  EXPECT_EQ(p08.frame, "black");
  EXPECT_EQ(p08.copies, 1);
  EXPECT_EQ(ToString(p08.pattern), "!G G G !G");
  EXPECT_EQ(p08.levels, (std::vector<Level>{{1, 2}, {2, 5}}));
  const Temple& t05 = base.rules.temples()[*base.rules.FindTemple("T05")];
  EXPECT_EQ(ToString(t05.requirements[0]), "equal R Y");
  EXPECT_EQ(ToString(t05.requirements[1]), "length 12");
  EXPECT_EQ(t05.one, 3);
  EXPECT_EQ(t05.both, 7);
}

TEST(Ruleset, EveryVariantOfTheTreeLoads) {
  size_t variants = 0;
  const LoadedRuleset base = Load(kData / "base.toml");
  for (const auto& entry : fs::directory_iterator(kData / "variants")) {
    if (entry.path().extension() != ".toml") continue;
    ++variants;
    const LoadedRuleset variant = Load(entry.path());
    EXPECT_TRUE(variant.rules_hash != base.rules_hash || variant.deck_hash != base.deck_hash)
        << entry.path();
    for (size_t players = 2; players <= kMaxPlayers; ++players) {
      EXPECT_TRUE(CheckPlayers(variant.rules, players).ok()) << entry.path();
    }
  }
  EXPECT_GE(variants, 4U);
}

TEST(Ruleset, EveryFieldIsRead) {
  const std::vector<std::string> sets{"body={Y=1,R=2,K=3,G=4,B=5}",
                                      "heads={Y=5,R=4,K=3,G=2,B=1}",
                                      "tails=2",
                                      "supply=[\"tail\",\"body\"]",
                                      "segments_per_space=1",
                                      "board=3",
                                      "row=4",
                                      "deal=[2,3,4,5]",
                                      "keep=2",
                                      "keep_at_least=1",
                                      "hand_limit=6",
                                      "deal_temples=2",
                                      "odd_temple_pile=1",
                                      "tokens=[\"see-the-future\"]",
                                      "max_incomplete=1",
                                      "max_coatls=4",
                                      "min_prophecies=2",
                                      "max_prophecies=5",
                                      "open_end_satisfies_not=false",
                                      "end_coatls=4",
                                      "end_bodies=false",
                                      "last_actions_after=3",
                                      "last_actions_before=2",
                                      "last_actions_bodies=0"};
  const LoadedRuleset loaded = Load(kData / "base.toml", sets);
  const RulesConfig& config = loaded.rules.config();
  EXPECT_THAT(config.body, testing::ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(config.heads, testing::ElementsAre(5, 4, 3, 2, 1));
  EXPECT_THAT(config.tails, testing::ElementsAre(2, 2, 2, 2, 2));
  EXPECT_THAT(config.supply, testing::ElementsAre(Part::kTail, Part::kBody));
  EXPECT_EQ(config.segments_per_space, 1);
  EXPECT_EQ(config.board, 3);
  EXPECT_EQ(config.row, 4);
  EXPECT_THAT(config.deal, testing::ElementsAre(2, 3, 4, 5));
  EXPECT_EQ(config.keep, 2);
  EXPECT_EQ(config.keep_at_least, 1);
  EXPECT_EQ(config.hand_limit, 6);
  EXPECT_EQ(config.deal_temples, 2);
  EXPECT_EQ(config.odd_temple_pile, 1);
  EXPECT_THAT(config.tokens, testing::ElementsAre(false, true, false));
  EXPECT_EQ(config.max_incomplete, 1);
  EXPECT_EQ(config.max_coatls, 4);
  EXPECT_EQ(config.min_prophecies, 2);
  EXPECT_EQ(config.max_prophecies, 5);
  EXPECT_FALSE(config.open_end_satisfies_not);
  EXPECT_EQ(config.end_coatls, 4);
  EXPECT_FALSE(config.end_bodies);
  EXPECT_EQ(config.last_actions_after, 3);
  EXPECT_EQ(config.last_actions_before, 2);
  EXPECT_EQ(config.last_actions_bodies, 0);

  // Each of them changes the hash: none is forgotten there.
  const uint64_t base_hash = Load(kData / "base.toml").rules_hash;
  for (const std::string& set : sets) {
    std::vector<std::string> one{set};
    if (set == "end_coatls=4") one.emplace_back("max_coatls=4");
    EXPECT_NE(Load(kData / "base.toml", one).rules_hash, base_hash) << set;
  }
}

TEST(Ruleset, HashesDependOnContentNotOnSpelling) {
  const LoadedRuleset base = Load(kData / "base.toml");
  const RulesetFolder folder;
  // Another spelling of the same: comments gone, other spaces, a table for a number, semicolons,
  // names.
  WriteFile(folder.path() / "same.toml",
            "base='base.toml'\nbody = {B=24,G=24,K=24,R=24,Y=24}\ntokens=[\"priests-commitment\","
            "\"perfect-pick\",\"see-the-future\"]\nprophecies='same.csv'\n");
  std::string cards = ReadFile(kData / "prophecies.csv");
  std::replace(cards.begin(), cards.end(), ',', ';');
  WriteFile(folder.path() / "same.csv", cards);
  const LoadedRuleset same = Load(folder.path() / "same.toml");
  EXPECT_EQ(same.rules_hash, base.rules_hash);
  EXPECT_EQ(same.deck_hash, base.deck_hash);

  const LoadedRuleset other = Load(folder.path() / "same.toml", {"keep=2"});
  EXPECT_NE(other.rules_hash, base.rules_hash);
  EXPECT_EQ(other.deck_hash, base.deck_hash);
}

TEST(Ruleset, CanonicalConfigIsARulesetFile) {
  const RulesetFolder folder;
  const LoadedRuleset odd = Load(kData / "base.toml", {"tokens=false", "body=21", "board=9"});
  WriteFile(folder.path() / "canonical.toml",
            "game = \"coatl\"\nprophecies = \"prophecies.csv\"\ntemples = \"temples.csv\"\n" +
                CanonicalConfig(odd.rules.config()));
  EXPECT_EQ(Load(folder.path() / "canonical.toml").rules_hash, odd.rules_hash);
}

TEST(Ruleset, HashIsTheDocumentedOne) {
  // Published test vectors of FNV-1a.
  EXPECT_EQ(ContentHash(""), 0xCBF29CE484222325U);
  EXPECT_EQ(ContentHash("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(ContentHash("foobar"), 0x85944171F73967E8U);
}

TEST(Ruleset, SaysWhichPlayerCountsAreTooMany) {
  const RulesetFolder folder;
  WriteFile(folder.path() / "prophecies.csv",
            "id,frame,copies,pattern,levels\nP00,red,14,#Y,1:1\n");  // 6 + 3 + 4 for two
  const LoadedRuleset loaded = Load(folder.path() / "base.toml");
  EXPECT_TRUE(CheckPlayers(loaded.rules, 2).ok());
  EXPECT_EQ(
      CheckPlayers(loaded.rules, 3).message(),
      "--players=3 with ruleset 'base': a game of 3 needs 18 prophecy cards at setup (row and "
      "deal); the deck has 14");
  EXPECT_EQ(CheckPlayers(loaded.rules, 1).message(), "--players=1: allowed: 2 to 4");
  EXPECT_EQ(CheckPlayers(loaded.rules, 5).message(), "--players=5: allowed: 2 to 4");
}

TEST(Suggest, FindsLikelyMisspellingsOnly) {
  const std::vector<std::string_view> names{"score", "check", "list", "max_coatls", "copies"};
  EXPECT_EQ(DidYouMean("scroe", names), "; did you mean 'score'?");
  EXPECT_EQ(DidYouMean("CHECK", names), "; did you mean 'check'?");
  EXPECT_EQ(DidYouMean("copys", names), "; did you mean 'copies'?");
  EXPECT_EQ(DidYouMean("max_coatl", names), "; did you mean 'max_coatls'?");
  EXPECT_EQ(DidYouMean("zebra", names), "");
  EXPECT_EQ(DidYouMean("", names), "");
  EXPECT_EQ(DidYouMean(std::string(100000, 's'), names), "");
}

TEST(Suggest, PrintsWhatATerminalCanShow) {
  EXPECT_EQ(Quoted("Cóatl"), "'Cóatl'");
  EXPECT_EQ(Quoted("a\nb\x1B\xFF"), "'a\\x0Ab\\x1B\\xFF'");
  EXPECT_EQ(Quoted(std::string(1000, 'x')), "'" + std::string(60, 'x') + "...'");
}

// --- Fuzz: any bytes are a ruleset or have errors -----------------------------------------------

// Changes a few bytes: replaced, removed, doubled or put in, most of them such as the formats give
// a meaning to.
std::string Mutate(std::string text, uint64_t key) {
  constexpr std::string_view kTelling =
      "\"'#=[]{},;:.-+!*^$ \t\r\n\\0123456789YRKGB\xEF\xBB\xBF\xC3\xFF";
  uint64_t n = 0;
  const auto draw = [key, &n](size_t bound) {
    return static_cast<size_t>(Bounded(ValueAt(key, n++), static_cast<uint32_t>(bound)));
  };
  const size_t changes = 1 + draw(4);
  for (size_t i = 0; i < changes && !text.empty(); ++i) {
    const size_t at = draw(text.size());
    const char byte = draw(8) == 0 ? static_cast<char>(draw(256)) : kTelling[draw(kTelling.size())];
    switch (draw(5)) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text.erase(at, 1 + draw(8));
        break;
      case 2:
        text.insert(at, 1, byte);
        break;
      case 3:
        text.insert(at, text.substr(draw(text.size()), 1 + draw(40)));
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

void Fuzz(const std::string& file, size_t rounds) {
  const RulesetFolder folder;
  const std::string original = ReadFile(kData / file);
  size_t good = 0;
  for (size_t round = 0; round < rounds; ++round) {
    const std::string text = Mutate(original, SplitKey(ContentHash(file), round));
    WriteFile(folder.path() / file, text);
    const auto loaded = LoadRuleset({folder.path() / "base.toml", {}});
    if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
      ASSERT_FALSE(diagnostics->empty()) << text;
      for (const Diagnostic& diagnostic : *diagnostics) {
        ASSERT_FALSE(diagnostic.message.empty()) << text;
        ASSERT_LE(diagnostic.line, text.size() + 100) << text;
      }
    } else {
      ++good;
      const Rules& rules = std::get<LoadedRuleset>(loaded).rules;
      ASSERT_LE(rules.cards(), kMaxCards);
      ASSERT_LE(rules.CardsNeeded(2), rules.cards()) << text;
    }
  }
  // The mutations are mild enough to reach both sides.
  EXPECT_GT(good, rounds / 100);
  EXPECT_LT(good, rounds);
}

TEST(RulesetFuzz, Toml) { Fuzz("base.toml", 3000); }
TEST(RulesetFuzz, Prophecies) { Fuzz("prophecies.csv", 3000); }
TEST(RulesetFuzz, Temples) { Fuzz("temples.csv", 3000); }

TEST(RulesetFuzz, Sets) {
  const std::vector<std::string> seeds{"keep=2", "deal=[3,3,3,3]", "tokens=[\"perfect-pick\"]",
                                       "body={Y=24,R=24,K=24,G=24,B=24}", "end_bodies=true"};
  size_t good = 0;
  for (size_t round = 0; round < 2000; ++round) {
    const std::string set = Mutate(seeds[round % seeds.size()], SplitKey(7, round));
    const auto loaded = LoadRuleset({kData / "base.toml", {set}});
    if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
      ASSERT_FALSE(diagnostics->empty());
      for (const Diagnostic& diagnostic : *diagnostics) {
        EXPECT_EQ(diagnostic.file, "--set " + Printable(set)) << diagnostic.message;
      }
    } else {
      ++good;
    }
  }
  EXPECT_GT(good, 0U);
}

}  // namespace
}  // namespace prestige::coatl
