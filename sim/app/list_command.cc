#include "sim/app/list_command.h"

#include <toml++/toml.h>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "engine/coatl/matcher_target.h"
#include "sim/app/catalog.h"
#include "sim/config/data_folder.h"
#include "sim/config/strategy_spec.h"
#include "sim/config/text_file.h"
#include "sim/config/toml_text.h"
#include "sim/version.h"

namespace prestige {
namespace {

using Json = nlohmann::ordered_json;

// The line for people in a ruleset file; empty if it has none or cannot be read (`check` says why).
std::string DescriptionOf(const std::filesystem::path& path) {
  const auto text = ReadTextFile(path);
  if (!std::holds_alternative<std::string>(text)) return "";
  try {
    const toml::table table = ParseToml(std::get<std::string>(text));
    return table["description"].value_or(std::string());
  } catch (const toml::parse_error&) {
    return "";
  }
}

Json Describe(const std::filesystem::path& data) {
  Json games = Json::array();
  Json rulesets = Json::array();
  for (const GameEntry& game : Games()) {
    games.push_back({{"game", game.name},
                     {"min_players", game.min_players},
                     {"max_players", game.max_players},
                     {"players", PlayersText(game)},
                     {"levels", game.levels},
                     {"summary", game.summary}});
    for (const RulesetEntry& ruleset : ListRulesets(data, game.folder)) {
      rulesets.push_back({{"game", game.name},
                          {"ruleset", ruleset.name},
                          {"path", DisplayPath(ruleset.path)},
                          {"description", DescriptionOf(ruleset.path)}});
    }
  }
  Json strategies = Json::array();
  for (const GameEntry& game : Games()) {
    for (const StrategyInfo& strategy : game.strategies()) {
      Json parameters = Json::array();
      for (const Parameter& parameter : strategy.parameters) {
        parameters.push_back({{"parameter", parameter.name},
                              {"type", parameter.whole ? "whole" : "number"},
                              {"default", parameter.fallback},
                              {"least", parameter.least},
                              {"most", parameter.most},
                              {"summary", parameter.summary}});
      }
      strategies.push_back({{"game", game.name},
                            {"strategy", strategy.name},
                            {"parameters", parameters},
                            {"summary", strategy.summary}});
    }
  }
  for (const StrategyInfo& strategy : CommonStrategies()) {
    strategies.push_back({{"game", "any"},
                          {"strategy", strategy.name},
                          {"parameters", Json::array()},
                          {"summary", strategy.summary}});
  }
  return {{"version", Version()},
          {"commit", Commit()},
          {"compiler", Compiler()},
          {"simd_target", coatl::SimdTargetName()},
          {"simd_targets", coatl::AvailableSimdTargets()},
          {"games", games},
          {"strategies", strategies},
          {"rulesets", rulesets}};
}

std::string Text(const Json& all) {
  const auto string = [](const Json& entry, const char* key) {
    return entry.at(key).get<std::string>();
  };
  std::string text = absl::StrFormat(
      "prestige %s (commit %s), %s, SIMD target %s of %s\n\ngames\n", string(all, "version"),
      string(all, "commit"), string(all, "compiler"), string(all, "simd_target"),
      absl::StrJoin(all.at("simd_targets").get<std::vector<std::string>>(), ", "));
  for (const Json& game : all.at("games")) {
    absl::StrAppendFormat(&text, "  %-12s %-15s %s\n", string(game, "game"),
                          string(game, "players"), string(game, "summary"));
    int level = 0;
    for (const Json& asks : game.at("levels")) {
      absl::StrAppendFormat(&text, "  %-12s   level %d  %s\n", "", ++level,
                            asks.get<std::string>());
    }
  }
  text += "\nstrategies\n";
  for (const Json& strategy : all.at("strategies")) {
    absl::StrAppendFormat(&text, "  %-12s %-16s %s\n", string(strategy, "game"),
                          string(strategy, "strategy"), string(strategy, "summary"));
    for (const Json& parameter : strategy.at("parameters")) {
      const auto number = [&](const char* key) {
        return ShortestDecimals(parameter.at(key).get<double>());
      };
      absl::StrAppendFormat(&text, "  %-12s   %s=%s  %s (%s to %s)\n", "",
                            string(parameter, "parameter"), number("default"),
                            string(parameter, "summary"), number("least"), number("most"));
    }
  }
  text += "\nrulesets\n";
  for (const Json& ruleset : all.at("rulesets")) {
    absl::StrAppendFormat(&text, "  %-12s %-16s %s (%s)\n", string(ruleset, "game"),
                          string(ruleset, "ruleset"), string(ruleset, "description"),
                          string(ruleset, "path"));
  }
  return text;
}

absl::Status RunList(const std::string& format, Context& context) {
  const absl::StatusOr<std::filesystem::path> data = FindDataFolder();
  if (!data.ok()) return data.status();
  const Json all = Describe(*data);
  // A file's name need not be UTF-8; JSON must be.
  context.out << (format == "json" ? all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                                   : Text(all));
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareList(CLI::App& app) {
  const auto format = std::make_shared<std::string>("text");
  AddChoiceFlag(app, "--format", *format, {"text", "json"}, "how to print it");
  return [format](Context& context) { return RunList(*format, context); };
}

}  // namespace prestige
