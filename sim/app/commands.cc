#include <array>

#include "sim/app/bench_command.h"
#include "sim/app/check_command.h"
#include "sim/app/command.h"
#include "sim/app/list_command.h"
#include "sim/app/replay_command.h"
#include "sim/app/report_command.h"
#include "sim/app/score_command.h"
#include "sim/app/simulate_command.h"

namespace prestige {

std::span<const Command> Commands() {
  static constexpr std::array<Command, 7> kCommands{{
      {"simulate", "play games, print who wins how often, write a run folder",
       "prestige simulate --game=coatl --players=2 --strategies=greedy,random --games=100000 "
       "--seed=1 --threads=2 --out=runs/a",
       &DeclareSimulate},
      {"score", "score coameh against cards", "prestige score --coatl='^YGGB$' --card=P08,T02",
       &DeclareScore},
      {"replay", "show games step by step",
       "prestige replay --game=coatl --players=3 --strategies=random --seed=5 --from=0 --count=10 "
       "--format=jsonl",
       &DeclareReplay},
      {"report", "show what runs say as one HTML file", "prestige report runs/a", &DeclareReport},
      {"bench", "play a fixed workload: speed and behaviour signature",
       "prestige bench --game=coatl --players=2 --strategies=random --games=200000 --format=json",
       &DeclareBench},
      {"check", "validate a ruleset with its decks", "prestige check --ruleset=digital",
       &DeclareCheck},
      {"list", "list games, strategies, rulesets and what the program was built with",
       "prestige list --format=json", &DeclareList},
  }};
  return kCommands;
}

}  // namespace prestige
