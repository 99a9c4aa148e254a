#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/fixed_list.h"
#include "engine/core/game.h"
#include "engine/core/outcome.h"
#include "engine/core/playout.h"
#include "engine/core/rng.h"
#include "strategies/agent.h"

namespace prestige {

// What a position is worth to each seat, from 0 to 1.
using SeatValues = std::array<double, kMaxSeats>;

// The worth of a finished game: the win share, and for the part `margin` (0 to 1) of it the lead in
// points over the best other seat, so that a search still knows what to try when the game is as
// good as decided. A lead of `scale` points is worth half of what the greatest lead would be.
inline SeatValues ValuesOf(const Outcome& outcome, double margin, double scale) {
  SeatValues values{};
  for (size_t seat = 0; seat < static_cast<size_t>(outcome.seats); ++seat) {
    int best_other = outcome.seats > 1 ? std::numeric_limits<int>::min() : 0;
    for (size_t other = 0; other < static_cast<size_t>(outcome.seats); ++other) {
      if (other != seat) best_other = std::max(best_other, outcome.points[other]);
    }
    const double lead = outcome.points[seat] - best_other;
    values[seat] = (1 - margin) * outcome.win12[seat] / 12.0 +
                   margin * (0.5 + 0.5 * lead / (std::abs(lead) + scale));
  }
  return values;
}

// What a search needs to know of a game beyond its rules.
//   Weigh    how promising each of the moves looks: weights that are at least 0, in any scale;
//   equal
//            ones where nothing is known. Asked once for each position of the tree.
//   PlayOut  plays the position on, to its end or as far as it is worth while, and says what came
//            of it to each seat. Runs in every iteration.
template <class P, class G>
concept SearchPolicy =
    Game<G> && requires(P& policy, const typename G::Rules& rules, const typename G::State& state,
                        typename G::State& playing, const typename G::MoveList& moves,
                        std::span<double> weights, Stream& stream) {
      { policy.Weigh(rules, state, moves, weights) } -> std::same_as<void>;
      { policy.PlayOut(rules, &playing, stream) } -> std::same_as<SeatValues>;
    };

// Knows nothing of the game: all moves weigh the same, and playouts are uniformly random.
template <Game G>
struct RandomPolicy {
  double margin = 0.25;
  double scale = 10;

  void Weigh(const typename G::Rules&, const typename G::State&, const typename G::MoveList&,
             std::span<double> weights) const {
    std::fill(weights.begin(), weights.end(), 1.0);
  }
  SeatValues PlayOut(const typename G::Rules& rules, typename G::State* state,
                     Stream& stream) const {
    NoEvents events;
    PlayOutAtRandom<G>(rules, state, stream, &events);
    return ValuesOf(G::OutcomeOf(rules, *state), margin, scale);
  }
};

struct SearchConfig {
  uint32_t iterations = 1000;  // playouts for each decision, at least 1
  // When above 0 the decision takes this long by the wall clock, instead of so many iterations.
  // Such play cannot be repeated: it depends on the machine and on what else it does.
  std::chrono::nanoseconds time{0};
  double exploration = 1.0;  // how much a move's weight counts against what was found of it so far
};

// Monte Carlo tree search over information sets (single observer): every iteration draws anew what
// the seat cannot know, walks down one tree that all of these worlds share, plays out from its
// leaf, and tells every move on the way what came of it for the seat that made it. Each seat
// goes for its own worth, with any number of seats. A node stands for a chain of small decisions,
// whatever chance gave in between; of its moves only those count that are legal in the world at
// hand, and each against how often it was.
//
// The n-th try of every move that is to be chosen from meets the same world, and counts against
// what came of that world for the first move that met it, so that luck tells them apart as little
// as can be. What was found is kept for the next decision if nothing new was seen in between: the
// small decisions of one action share a tree.
//
// All memory is taken at construction; a tree that fills it grows no more, and the iterations that
// remain still tell its moves apart.
template <Game G, SearchPolicy<G> Policy = RandomPolicy<G>>
class SearchAgent final : public Agent<G> {
  using Rules = typename G::Rules;
  using State = typename G::State;
  using Move = typename G::Move;
  using MoveList = typename G::MoveList;
  using View = typename G::View;
  using Clock = std::chrono::steady_clock;

