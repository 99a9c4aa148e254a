#include "sim/app/check_command.h"

#include <filesystem>
#include <memory>

#include "absl/strings/str_format.h"
#include "sim/app/ruleset_flags.h"
#include "sim/config/text_file.h"

namespace prestige {
namespace {

absl::Status RunCheck(const RulesetFlags& flags, Context& context) {
  const absl::StatusOr<std::filesystem::path> path = RulesetPath(flags);
  if (!path.ok()) return path.status();
  const absl::StatusOr<std::unique_ptr<GameHost>> host = LoadGame(flags);
  if (!host.ok()) return host.status();
  context.out << absl::StreamFormat("ok: %s\n%s  hashes      rules %016x, deck %016x\n",
                                    DisplayPath(*path), (*host)->Describe(), (*host)->rules_hash(),
                                    (*host)->deck_hash());
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareCheck(CLI::App& app) {
  const auto flags = std::make_shared<RulesetFlags>();
  AddRulesetFlags(app, *flags);
  return [flags](Context& context) { return RunCheck(*flags, context); };
}

}  // namespace prestige
