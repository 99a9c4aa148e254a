#include "tests/rules_cases.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace prestige::testing {
namespace {

constexpr std::string_view kAnyWord = "?";
constexpr std::string_view kAnyWords = "...";

bool IsIdentifier(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

void ReadFile(const std::filesystem::path& path, std::vector<RulesFileCase>* cases) {
  const toml::table document = toml::parse_file(path.string());
  const toml::array* list = document["case"].as_array();
  if (list == nullptr || document.size() != 1) FailCase("expected nothing but [[case]] tables");
  for (const toml::node& node : *list) {
    if (!node.is_table()) FailCase("a case that is no table");
    const toml::table& table = *node.as_table();
    RulesFileCase test{path.filename().string(), RequiredText(table, "name"),
                       RequiredText(table, "section"), node.source().begin.line, table};
    RequiredText(table, "rule");
    if (!IsIdentifier(test.name)) {
      FailCase("case name '" + test.name + "': letters, digits and _ alone");
    }
    for (const RulesFileCase& other : *cases) {
      if (other.name == test.name) FailCase("two cases named '" + test.name + "'");
    }
    cases->push_back(std::move(test));
  }
}

std::vector<std::string> Texts(const toml::node& node) {
  if (const auto* text = node.as_string()) return {text->get()};
  if (const auto* number = node.as_integer()) return {std::to_string(number->get())};
  if (const auto* flag = node.as_boolean()) return {flag->get() ? "true" : "false"};
  const toml::array* array = node.as_array();
  if (array == nullptr) FailCase("expected a text, a number, true, false, or a list of them");
  std::vector<std::string> texts;
  for (const toml::node& item : *array) {
    if (item.is_array()) FailCase("expected no list in a list");
    texts.push_back(Texts(item)[0]);
  }
  return texts;
}

}  // namespace

void PrintTo(const RulesFileCase& test, std::ostream* out) {
  *out << test.file << ", " << test.section;
}

void FailCase(const std::string& what) { throw std::invalid_argument(what); }

RulesFiles ReadRulesFiles(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  RulesFiles result;
  for (const std::filesystem::path& file : files) {
    try {
      ReadFile(file, &result.cases);
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
}

void ExpectFilesCanBeRead(const RulesFiles& files) {
  for (const std::string& error : files.errors) ADD_FAILURE() << error;
  EXPECT_FALSE(files.cases.empty());
}

void ExpectEverySentenceHasACase(const std::filesystem::path& folder, const RulesFiles& files) {
  std::map<std::string, std::string> cases_of;
  for (const RulesFileCase& test : files.cases) {
    std::string& cases = cases_of[test.section];
    cases += (cases.empty() ? "" : ", ") + test.name;
  }
  std::ifstream readme(folder / "README.md");
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

std::string RequiredText(const toml::table& table, std::string_view key) {
  const auto text = table[key].value<std::string>();
  if (!text || text->empty()) FailCase("a case without " + std::string(key));
  return *text;
}

std::vector<std::string> TextsAt(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  return node == nullptr ? std::vector<std::string>() : Texts(*node);
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string JoinedWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string OneALine(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += "\n  " + text;
  return all;
}

bool MatchesInOrder(const std::string& expected, const std::string& actual) {
  const std::vector<std::string> want = WordsOf(expected);
  const std::vector<std::string> have = WordsOf(actual);
  for (size_t i = 0; i < want.size(); ++i) {
    if (want[i] == kAnyWords && i + 1 == want.size()) return true;
    if (i >= have.size() || (want[i] != kAnyWord && want[i] != have[i])) return false;
  }
  return want.size() == have.size();
}

bool MatchesInAnyOrder(const std::string& expected, const std::string& actual) {
  std::vector<std::string> have = WordsOf(actual);
  size_t any = 0;
  bool more = false;
  for (const std::string& word : WordsOf(expected)) {
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

void RunCase(const RulesFileCase& test, std::set<std::string_view> known_keys,
             const CaseParts& parts) {
  known_keys.insert({"name", "section", "rule", "players", "set", "given", "steps", "other",
                     "same_for", "different_for"});
  for (const auto& [key, check] : parts) known_keys.insert(key);
  for (const auto& [key, value] : test.table) {
    EXPECT_TRUE(known_keys.contains(key.str())) << "unknown key '" << key.str() << "'";
  }
  bool any = false;
  for (const auto& [key, check] : parts) {
    if (!test.table.contains(key)) continue;
    any = true;
    check();
  }
  EXPECT_TRUE(any) << "the case checks nothing";
}

}  // namespace prestige::testing
