#include "sim/splendor/host.h"

#include <utility>
#include <variant>

#include "absl/strings/str_format.h"
#include "sim/play/make_agent.h"
#include "sim/play/typed_table.h"
#include "sim/splendor/deck_json.h"
#include "sim/splendor/recorder.h"
#include "sim/splendor/replay.h"
#include "sim/splendor/ruleset.h"
#include "sim/splendor/view_json.h"
#include "strategies/splendor/card_use.h"
#include "strategies/splendor/catalog.h"

namespace prestige::splendor {
namespace {

// What the shared table needs to know of Splendor.
struct TableTraits {
  using Game = SplendorGame;
  using Recorder = splendor::Recorder;
  static std::span<const StrategyEntry<SplendorGame>> Strategies() {
    return splendor::Strategies();
  }
  using CardUse = SplendorCardUse;
  static nlohmann::ordered_json ViewJson(const View& view) { return splendor::ViewJson(view); }
  static nlohmann::ordered_json NewGameJson(const Rules& rules) {
    return splendor::NewGameJson(rules);
  }
  static void WriteReplayLines(const Rules& rules, const GameRecord& record, std::ostream& out) {
    splendor::WriteReplayLines(rules, record, out);
  }
  static void WriteReplayText(const Rules& rules, const GameRecord& record, bool color,
                              std::ostream& out) {
    splendor::WriteReplayText(rules, record, color, out);
  }
};

class SplendorHost final : public GameHost {
 public:
  explicit SplendorHost(LoadedRuleset loaded)
      : loaded_(std::move(loaded)), layout_(LayoutOf(loaded_.rules)) {}

  uint64_t rules_hash() const override { return loaded_.rules_hash; }
  uint64_t deck_hash() const override { return loaded_.deck_hash; }
  std::string ruleset_name() const override { return loaded_.rules.name(); }
  std::string ruleset_text() const override { return CanonicalConfig(loaded_.rules.config()); }
  std::string DeckJson() const override { return splendor::DeckJson(loaded_.rules); }

  std::string Describe() const override {
    const Rules& rules = loaded_.rules;
    const RulesConfig& config = rules.config();
    size_t most_players = kMinPlayers;
    while (CheckPlayers(most_players + 1).ok()) ++most_players;
    return absl::StrFormat(
        "  cards       %d, %d, %d in tiers 1, 2, 3\n"
        "  nobles      %d\n"
        "  tokens      %d, %d, %d of each colour for 2, 3, 4 players, %d gold\n"
        "  end         %d points\n"
        "  players     %s\n",
        rules.TierSize(0), rules.TierSize(1), rules.TierSize(2), rules.nobles().size(),
        config.tokens[0], config.tokens[1], config.tokens[2], config.gold, config.end_points,
        most_players == 2 ? "2" : absl::StrFormat("2 to %d", most_players));
  }

  absl::Status CheckPlayers(size_t players) const override {
    return splendor::CheckPlayers(loaded_.rules, players);
  }

  absl::Status CheckStrategy(const StrategySpec& spec) const override {
    return MakeAgent<TableTraits>(loaded_.rules, spec, absl::InfiniteDuration()).status();
  }

  const RecordLayout& layout() const override { return layout_; }

  std::unique_ptr<GameTable> OpenTable(const MatchPlan& plan) const override {
    return std::make_unique<TypedTable<TableTraits>>(
        plan, std::vector<const Rules*>{&loaded_.rules}, layout_);
  }

 private:
  LoadedRuleset loaded_;
  RecordLayout layout_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<GameHost>> LoadHost(const std::filesystem::path& path,
                                                   const std::vector<std::string>& sets) {
  auto loaded = LoadRuleset({path, sets});
  if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    return absl::InvalidArgumentError(ToString(*diagnostics));
  }
  return std::make_unique<SplendorHost>(std::get<LoadedRuleset>(std::move(loaded)));
}

std::vector<StrategyInfo> StrategyInfos() {
  std::vector<StrategyInfo> infos;
  for (const auto& entry : Strategies()) infos.push_back(entry.info);
  return infos;
}

}  // namespace prestige::splendor
