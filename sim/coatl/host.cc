#include "sim/coatl/host.h"

#include <array>
#include <numeric>
#include <utility>
#include <variant>

#include "absl/strings/str_format.h"
#include "sim/coatl/deck_json.h"
#include "sim/coatl/recorder.h"
#include "sim/coatl/replay.h"
#include "sim/coatl/ruleset.h"
#include "sim/coatl/view_json.h"
#include "sim/play/make_agent.h"
#include "sim/play/typed_table.h"
#include "strategies/coatl/card_use.h"
#include "strategies/coatl/catalog.h"

namespace prestige::coatl {
namespace {

// What the shared table needs to know of Cóatl.
struct TableTraits {
  using Game = CoatlGame;
  using Recorder = coatl::Recorder;
  static std::span<const StrategyEntry<CoatlGame>> Strategies() { return coatl::Strategies(); }
  using CardUse = CoatlCardUse;
  static nlohmann::ordered_json ViewJson(const View& view) { return coatl::ViewJson(view); }
  static nlohmann::ordered_json NewGameJson(const Rules& rules) {
    return coatl::NewGameJson(rules);
  }
  static void WriteReplayLines(const Rules& rules, const GameRecord& record, std::ostream& out) {
    coatl::WriteReplayLines(rules, record, out);
  }
  static void WriteReplayText(const Rules& rules, const GameRecord& record, bool color,
                              std::ostream& out) {
    coatl::WriteReplayText(rules, record, color, out);
  }
};

template <size_t N>
size_t Total(const std::array<uint8_t, N>& counts) {
  return std::accumulate(counts.begin(), counts.end(), size_t{0});
}

class CoatlHost final : public GameHost {
 public:
  explicit CoatlHost(LoadedRuleset loaded)
      : loaded_(std::move(loaded)), layout_(LayoutOf(loaded_.rules)) {
    for (unsigned levels = 1; loaded_.rules.solo() && levels <= kAllLevels; ++levels) {
      with_levels_.push_back(loaded_.rules.WithLevels(static_cast<Levels>(levels)));
    }
  }

  uint64_t rules_hash() const override { return loaded_.rules_hash; }
  uint64_t deck_hash() const override { return loaded_.deck_hash; }
  std::string ruleset_name() const override { return loaded_.rules.name(); }
  std::string ruleset_text() const override { return CanonicalConfig(loaded_.rules.config()); }

  std::string DeckJson() const override { return coatl::DeckJson(loaded_.rules); }

  std::string Describe() const override {
    const Rules& rules = loaded_.rules;
    const RulesConfig& config = rules.config();
    const size_t least_players = rules.solo() ? 1 : 2;
    size_t most_players = least_players;
    while (CheckPlayers(most_players + 1).ok()) ++most_players;
    return absl::StrFormat(
        "  prophecies  %d kinds, %d cards\n"
        "  temples     %d\n"
        "  pieces      %d body segments, %d heads, %d tails\n"
        "  supply      %d spaces\n"
        "  players     %s\n",
        rules.prophecies().size(), rules.cards(), rules.temples().size(), Total(config.body),
        Total(config.heads), Total(config.tails), config.supply.size(),
        most_players == least_players ? absl::StrFormat("%d", most_players)
                                      : absl::StrFormat("2 to %d", most_players));
  }

  absl::Status CheckPlayers(size_t players) const override {
    return coatl::CheckPlayers(loaded_.rules, players);
  }

  absl::Status CheckStrategy(const StrategySpec& spec) const override {
    return MakeAgent<TableTraits>(loaded_.rules, spec, absl::InfiniteDuration()).status();
  }

  const RecordLayout& layout() const override { return layout_; }

  std::unique_ptr<GameTable> OpenTable(const MatchPlan& plan) const override {
    std::vector<const Rules*> rules{&loaded_.rules};
    for (const Rules& more : with_levels_) rules.push_back(&more);
    return std::make_unique<TypedTable<TableTraits>>(plan, std::move(rules), layout_);
  }

 private:
  LoadedRuleset loaded_;
  RecordLayout layout_;
  std::vector<Rules> with_levels_;  // solo: by set of levels, the empty one left out
};

absl::StatusOr<std::unique_ptr<GameHost>> Load(const RulesetRequest& request) {
  auto loaded = LoadRuleset(request);
  if (const auto* diagnostics = std::get_if<Diagnostics>(&loaded)) {
    return absl::InvalidArgumentError(ToString(*diagnostics));
  }
  return std::make_unique<CoatlHost>(std::get<LoadedRuleset>(std::move(loaded)));
}

}  // namespace

absl::StatusOr<std::unique_ptr<GameHost>> LoadHost(const std::filesystem::path& path,
                                                   const std::vector<std::string>& sets) {
  return Load({path, sets});
}

absl::StatusOr<std::unique_ptr<GameHost>> LoadSoloHost(const std::filesystem::path& path,
                                                       const std::vector<std::string>& sets) {
  return Load({path, sets, /*solo=*/true});
}

std::vector<StrategyInfo> StrategyInfos() {
  std::vector<StrategyInfo> infos;
  for (const auto& entry : Strategies()) infos.push_back(entry.info);
  return infos;
}

}  // namespace prestige::coatl
