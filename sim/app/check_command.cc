#include "sim/app/check_command.h"

#include <memory>
#include <numeric>

#include "absl/strings/str_format.h"
#include "sim/app/ruleset_flags.h"
#include "sim/config/text_file.h"

namespace prestige {
namespace {

template <size_t N>
size_t Total(const std::array<uint8_t, N>& counts) {
  return std::accumulate(counts.begin(), counts.end(), size_t{0});
}

absl::Status RunCheck(const RulesetFlags& flags, Context& context) {
  const absl::StatusOr<coatl::LoadedRuleset> loaded = LoadCoatl(flags);
  if (!loaded.ok()) return loaded.status();
  const coatl::Rules& rules = loaded->rules;
  const coatl::RulesConfig& config = rules.config();
  size_t most_players = 2;
  while (coatl::CheckPlayers(rules, most_players + 1).ok()) ++most_players;
  context.out << absl::StreamFormat(
      "ok: %s\n"
      "  prophecies  %d kinds, %d cards\n"
      "  temples     %d\n"
      "  pieces      %d body segments, %d heads, %d tails\n"
      "  supply      %d spaces\n"
      "  players     %s\n"
      "  hashes      rules %016x, deck %016x\n",
      DisplayPath(loaded->path), rules.prophecies().size(), rules.cards(), rules.temples().size(),
      Total(config.body), Total(config.heads), Total(config.tails), config.supply.size(),
      most_players == 2 ? "2" : absl::StrFormat("2 to %d", most_players), loaded->rules_hash,
      loaded->deck_hash);
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareCheck(CLI::App& app) {
  const auto flags = std::make_shared<RulesetFlags>();
  AddRulesetFlags(app, *flags);
  return [flags](Context& context) { return RunCheck(*flags, context); };
}

}  // namespace prestige