 public:
  explicit SearchAgent(const SearchConfig& config, Policy policy = {})
      : config_(config), policy_(std::move(policy)) {
    const size_t nodes = config.time.count() > 0
                             ? kMaxNodes
                             : std::min(kMaxNodes, kShared * size_t{config.iterations} + 1);
    nodes_.resize(nodes);
    edges_.resize(nodes * kEdgesPerNode + MoveList::capacity());
    first_values_.resize(nodes);
  }

  void NewGame(uint64_t key) override {
    stream_ = Stream(key);
    chosen_node_ = kNone;
  }

  size_t Choose(const View& view, const MoveList& moves) override {
    if (!GoOn(view)) {
      node_count_ = 0;
      edge_count_ = 0;
      root_ = AddNode();
    }
    const uint64_t worlds = stream_.Next();
    worlds_met_ = 0;
    Node& root = nodes_[root_];
    level_ = root.visits == 0 ? 0.5 : root.sum / root.visits;
    for (uint32_t at = root.first; at != kNone; at = edges_[at].next) {
      edges_[at].visits_before = edges_[at].visits;
    }
    if (config_.time.count() > 0) {
      const Clock::time_point end = Clock::now() + config_.time;
      do {
        for (uint32_t n = 0; n < kClockEvery; ++n) Iterate(view, moves, worlds);
      } while (Clock::now() < end);
    } else {
      do {
        Iterate(view, moves, worlds);
      } while (!IsSettled(moves, view.seat()));
    }
    return Decide(view, moves, worlds);
  }

  // Playouts of all decisions so far, for benchmarks.
  uint64_t playouts() const { return playouts_; }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  static constexpr size_t kMaxNodes = size_t{1} << 15;
  static constexpr size_t kShared = 4;  // decisions with a full tree's growth in one memory
  // A node has its moves from its second visit on, and most are visited once.
  static constexpr size_t kEdgesPerNode = 8;
  static constexpr size_t kMaxDepth = 256;
  static constexpr uint32_t kClockEvery = 16;

  // A move out of a node, and what came of it.
  struct Edge {
    double sum = 0;       // of its worth to `seat`
    double weight = 0;    // the policy's; those of the moves that were legal together sum up to 1
    uint32_t visits = 0;  // how often it was made
    uint32_t offers = 0;  // how often it could have been made
    uint32_t visits_before = 0;  // of a move to be chosen from: when that decision began
    uint32_t node = kNone;
    uint32_t next = kNone;  // of the same node
    Move move{};
    uint8_t seat = 0;  // who makes it
  };
  struct Node {
    double sum = 0;
    uint32_t visits = 0;
    uint32_t first = kNone;
  };

  struct Step {
    uint32_t node = 0;
    uint32_t edge = 0;
  };

  uint32_t AddNode() {
    if (node_count_ == nodes_.size()) return kNone;
    nodes_[node_count_] = {};
    return node_count_++;
  }

  // Moves the root to where the last choice led, if the seat could foresee what it sees now.
  bool GoOn(const View& view) {
    const uint32_t node = std::exchange(chosen_node_, kNone);
    if (node == kNone || edge_count_ + MoveList::capacity() > edges_.size()) return false;
    NoEvents events;
    MoveList moves;
    for (State& state : foreseen_) {
      G::Apply(view.rules(), &state, chosen_, &events);
      if (!GoToChoice(view.rules(), &state, &moves)) return false;
      if (G::SeatToAct(state) != view.seat()) return false;
      if (!G::SameView(G::Observe(view.rules(), state, view.seat()), view)) return false;
    }
    root_ = node;
    return true;
  }

