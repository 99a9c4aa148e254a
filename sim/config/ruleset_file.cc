#include "sim/config/ruleset_file.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <system_error>
#include <type_traits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"
#include "sim/config/toml_text.h"

namespace prestige {
namespace {

constexpr std::string_view kBase = "base";
constexpr std::string_view kDescription = "description";

// A value as a message shows it, on one line.
std::string ValueText(const toml::node& node) {
  if (const auto* string = node.as_string()) return Quoted(string->get());
  if (node.is_table()) return "a table";
  std::ostringstream out;
  node.visit([&out](const auto& value) { out << value; });
  std::string text = out.str();
  absl::RemoveExtraAsciiWhitespace(&text);
  constexpr size_t kLongest = 60;
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

std::string Range(size_t least, size_t most) {
  return absl::StrCat("a whole number from ", least, " to ", most);
}

Diagnostic SyntaxError(const std::string& file, const toml::parse_error& error) {
  return {file, error.source().begin.line, error.source().begin.column,
          absl::StrCat("TOML syntax: ", std::string(error.description()))};
}

std::string JoinNames(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", std::string(name));
  }
  return text;
}

}  // namespace

RulesetFields::RulesetFields(const std::filesystem::path& path, std::span<const std::string> sets,
                             std::span<const std::string_view> keys)
    : keys_(keys.begin(), keys.end()) {
  ReadChain(path);
  // Without the whole chain the missing keys would be a long list of what is not the matter.
  const bool whole = diagnostics_.empty();
  for (const std::string& set : sets) ApplySet(set);
  if (!whole) return;
  for (const std::string_view key : keys_) {
    if (Has(key)) continue;
    diagnostics_.push_back(
        {DisplayPath(path), 0, 0,
         absl::StrCat("the key '", std::string(key),
                      "' is missing: give it a value, or name a base that has it "
                      "(base = \"../base.toml\")")});
  }
}

void RulesetFields::ReadChain(const std::filesystem::path& top) {
  struct Link {
    std::string file;
    std::filesystem::path folder;
    const toml::table* table;
  };
  std::vector<Link> chain;
  std::vector<std::filesystem::path> seen;
  std::filesystem::path path = top;
  Diagnostic named_at;  // where the file was named as a base
  while (true) {
    std::error_code error;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
    if (std::find(seen.begin(), seen.end(), canonical) != seen.end()) {
      named_at.message = absl::StrCat("base ", Quoted(DisplayPath(path)),
                                      " leads back to a file that is based on it");
      diagnostics_.push_back(named_at);
      break;
    }
    seen.push_back(canonical);

    std::variant<std::string, Diagnostic> text = ReadTextFile(path);
    if (auto* unreadable = std::get_if<Diagnostic>(&text)) {
      if (!chain.empty()) {
        named_at.message = absl::StrCat("base ", ToString(*unreadable));
        *unreadable = named_at;
      }
      diagnostics_.push_back(std::move(*unreadable));
      break;
    }
    const std::string file = DisplayPath(path);
    try {
      documents_.push_back(
          std::make_unique<toml::table>(ParseToml(std::get<std::string>(text), file)));
    } catch (const toml::parse_error& syntax) {
      diagnostics_.push_back(SyntaxError(file, syntax));
      break;
    }
    const toml::table& table = *documents_.back();
    chain.push_back({file, path.parent_path(), &table});

    const toml::node* base = table.get(kBase);
    if (base == nullptr) break;
    named_at = {file, base->source().begin.line, base->source().begin.column, ""};
    if (!base->is_string()) {
      named_at.message = absl::StrCat("base is ", ValueText(*base), "; allowed: a file's path");
      diagnostics_.push_back(named_at);
      break;
    }
    path = (path.parent_path() / base->as_string()->get()).lexically_normal();
  }
  size_t layer = 0;
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    Collect(*link->table, "", link->file, link->folder, layer++);
  }
}

void RulesetFields::Collect(const toml::table& table, const std::string& prefix,
                            const std::string& file, const std::filesystem::path& folder,
                            size_t layer) {
  for (const auto& [name, node] : table) {
    const std::string key = absl::StrCat(prefix, std::string(name.str()));
    if (key == kBase) continue;
    const Diagnostic place{file, name.source().begin.line, name.source().begin.column, ""};
    if (key == kDescription) {
      if (!node.is_string()) {
        Reject(key, {&node, place, folder, layer}, node, "a text in quotation marks");
      }
      continue;
    }
    if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) {
      fields_.insert_or_assign(key, Field{&node, place, folder, layer});
      continue;
    }
    const std::string section = key + ".";
    const bool is_section =
        node.is_table() && std::any_of(keys_.begin(), keys_.end(), [&section](std::string_view k) {
          return k.substr(0, section.size()) == section;
        });
    if (is_section) {
      Collect(*node.as_table(), section, file, folder, layer);
      continue;
    }
    Diagnostic unknown = place;
    unknown.message = absl::StrCat("unknown key ", Quoted(key), DidYouMean(key, keys_));
    diagnostics_.push_back(std::move(unknown));
  }
}

