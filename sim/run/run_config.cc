#include "sim/run/run_config.h"

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <sstream>
#include <string_view>
#include <variant>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sim/config/content_hash.h"
#include "sim/config/diagnostic.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"
#include "sim/config/toml_text.h"

namespace prestige {
namespace {

using Json = nlohmann::ordered_json;

// A field of the config: a text, a whole number in a range, a number of seconds, or a list of
// texts.
struct Field {
  std::string_view key;
  std::variant<std::string RunConfig::*, uint64_t RunConfig::*, double RunConfig::*,
               std::vector<std::string> RunConfig::*>
      member;
  uint64_t least = 0;
  uint64_t most = 0;
  std::span<const std::string_view> allowed{};  // of a text; empty for any
};

constexpr std::array<std::string_view, 3> kSeatings{"all", "rotations", "fixed"};
constexpr std::array<std::string_view, 3> kDetails{"summary", "games", "full"};

const std::array<Field, 12>& Fields() {
  static const std::array<Field, 12> fields{{
      {"game", &RunConfig::game},
      {"ruleset", &RunConfig::ruleset},
      {"set", &RunConfig::sets},
      {"players", &RunConfig::players, 1, 4},
      {"strategies", &RunConfig::strategies},
      {"games", &RunConfig::games, 1, kMaxGames},
      {"seed", &RunConfig::seed, 0, std::numeric_limits<uint64_t>::max()},
      {"levels", &RunConfig::levels},
      {"seating", &RunConfig::seating, 0, 0, kSeatings},
      {"detail", &RunConfig::detail, 0, 0, kDetails},
      {"stop_at", &RunConfig::stop_at},
      {"move_time", &RunConfig::move_time},
  }};
  return fields;
}

std::string AllowedText(const Field& field) {
  if (std::holds_alternative<uint64_t RunConfig::*>(field.member)) {
    return absl::StrCat("a whole number from ", field.least, " to ", field.most);
  }
  if (std::holds_alternative<double RunConfig::*>(field.member)) {
    return absl::StrCat("seconds from ", kLeastMoveTime, " to ", kMostMoveTime);
  }
  if (std::holds_alternative<std::vector<std::string> RunConfig::*>(field.member)) {
    return "a list of texts \"key=value\"";
  }
  if (field.allowed.empty()) return "a text";
  return absl::StrJoin(field.allowed, ", ", [](std::string* out, std::string_view name) {
    absl::StrAppend(out, "\"", std::string(name), "\"");
  });
}

void AppendName(std::string* out, std::string_view name) { out->append(name); }

// The value as TOML.
std::string WrittenText(const toml::node& node) {
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

// Sets the field from a value of JSON; false if it is not one of what is allowed.
bool SetField(const Field& field, const Json& value, RunConfig* config) {
  if (const auto* text = std::get_if<std::string RunConfig::*>(&field.member)) {
    if (!value.is_string()) return false;
    const auto given = value.get<std::string>();
    if (!field.allowed.empty() &&
        std::find(field.allowed.begin(), field.allowed.end(), given) == field.allowed.end()) {
      return false;
    }
    config->*(*text) = given;
    return true;
  }
  if (const auto* number = std::get_if<uint64_t RunConfig::*>(&field.member)) {
    if (!value.is_number_unsigned()) return false;
    const auto given = value.get<uint64_t>();
    if (given < field.least || given > field.most) return false;
    config->*(*number) = given;
    return true;
  }
  if (const auto* seconds = std::get_if<double RunConfig::*>(&field.member)) {
    if (!value.is_number()) return false;
    const auto given = value.get<double>();
    if (!(given >= kLeastMoveTime && given <= kMostMoveTime)) return false;
    config->*(*seconds) = given;
    return true;
  }
  const auto list = std::get<std::vector<std::string> RunConfig::*>(field.member);
  if (!value.is_array()) return false;
  std::vector<std::string> texts;
  for (const Json& item : value) {
    if (!item.is_string()) return false;
    texts.push_back(item.get<std::string>());
  }
  config->*list = texts;
  return true;
}

// A TOML value as JSON; null for what no field takes. Strategies and levels may be lists.
Json FromToml(const toml::node& node, std::string_view key) {
  if (const auto text = node.value<std::string>(); node.is_string()) return *text;
  if (node.is_integer()) {
    const int64_t number = *node.value<int64_t>();
    if (number < 0) return number;
    if (key == "levels") return std::to_string(number);
    return static_cast<uint64_t>(number);
  }
  if (node.is_floating_point()) return *node.value<double>();
  const toml::array* array = node.as_array();
  if (array == nullptr) return nullptr;
  Json list = Json::array();
  for (const toml::node& item : *array) {
    const Json value = FromToml(item, key);
    if (!value.is_string()) return nullptr;
    list.push_back(value);
  }
  if (key == "set") return list;
  return absl::StrJoin(list.get<std::vector<std::string>>(), ",");
}

}  // namespace

std::vector<std::string_view> ConfigKeys() {
  std::vector<std::string_view> keys;
  for (const Field& field : Fields()) keys.push_back(field.key);
  return keys;
}

Json ToJson(const RunConfig& config) {
  Json json = Json::object();
  for (const Field& field : Fields()) {
    std::visit([&](const auto member) { json[std::string(field.key)] = config.*member; },
               field.member);
  }
  return json;
}

absl::StatusOr<RunConfig> ConfigFromJson(const Json& json) {
  RunConfig config;
  for (const Field& field : Fields()) {
    const std::string key(field.key);
    if (!json.is_object() || !json.contains(key) || !SetField(field, json[key], &config)) {
      return absl::InvalidArgumentError(
          absl::StrCat("config.", key, " is missing or wrong; allowed: ", AllowedText(field)));
    }
  }
  return config;
}

absl::Status ReadRunFile(const std::string& path, RunConfig* config) {
  const auto text = ReadTextFile(path);
  if (const auto* problem = std::get_if<Diagnostic>(&text)) {
    return absl::InvalidArgumentError(ToString({*problem}));
  }
  toml::table table;
  try {
    table = ParseToml(std::get<std::string>(text), path);
  } catch (const toml::parse_error& error) {
    return absl::InvalidArgumentError(absl::StrCat(path, ":", error.source().begin.line, ":",
                                                   error.source().begin.column, ": ",
                                                   std::string(error.description())));
  }
  std::vector<std::string> problems;
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const std::string place =
        absl::StrCat(path, ":", key.source().begin.line, ":", key.source().begin.column, ": ");
    const auto& fields = Fields();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& candidate) { return candidate.key == name; });
    if (field == fields.end()) {
      const std::vector<std::string_view> keys = ConfigKeys();
      problems.push_back(absl::StrCat(place, "unknown key ", Quoted(name),
                                      "; allowed: ", absl::StrJoin(keys, ", ", AppendName),
                                      DidYouMean(name, keys)));
    } else if (!SetField(*field, FromToml(node, name), config)) {
      problems.push_back(absl::StrCat(place, name, " is ", Printable(WrittenText(node)),
                                      "; allowed: ", AllowedText(*field)));
    }
  }
  if (problems.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrJoin(problems, "\n"));
}

Seating SeatingOf(const RunConfig& config) {
  if (config.seating == "rotations") return Seating::kRotations;
  return config.seating == "fixed" ? Seating::kFixed : Seating::kAll;
}

Detail DetailOf(const RunConfig& config) {
  if (config.detail == "summary") return Detail::kSummary;
  return config.detail == "full" ? Detail::kFull : Detail::kGames;
}

absl::StatusOr<std::optional<double>> StopAtOf(const RunConfig& config) {
  if (config.stop_at.empty()) return std::nullopt;
  double points = 0;
  const char* end = config.stop_at.data() + config.stop_at.size();
  const auto [rest, error] = std::from_chars(config.stop_at.data(), end, points);
  if (error != std::errc() || std::string_view(rest, static_cast<size_t>(end - rest)) != "pp" ||
      !(points >= 0.001 && points <= 50)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--stop-at=", Printable(config.stop_at),
                     ": allowed: percentage points from 0.001pp to 50pp, such as 0.1pp"));
  }
  return points / 100;
}

uint64_t ConfigHash(const RunConfig& config) {
  Json json = ToJson(config);
  json.erase("games");
  return ContentHash(json.dump());
}

}  // namespace prestige
