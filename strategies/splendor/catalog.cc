#include "strategies/splendor/catalog.h"

#include <array>
#include <memory>

#include "strategies/random.h"
#include "strategies/search_parameters.h"
#include "strategies/splendor/greedy.h"
#include "strategies/splendor/planner.h"
#include "strategies/splendor/search_policy.h"

namespace prestige::splendor {
namespace {

using SplendorAgent = std::unique_ptr<Agent<SplendorGame>>;

SplendorAgent MakeGreedy(const Rules& rules, std::span<const double>) {
  return std::make_unique<GreedyAgent>(rules);
}

constexpr PlannerConfig kPlanner;
constexpr std::array<Parameter, 5> kPlannerParameters{{
    {"patience", kPlanner.patience, 0, 1, false, "what points are worth a turn later"},
    {"bonus", kPlanner.bonus, 0, 10, false,
     "points that the first bonus is worth, for later cards"},
    {"noble", kPlanner.noble, 0, 10, false, "how much nobles count, 1 for their points"},
    {"deny", kPlanner.deny, 0, 10, false, "how much what an opponent may buy next counts"},
    {"breadth", kPlanner.breadth, 1, 20, true, "cards that are planned for at a time"},
}};

SplendorAgent MakePlanner(const Rules& rules, std::span<const double> values) {
  PlannerConfig config;
  config.patience = values[0];
  config.bonus = values[1];
  config.noble = values[2];
  config.deny = values[3];
  config.breadth = static_cast<size_t>(values[4]);
  return std::make_unique<PlannerAgent>(rules, config);
}

constexpr std::array kSearchParameters = SearchParameters(/*iterations=*/200, /*exploration=*/1);

SplendorAgent MakeSplendorSearch(const Rules&, std::span<const double> values) {
  return std::make_unique<SearchAgent<SplendorGame, SplendorPolicy>>(SearchConfigOf(values));
}

constexpr std::array<StrategyEntry<SplendorGame>, 4> kStrategies{{
    {{"random", "uniform over the legal choices", {}}, MakeRandom<SplendorGame>},
    {{"greedy", "buys the most points it can, else takes what the next card lacks", {}},
     MakeGreedy},
    {{"planner", "goes for points a turn, bonuses towards nobles and large cards, and denies",
      kPlannerParameters},
     MakePlanner},
    {{"search", "tree search over resampled worlds", kSearchParameters}, MakeSplendorSearch},
}};

}  // namespace

std::span<const StrategyEntry<SplendorGame>> Strategies() { return kStrategies; }

}  // namespace prestige::splendor