void RulesetFields::ApplySet(const std::string& set) {
  const std::string flag = absl::StrCat("--set ", Printable(set));
  const size_t equals = set.find('=');
  if (equals == std::string::npos) {
    diagnostics_.push_back({flag, 0, 0, "allowed: key=value"});
    return;
  }
  const std::string key(absl::StripAsciiWhitespace(set.substr(0, equals)));
  const std::string value(absl::StripAsciiWhitespace(set.substr(equals + 1)));
  if (std::find(keys_.begin(), keys_.end(), key) == keys_.end()) {
    diagnostics_.push_back(
        {flag, 0, 0, absl::StrCat("unknown key ", Quoted(key), DidYouMean(key, keys_))});
    return;
  }
  constexpr std::string_view kValue = "value";
  auto table = std::make_unique<toml::table>();
  try {
    *table = ParseToml(absl::StrCat(std::string(kValue), " = ", value));
  } catch (const toml::parse_error& error) {
    const bool bare_word =
        !value.empty() && std::string_view("\"'[{").find(value[0]) == std::string_view::npos;
    if (!bare_word) {
      diagnostics_.push_back(
          {flag, 0, 0,
           value.empty() ? absl::StrCat(key, " is given no value")
                         : absl::StrCat("TOML syntax: ", std::string(error.description()))});
      return;
    }
    *table = toml::table{{kValue, value}};
  }
  if (table->size() != 1) {
    diagnostics_.push_back({flag, 0, 0, "allowed: a single value"});
    return;
  }
  documents_.push_back(std::move(table));
  fields_.insert_or_assign(
      key, Field{documents_.back()->get(kValue), {flag, 0, 0, ""}, "", documents_.size()});
}

const RulesetFields::Field* RulesetFields::Find(std::string_view key) const {
  const auto field = fields_.find(key);
  return field == fields_.end() ? nullptr : &field->second;
}

void RulesetFields::Reject(std::string_view key, const Field& field, const toml::node& node,
                           std::string_view allowed) {
  Diagnostic diagnostic = field.place;
  if (diagnostic.line > 0) {
    diagnostic.line = node.source().begin.line;
    diagnostic.column = node.source().begin.column;
  }
  diagnostic.message =
      absl::StrCat(std::string(key), " is ", ValueText(node), "; allowed: ", std::string(allowed));
  diagnostics_.push_back(std::move(diagnostic));
}

void RulesetFields::Report(const std::vector<std::string_view>& keys, std::string message) {
  const Field* last = nullptr;
  for (const std::string_view key : keys) {
    const Field* field = Find(key);
    if (field == nullptr) return;
    if (last == nullptr || field->layer > last->layer) last = field;
  }
  Diagnostic diagnostic = last->place;
  diagnostic.message = std::move(message);
  diagnostics_.push_back(std::move(diagnostic));
}

std::optional<uint8_t> RulesetFields::IntegerOf(std::string_view key, const Field& field,
                                                const toml::node& node, size_t least, size_t most) {
  const auto* integer = node.as_integer();
  if (integer == nullptr || integer->get() < static_cast<int64_t>(least) ||
      integer->get() > static_cast<int64_t>(most)) {
    Reject(key, field, node, Range(least, most));
    return std::nullopt;
  }
  return static_cast<uint8_t>(integer->get());
}

std::optional<uint8_t> RulesetFields::Integer(std::string_view key, size_t least, size_t most) {
  const Field* field = Find(key);
  if (field == nullptr) return std::nullopt;
  return IntegerOf(key, *field, *field->node, least, most);
}

bool RulesetFields::IsBoolean(std::string_view key) const {
  const Field* field = Find(key);
  return field != nullptr && field->node->is_boolean();
}

std::optional<bool> RulesetFields::Boolean(std::string_view key) {
  const Field* field = Find(key);
  if (field == nullptr) return std::nullopt;
  if (!field->node->is_boolean()) {
    Reject(key, *field, *field->node, "true or false");
    return std::nullopt;
  }
  return field->node->as_boolean()->get();
}

