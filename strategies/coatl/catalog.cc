#include "strategies/coatl/catalog.h"

#include <array>
#include <cmath>
#include <memory>

#include "strategies/coatl/layout_agent.h"
#include "strategies/coatl/search_policy.h"
#include "strategies/random.h"
#include "strategies/search_parameters.h"

namespace prestige::coatl {
namespace {

constexpr Parameter TurnParameter(const LayoutAgentParameters& parameters) {
  return {"turn", parameters.turn / 100.0,
          0,      10,
          false,  "points that a turn is worth: the more, the shorter the coameh"};
}
int ToHundredths(double value) { return static_cast<int>(std::lround(100 * value)); }

constexpr std::array kGreedyParameters{TurnParameter(kGreedy)};
std::unique_ptr<Agent<CoatlGame>> MakeGreedy(const Rules& rules, std::span<const double> values) {
  LayoutAgentParameters parameters = kGreedy;
  parameters.turn = ToHundredths(values[0]);
  return std::make_unique<LayoutAgent>(rules, parameters);
}

constexpr std::array kPlannerParameters{
    TurnParameter(kPlanner),
    Parameter{"width", kPlanner.width, 1, LayoutSearch::kMaxWidth, true,
              "chains of pieces that are followed at a time"},
};
std::unique_ptr<Agent<CoatlGame>> MakePlanner(const Rules& rules, std::span<const double> values) {
  LayoutAgentParameters parameters = kPlanner;
  parameters.turn = ToHundredths(values[0]);
  parameters.width = static_cast<size_t>(values[1]);
  return std::make_unique<LayoutAgent>(rules, parameters);
}

constexpr std::array kSearchParameters = SearchParameters(/*iterations=*/200, /*exploration=*/0.5);

std::unique_ptr<Agent<CoatlGame>> MakeSearch(const Rules& rules, std::span<const double> values) {
  return std::make_unique<SearchAgent<CoatlGame, LayoutPolicy>>(SearchConfigOf(values),
                                                                LayoutPolicy(rules));
}

constexpr std::array kStrategies{
    StrategyEntry<CoatlGame>{{"random", "uniform over the legal choices", {}},
                             MakeRandom<CoatlGame>},
    StrategyEntry<CoatlGame>{
        {"greedy", "plays for the coatl that it is at, without search beyond its own turn",
         kGreedyParameters},
        MakeGreedy},
    StrategyEntry<CoatlGame>{
        {"planner", "compares many ways to build a coatl, their turns and what others may take",
         kPlannerParameters},
        MakePlanner},
    StrategyEntry<CoatlGame>{
        {"search", "tree search over resampled worlds, from where planner would go",
         kSearchParameters},
        MakeSearch},
};

}  // namespace

std::span<const StrategyEntry<CoatlGame>> Strategies() { return kStrategies; }

}  // namespace prestige::coatl
