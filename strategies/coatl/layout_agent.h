#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/coatl/game.h"
#include "strategies/agent.h"
#include "strategies/coatl/layout.h"

namespace prestige::coatl {

struct LayoutAgentParameters {
  int turn;      // what a turn is worth, in hundredths of a point: the less, the longer the coameh
  size_t width;  // chains of pieces that are followed at a time, LayoutSearch::kMaxWidth at most
  int patience;  // turns that others are thought to need beyond what their tables show
  bool weighs_losses;  // takes first what would be missed most if the next seats took it
};
// No search beyond its own turn, fast.
inline constexpr LayoutAgentParameters kGreedy{130, 1, 4, false};
// Compares many ways to build a coatl, and what is left of them when others take from the supply.
inline constexpr LayoutAgentParameters kPlanner{190, 6, 3, true};

// Plays for the coatl that it is at: for the prophecies in hand it lays out, piece by piece, how
// that coatl could go on; it counts the turns, takes the pieces that are missing, draws where the
// row has something for the coatl, and finishes where a turn more would not pay or might come too
// late. How well that is done is a matter of the parameters.
class LayoutAgent final : public Agent<CoatlGame> {
 public:
  LayoutAgent(const Rules& rules, LayoutAgentParameters parameters);

  void NewGame(uint64_t key) override;
  size_t Choose(const View& view, const MoveList& moves) override;

  // How the view's seat stands before the end is set off, in hundredths of a point: what it has
  // finished, and what the best layout for its coatl is worth.
  int Estimate(const View& view);

 private:
  LayoutOptions Options(const View& view, int turns_before) const;
  Layout BestLayout(const View& view, const Stock& stock, std::span<const uint8_t> cards,
                    int turns_before);
  Layout BoardLayout(const View& view);
  void LayOut(const View& view);
  void LayOutWithRow(const View& view);
  CardReader::State StateOnDrawChain(uint8_t kind) const;

  // Each looks whether its action is the one to take, and sets action_ and follow_up_ then.
  void Decide(const View& view);
  bool DecideDraw(const View& view);
  bool DecidePick(const View& view);
  bool DecideTake(const View& view);
  int LossWithout(const View& view, size_t space);
  bool DecideAnyTake(const View& view);

  size_t ChooseKept(const View& view, const MoveList& moves);
  size_t ChooseAction(const View& view, const MoveList& moves);
  size_t ChooseFollowUp(const View& view, const MoveList& moves);
  size_t ChooseDraw(const View& view, const MoveList& moves);
  size_t ChooseDiscard(const View& view, const MoveList& moves);
  size_t ChooseBuild(const View& view, const MoveList& moves);
  size_t ChooseProphecy(const View& view, const MoveList& moves) const;
  size_t ChooseTemple(const View& view, const MoveList& moves) const;

  bool IsCurrent(const View& view) const;

  const Rules& rules_;
  LayoutAgentParameters parameters_;
  LayoutSearch search_;

  // What was thought in the action that is going on, by the turn and action in which that was; none
  // in turn 0.
  int turn_ = 0;
  int actions_left_ = 0;
  int finished_ = 0;
  Stock stock_;
  Layout layout_;
  bool finishing_ = false;  // all of the layout is on the board
  Move action_;
  Move follow_up_;  // which space, which pieces

  // The layout with the cards of the row too, and its chain of colours.
  int row_turn_ = 0;
  Layout row_layout_;
  std::array<uint8_t, kMaxLength + kMaxAdded + 2> row_chain_{};
  size_t row_chain_length_ = 0;
};

}  // namespace prestige::coatl