std::optional<std::string> RulesetFields::String(std::string_view key) {
  const Field* field = Find(key);
  if (field == nullptr) return std::nullopt;
  if (!field->node->is_string()) {
    Reject(key, *field, *field->node, "a text in quotation marks");
    return std::nullopt;
  }
  return field->node->as_string()->get();
}

std::optional<std::filesystem::path> RulesetFields::Path(std::string_view key) {
  const std::optional<std::string> text = String(key);
  if (!text) return std::nullopt;
  return (Find(key)->folder / *text).lexically_normal();
}

std::optional<std::vector<size_t>> RulesetFields::Names(std::string_view key,
                                                        std::span<const std::string_view> allowed,
                                                        std::string_view otherwise) {
  const Field* field = Find(key);
  if (field == nullptr) return std::nullopt;
  const auto* array = field->node->as_array();
  if (array == nullptr) {
    Reject(key, *field, *field->node,
           absl::StrCat(std::string(otherwise), "a list of ", JoinNames(allowed)));
    return std::nullopt;
  }
  std::vector<size_t> indices;
  for (const toml::node& node : *array) {
    const auto* string = node.as_string();
    const auto name = string == nullptr ? allowed.end()
                                        : std::find(allowed.begin(), allowed.end(), string->get());
    if (name == allowed.end()) {
      Reject(absl::StrCat("an item of ", std::string(key)), *field, node,
             absl::StrCat(JoinNames(allowed),
                          string == nullptr ? "" : DidYouMean(string->get(), allowed)));
    } else {
      indices.push_back(static_cast<size_t>(name - allowed.begin()));
    }
  }
  if (indices.size() != array->size()) return std::nullopt;
  return indices;
}

std::optional<std::vector<uint8_t>> RulesetFields::Integers(std::string_view key, size_t size,
                                                            size_t least, size_t most) {
  const Field* field = Find(key);
  if (field == nullptr) return std::nullopt;
  const std::string allowed = absl::StrCat(Range(least, most), " for all, or a list of ", size);
  const auto* array = field->node->as_array();
  if (array == nullptr) {
    const auto* integer = field->node->as_integer();
    if (integer == nullptr) {
      Reject(key, *field, *field->node, allowed);
      return std::nullopt;
    }
    const auto value = IntegerOf(key, *field, *field->node, least, most);
    if (!value) return std::nullopt;
    return std::vector<uint8_t>(size, *value);
  }
  if (array->size() != size) {
    Reject(key, *field, *field->node, allowed);
    return std::nullopt;
  }
  std::vector<uint8_t> values;
  for (size_t i = 0; i < size; ++i) {
    const std::string item = absl::StrCat("item ", i + 1, " of ", std::string(key));
    if (const auto value = IntegerOf(item, *field, (*array)[i], least, most)) {
      values.push_back(*value);
    }
  }
  if (values.size() != size) return std::nullopt;
  return values;
}

std::optional<std::vector<uint8_t>> RulesetFields::Table(std::string_view key,
                                                         std::span<const std::string_view> names,
                                                         size_t least, size_t most) {
  const Field* field = Find(key);
  if (field == nullptr) return std::nullopt;
  const std::string allowed = absl::StrCat(
      Range(least, most), " for each alike, or a table with one for each of ", JoinNames(names));
  const auto* table = field->node->as_table();
  if (table == nullptr) {
    if (!field->node->is_integer()) {
      Reject(key, *field, *field->node, allowed);
      return std::nullopt;
    }
    const auto value = IntegerOf(key, *field, *field->node, least, most);
    if (!value) return std::nullopt;
    return std::vector<uint8_t>(names.size(), *value);
  }
  bool good = true;
  for (const auto& [name, node] : *table) {
    if (std::find(names.begin(), names.end(), name.str()) != names.end()) continue;
    good = false;
    Diagnostic unknown = field->place;
    if (unknown.line > 0) {
      unknown.line = name.source().begin.line;
      unknown.column = name.source().begin.column;
    }
    unknown.message = absl::StrCat("unknown key ", Quoted(name.str()), " in ", std::string(key),
                                   "; allowed: ", JoinNames(names));
    diagnostics_.push_back(std::move(unknown));
  }
  std::vector<uint8_t> values;
  for (const std::string_view name : names) {
    const std::string item = absl::StrCat(std::string(key), ".", std::string(name));
    const toml::node* node = table->get(name);
    if (node == nullptr) {
      good = false;
      Report({key}, absl::StrCat(item, " is missing; allowed: ", allowed));
    } else if (const auto value = IntegerOf(item, *field, *node, least, most)) {
      values.push_back(*value);
    }
  }
  if (!good || values.size() != names.size()) return std::nullopt;
  return values;
}

}  // namespace prestige