  static State World(const View& view, uint64_t worlds, uint64_t n) {
    Stream stream(SplitKey(worlds, n));
    return G::Resample(view, stream);
  }

  void Iterate(const View& view, const MoveList& root_moves, uint64_t worlds) {
    const Rules& rules = view.rules();
    const auto weigh = [&] { Weigh(rules, World(view, worlds, 0), root_moves); };
    const uint32_t first = Select(root_, root_moves, view.seat(), weigh);
    const uint32_t world = edges_[first].visits - edges_[first].visits_before;
    State state = World(view, worlds, world);
    // Apart from the worlds, whose numbers are below 2^32.
    Stream stream(SplitKey(worlds, ~uint64_t{world}));

    FixedList<Step, kMaxDepth> path;
    path.push_back({root_, first});
    NoEvents events;
    MoveList moves;
    while (true) {
      Edge& edge = edges_[path.back().edge];
      G::Apply(rules, &state, edge.move, &events);
      if (!GoToChoice(rules, &state, &moves) || path.full()) break;
      if (edge.node == kNone) {
        edge.node = AddNode();
        break;
      }
      if (edge_count_ + moves.size() > edges_.size()) break;
      const uint32_t node = edge.node;
      const auto weigh_moves = [&] { Weigh(rules, state, moves); };
      path.push_back({node, Select(node, moves, G::SeatToAct(state), weigh_moves)});
    }
    SeatValues values = policy_.PlayOut(rules, &state, stream);
    ++playouts_;
    Learn({path.begin() + 1, path.end()}, values);
    // Worlds are met one after the other, so the next one not yet met is `world` or behind it.
    double& value = values[static_cast<size_t>(view.seat())];
    if (world == worlds_met_ && world < first_values_.size()) first_values_[worlds_met_++] = value;
    if (world < worlds_met_) value += level_ - first_values_[world];
    Learn({path.begin(), path.begin() + 1}, values);
  }

  void Learn(std::span<const Step> path, const SeatValues& values) {
    for (const Step& step : path) {
      Edge& edge = edges_[step.edge];
      const double value = values[edge.seat];
      edge.sum += value;
      ++edge.visits;
      nodes_[step.node].sum += value;
      ++nodes_[step.node].visits;
    }
  }

  // Makes the moves to which there is no other. False at the end of the game.
  static bool GoToChoice(const Rules& rules, State* state, MoveList* moves) {
    NoEvents events;
    while (!G::IsTerminal(*state)) {
      G::LegalMoves(rules, *state, moves);
      if (moves->size() > 1) return true;
      G::Apply(rules, state, (*moves)[0], &events);
    }
    return false;
  }

  // The edge of the move to try next. `weigh` fills weights_ for the moves; there is memory for all
  // of them.
  template <class WeighMoves>
  uint32_t Select(uint32_t index, const MoveList& moves, int to_act, const WeighMoves& weigh) {
    const auto seat = static_cast<uint8_t>(to_act);
    Node& node = nodes_[index];
    // What was not tried yet is taken to be as good as the rest.
    const double untried = node.visits == 0 ? 0.5 : node.sum / node.visits;
    uint32_t best = kNone;
    double best_score = -1;
    uint32_t previous = kNone;
    bool weighed = false;
    for (size_t i = 0; i < moves.size(); ++i) {
      uint32_t at = Find(node, previous, moves[i], seat);
      if (at == kNone) {
        if (!std::exchange(weighed, true)) weigh();
        at = Append(node, moves[i], seat, weights_[i]);
      }
      previous = at;
      Edge& edge = edges_[at];
      ++edge.offers;
      const double mean = edge.visits == 0 ? untried : edge.sum / edge.visits;
      const double score =
          mean + config_.exploration * edge.weight * std::sqrt(edge.offers) / (1.0 + edge.visits);
      if (score > best_score) {
        best_score = score;
        best = at;
      }
    }
    return best;
  }

  // The policy's weights in weights_, made to sum up to 1. Every move keeps some.
  void Weigh(const Rules& rules, const State& state, const MoveList& moves) {
    const std::span<double> weights(weights_.data(), moves.size());
    policy_.Weigh(rules, state, moves, weights);
    double sum = 0;
    for (const double weight : weights) sum += weight;
    const double least = kLeastShare / static_cast<double>(moves.size());
    for (double& weight : weights) {
      weight = sum > 0 ? least + (1 - kLeastShare) * weight / sum
                       : 1.0 / static_cast<double>(moves.size());
    }
  }

  // Moves mostly come in the order in which they came before, so the one behind the last that was
  // found is looked at first.
  uint32_t Find(const Node& node, uint32_t previous, const Move& move, uint8_t seat) const {
    const auto is = [&](uint32_t at) { return edges_[at].move == move && edges_[at].seat == seat; };
    const uint32_t guess = previous == kNone ? node.first : edges_[previous].next;
    if (guess != kNone && is(guess)) return guess;
    for (uint32_t at = node.first; at != kNone; at = edges_[at].next) {
      if (is(at)) return at;
    }
    return kNone;
  }

  uint32_t Append(Node& node, const Move& move, uint8_t seat, double weight) {
    const uint32_t at = edge_count_++;
    edges_[at] = {};
    edges_[at].move = move;
    edges_[at].seat = seat;
    edges_[at].weight = weight;
    uint32_t* link = &node.first;
    while (*link != kNone) link = &edges_[*link].next;
    *link = at;
    return at;
  }

  // Whether all iterations are done, or those that are left could not change the choice.
  bool IsSettled(const MoveList& moves, int seat) const {
    const uint32_t visits = nodes_[root_].visits;
    if (visits >= config_.iterations) return true;
    const uint32_t left = config_.iterations - visits;
    if (visits < left) return false;
    uint32_t most = 0;
    uint32_t second = 0;
    uint32_t previous = kNone;
    for (const Move& move : moves) {
      previous = Find(nodes_[root_], previous, move, static_cast<uint8_t>(seat));
      const uint32_t tries = edges_[previous].visits;
      second = std::max(second, std::min(most, tries));
      most = std::max(most, tries);
    }
    return most > second + left;
  }

  // The most visited of the moves. Keeps what tells at the next decision whether the tree goes on.
  size_t Decide(const View& view, const MoveList& moves, uint64_t worlds) {
    const auto seat = static_cast<uint8_t>(view.seat());
    const auto edge_of = [&](size_t i) -> const Edge& {
      return edges_[Find(nodes_[root_], kNone, moves[i], seat)];
    };
    size_t best = 0;
    for (size_t i = 1; i < moves.size(); ++i) {
      const Edge& edge = edge_of(i);
      const Edge& best_edge = edge_of(best);
      if (edge.visits > best_edge.visits ||
          (edge.visits == best_edge.visits && edge.sum > best_edge.sum)) {
        best = i;
      }
    }
    chosen_ = moves[best];
    chosen_node_ = edge_of(best).node;
    for (size_t i = 0; i < foreseen_.size(); ++i) foreseen_[i] = World(view, worlds, i);
    return best;
  }

  // The part of the weights that is spread evenly, so that no move is beyond reach.
  static constexpr double kLeastShare = 0.1;

  SearchConfig config_;
  Policy policy_;
  Stream stream_{0};
  uint32_t root_ = 0;
  // Of the last decision: the move, where it led in the tree, and two of the worlds in which it was
  // made.
  Move chosen_{};
  uint32_t chosen_node_ = kNone;
  std::array<State, 2> foreseen_{};
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  uint32_t node_count_ = 0;
  uint32_t edge_count_ = 0;
  std::array<double, MoveList::capacity()> weights_{};
  // Of the decision that is going on: what came of each world for the first move that met it, and
  // the worth that stands for no luck.
  std::vector<double> first_values_;
  uint32_t worlds_met_ = 0;
  double level_ = 0.5;
  uint64_t playouts_ = 0;
};

}  // namespace prestige
