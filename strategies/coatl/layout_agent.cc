#include "strategies/coatl/layout_agent.h"

#include <algorithm>
#include <bit>

namespace prestige::coatl {
namespace {

// In hundredths of a point: what a card in hand is worth of which nothing is known.
constexpr int kAnyCard = 20;
// So many segments that lie nowhere in sight call for other prophecies.
constexpr int kTooFar = 3;
// From the first piece to the last.
constexpr int kTurnsOfCoatl = 8;

Side Opposite(Side side) { return side == Side::kHead ? Side::kTail : Side::kHead; }

// The index of a move, or how many there are if it is not legal.
size_t Find(const MoveList& moves, Move move) {
  size_t i = 0;
  while (i < moves.size() && !(moves[i] == move)) ++i;
  return i;
}

Move ActionMove(Action action) { return {MoveKind::kAction, static_cast<uint8_t>(action)}; }

bool CanStart(const View& view) {
  const RulesConfig& config = view.rules().config();
  const auto coatls = static_cast<int>(view.coatls(view.seat()).size());
  return coatls < config.max_coatls && coatls - view.finished(view.seat()) < config.max_incomplete;
}

size_t CardsToDraw(const View& view) {
  return view.row().size() + static_cast<size_t>(view.deck_size()) + view.discards().size();
}

}  // namespace

LayoutAgent::LayoutAgent(const Rules& rules, LayoutAgentParameters parameters)
    : rules_(rules), parameters_(parameters), search_(rules) {}

void LayoutAgent::NewGame(uint64_t) {
  turn_ = 0;
  row_turn_ = 0;
}

size_t LayoutAgent::Choose(const View& view, const MoveList& moves) {
  switch (view.phase()) {
    case Phase::kKeep:
      return ChooseKept(view, moves);
    case Phase::kAction:
      return ChooseAction(view, moves);
    case Phase::kTake:
    case Phase::kPick:
    case Phase::kPile:
      return ChooseFollowUp(view, moves);
    case Phase::kDraw:
      return ChooseDraw(view, moves);
    case Phase::kBuild:
      return ChooseBuild(view, moves);
    case Phase::kFinish:
      return ChooseProphecy(view, moves);
    case Phase::kTemple:
      return ChooseTemple(view, moves);
    case Phase::kDiscard:
      return ChooseDiscard(view, moves);
    case Phase::kOver:
      break;
  }
  return 0;
}

int LayoutAgent::Estimate(const View& view) {
  // Where no layout closes yet.
  const int least = -kTurnsOfCoatl * parameters_.turn;
  int value = std::max(BestLayout(view, Stock(view), view.hand(), 0).value, least);
  value += kAnyCard * view.hand_size(view.seat());
  for (const Coatl& coatl : view.coatls(view.seat())) {
    if (coatl.finished) value += 100 * coatl.points;
  }
  return value;
}

// --- Laying out

LayoutOptions LayoutAgent::Options(const View& view, int turns_before) const {
  LayoutOptions options;
  options.width = parameters_.width;
  options.turn = parameters_.turn;
  options.turns_left = TurnsLeft(view) + parameters_.patience - turns_before;
  if (view.end() != End::kNone) {
    options.turn = 0;
    options.deadline = view.actions_left() - turns_before;
  }
  return options;
}

Layout LayoutAgent::BestLayout(const View& view, const Stock& stock, std::span<const uint8_t> cards,
                               int turns_before) {
  const LayoutOptions options = Options(view, turns_before);
  FixedList<uint8_t, kMaxHand + kMaxRow> kinds;
  for (const uint8_t card : cards) kinds.push_back(rules_.KindOf(card));
  const std::span<const uint8_t> all{kinds.begin(), kinds.size()};
  Layout best;
  const auto coatls = view.coatls(view.seat());
  for (size_t c = 0; c < coatls.size(); ++c) {
    if (coatls[c].finished) continue;
    const Layout layout = search_.Find(view, stock, all, c, options);
    if (layout.value > best.value) best = layout;
  }
  // One after the other, unless the one that is there cannot be finished.
  if (!best.closes && CanStart(view)) {
    const Layout layout = search_.Find(view, stock, all, coatls.size(), options);
    if (layout.value > best.value) best = layout;
  }
  return best;
}

// What can be made of the board alone: not to finish anything, but to make room.
Layout LayoutAgent::BoardLayout(const View& view) {
  constexpr int kPlaced = 50;  // for each piece that is off the board then
  Stock board = stock_;
  board.in_bag = {};
  board.spaces = {};
  LayoutOptions options = Options(view, 0);
  options.may_close = false;
  FixedList<uint8_t, kMaxHand> kinds;
  for (const uint8_t card : view.hand()) kinds.push_back(rules_.KindOf(card));
  Layout best;
  const auto coatls = view.coatls(view.seat());
  for (size_t c = 0; c <= coatls.size(); ++c) {
    if (c < coatls.size() ? coatls[c].finished != 0 : !CanStart(view)) continue;
    Layout layout = search_.Find(view, board, {kinds.begin(), kinds.size()}, c, options);
    layout.value += kPlaced * layout.in_reach;
    if (layout.value > best.value) best = layout;
  }
  return best;
}

void LayoutAgent::LayOut(const View& view) {
  turn_ = view.turns();
  actions_left_ = view.actions_left();
  finished_ = view.finished(view.seat());
  stock_ = Stock(view);
  layout_ = BestLayout(view, stock_, view.hand(), 0);
  const bool base_ready =
      !layout_.base_open || (layout_.base != kNoPiece && stock_.on_board[layout_.base] > 0);
  finishing_ = layout_.closes && base_ready && stock_.on_board[layout_.closer] > 0 &&
               layout_.in_reach == layout_.colors.size();
}

bool LayoutAgent::IsCurrent(const View& view) const {
  return turn_ == view.turns() && actions_left_ == view.actions_left() &&
         finished_ == view.finished(view.seat());
}

void LayoutAgent::LayOutWithRow(const View& view) {
  FixedList<uint8_t, kMaxHand + kMaxRow> cards;
  for (const uint8_t card : view.hand()) cards.push_back(card);
  for (const uint8_t card : view.row()) cards.push_back(card);
  row_turn_ = view.turns();
  row_layout_ = BestLayout(view, Stock(view), {cards.begin(), cards.size()}, 1);
  size_t n = 0;
  const auto add = [&](Color color) { row_chain_[n++] = static_cast<uint8_t>(color); };
  if (row_layout_.base != kNoPiece) add(ColorOf(row_layout_.base));
  for (size_t i = 0; i < row_layout_.length; ++i) {
    const size_t at = row_layout_.grows == Side::kTail ? i : row_layout_.length - 1U - i;
    add(view.coatls(view.seat())[row_layout_.coatl].serpent.ColorAt(at));
  }
  for (const uint8_t color : row_layout_.colors) add(static_cast<Color>(color));
  if (row_layout_.closer != kNoPiece) add(ColorOf(row_layout_.closer));
  row_chain_length_ = n;
}

CardReader::State LayoutAgent::StateOnDrawChain(uint8_t kind) const {
  CardReader::State state = search_.reader().Begin(row_layout_.grows, kind);
  for (size_t i = 0; i < row_chain_length_; ++i) {
    state = search_.reader().At(state).next[row_chain_[i]];
  }
  return state;
}

// --- Which action

void LayoutAgent::Decide(const View& view) {
  follow_up_ = {};
  if (DecideDraw(view)) return;
  action_ = ActionMove(Action::kBuild);
  if (finishing_) return;
  if (view.has_token(view.seat(), Sacrifice::kSeeTheFuture) && view.end() == End::kNone &&
      (!layout_.closes || layout_.from_bag >= kTooFar)) {
    action_ = ActionMove(Action::kSeeTheFuture);
    return;
  }
  if (DecidePick(view) || DecideTake(view) || DecideAnyTake(view)) return;
  // The board is full: as much of the layout as is there, or else what the board has.
  action_ = ActionMove(Action::kBuild);
  const bool base_there = layout_.base != kNoPiece && stock_.on_board[layout_.base] > 0;
  if (layout_.in_reach + (base_there ? 1 : 0) < 2) layout_ = BoardLayout(view);
}

bool LayoutAgent::DecideDraw(const View& view) {
  const size_t limit = rules_.config().hand_limit;
  if (view.hand().size() >= limit || CardsToDraw(view) == 0) return false;
  // Once the end is set off, only if there is time to build then.
  if (view.end() != End::kNone && view.actions_left() < 2) return false;
  // Nor for a coatl that gets all the prophecies it can have from the hand.
  if (layout_.closes && layout_.prophecies >= rules_.config().max_prophecies) return false;
  LayOutWithRow(view);
  const auto room = static_cast<int>(std::min(limit - view.hand().size(), CardsToDraw(view)));
  const int value = row_layout_.value - parameters_.turn + kAnyCard * room;
  if (layout_.closes && value <= layout_.value) return false;
  action_ = ActionMove(Action::kDraw);
  return true;
}

// Two segments at once that would take two turns.
bool LayoutAgent::DecidePick(const View& view) {
  if (!view.has_token(view.seat(), Sacrifice::kPerfectPick) || !layout_.closes) return false;
  const int amount = rules_.config().segments_per_space;
  if (amount != 2 || stock_.board_count + amount > rules_.config().board) return false;
  if (std::popcount(layout_.spaces) + layout_.from_bag < 2) return false;
  FixedList<uint8_t, kMaxAdded> missing;
  auto left = stock_.on_board;
  for (const uint8_t color : layout_.colors) {
    if (left[color] > 0) {
      --left[color];
    } else {
      missing.push_back(color);
    }
  }
  if (missing.size() != 2) return false;
  const auto [first, second] = std::minmax(missing[0], missing[1]);
  if (stock_.in_bag[first] < (first == second ? 2 : 1) || stock_.in_bag[second] < 1) return false;
  action_ = ActionMove(Action::kPerfectPick);
  follow_up_ = {MoveKind::kPick, first, second};
  return true;
}

// The space that has the most of what the layout lacks.
bool LayoutAgent::DecideTake(const View& view) {
  // Segments that come first in the layout count a little more: it is built from there.
  constexpr int kFirst = 1000;
  constexpr int kLater = 20;
  constexpr int kEnd = 900;
  constexpr int kLoss = 5;
  std::array<FixedList<int, kMaxAdded>, kColors> missing;
  auto left = stock_.on_board;
  int worth = kFirst;
  for (const uint8_t color : layout_.colors) {
    if (left[color] > 0) {
      --left[color];
    } else {
      missing[color].push_back(worth -= kLater);
    }
  }
  const uint64_t fitting = rules_.SpacesWithRoom(stock_.board_count);
  int best = 0;
  for (size_t space = 0; space < rules_.config().supply.size(); ++space) {
    const auto& pieces = stock_.supply[space];
    if (pieces[0] == kNoPiece || (fitting & Slot(space)) == 0) continue;
    int value = 0;
    if (PartOf(pieces[0]) == Part::kBody) {
      std::array<uint8_t, kColors> used{};
      for (const Piece piece : pieces) {
        if (piece == kNoPiece || used[piece] == missing[piece].size()) continue;
        value += missing[piece][used[piece]++];
      }
    } else if (stock_.on_board[pieces[0]] == 0 &&
               (pieces[0] == layout_.base || pieces[0] == layout_.closer)) {
      value = kEnd;
    }
    if (value > 0 && parameters_.weighs_losses) value += kLoss * LossWithout(view, space);
    if (value <= best) continue;
    best = value;
    follow_up_ = {MoveKind::kTake, static_cast<uint8_t>(space)};
  }
  action_ = ActionMove(Action::kTake);
  return best > 0;
}

// What the layout loses, in hundredths of a point, if another seat takes what is on that space.
int LayoutAgent::LossWithout(const View& view, size_t space) {
  constexpr int kMost = 100'000;
  Stock without = stock_;
  without.Remove(space);
  const int loss = layout_.value - BestLayout(view, without, view.hand(), 0).value;
  return std::clamp(loss, 0, kMost);
}

// Nothing of what is missing is on the supply board: the segments that make the best of it.
bool LayoutAgent::DecideAnyTake(const View& view) {
  const uint64_t fitting = rules_.SpacesWithRoom(stock_.board_count);
  int best = Layout::kNone;
  for (size_t space = 0; space < rules_.config().supply.size(); ++space) {
    const Piece piece = stock_.supply[space][0];
    if (piece == kNoPiece || PartOf(piece) != Part::kBody || (fitting & Slot(space)) == 0) continue;
    Stock after = stock_;
    after.Take(space);
    const int value = BestLayout(view, after, view.hand(), 1).value;
    if (value <= best) continue;
    best = value;
    follow_up_ = {MoveKind::kTake, static_cast<uint8_t>(space)};
  }
  action_ = ActionMove(Action::kTake);
  return best > Layout::kNone;
}

size_t LayoutAgent::ChooseAction(const View& view, const MoveList& moves) {
  LayOut(view);
  Decide(view);
  if (const size_t found = Find(moves, action_); found < moves.size()) return found;
  for (const Action action : {Action::kTake, Action::kDraw, Action::kSeeTheFuture, Action::kBuild,
                              Action::kPerfectPick, Action::kPriestsCommitment}) {
    if (const size_t found = Find(moves, ActionMove(action)); found < moves.size()) return found;
  }
  return 0;
}

size_t LayoutAgent::ChooseFollowUp(const View& view, const MoveList& moves) {
  if (!IsCurrent(view)) {
    LayOut(view);
    Decide(view);
  }
  size_t found = Find(moves, follow_up_);
  // The action was not its own choice.
  if (found == moves.size() && view.phase() == Phase::kTake) {
    if (DecideTake(view) || DecideAnyTake(view)) found = Find(moves, follow_up_);
  }
  return found % moves.size();
}

// --- Cards

// Of all cards dealt that one goes, again and again, without which the others are worth most.
size_t LayoutAgent::ChooseKept(const View& view, const MoveList& moves) {
  FixedList<uint8_t, kMaxHand> cards;
  for (const uint8_t card : view.hand()) cards.push_back(card);
  for (const uint8_t card : view.chosen()) cards.push_back(card);
  const Stock stock(view);
  while (cards.size() > rules_.config().keep) {
    int best = Layout::kNone;
    size_t worst = 0;
    for (size_t i = 0; i < cards.size(); ++i) {
      FixedList<uint8_t, kMaxHand> rest = cards;
      rest.Remove(i);
      const int value = BestLayout(view, stock, {rest.begin(), rest.size()}, 0).value;
      if (value <= best) continue;
      best = value;
      worst = i;
    }
    cards.Remove(worst);
  }
  // Those that are not chosen yet, one by one.
  const auto chosen = view.chosen();
  for (const uint8_t card : cards) {
    if (std::find(chosen.begin(), chosen.end(), card) != chosen.end()) continue;
    const size_t found = Find(moves, {MoveKind::kKeep, rules_.KindOf(card)});
    if (found < moves.size()) return found;
  }
  return Find(moves, {MoveKind::kDone}) % moves.size();
}

size_t LayoutAgent::ChooseDraw(const View& view, const MoveList& moves) {
  if (row_turn_ != view.turns()) LayOutWithRow(view);
  size_t best = 0;
  int most = -1;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].kind == MoveKind::kDone) continue;
    int worth = search_.reader().unit() / 10;  // off the deck: better than what does not fit at all
    if (moves[i].kind == MoveKind::kDrawRow) {
      const CardReader::Row& row = search_.reader().At(StateOnDrawChain(moves[i].a));
      worth = search_.reader().unit() * row.points[CardReader::kHere];
      worth += (row.worth[CardReader::kHere] - worth) / 4;
      for (const uint8_t card : view.hand()) {
        if (rules_.KindOf(card) == moves[i].a) worth = 0;
      }
    }
    if (worth <= most) continue;
    best = i;
    most = worth;
  }
  return best;
}

// The row is new; the cards that have no use beside it go.
size_t LayoutAgent::ChooseDiscard(const View& view, const MoveList& moves) {
  if (view.chosen().empty() || row_turn_ != view.turns()) LayOutWithRow(view);
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].kind != MoveKind::kDiscard) continue;
    if (search_.reader().At(StateOnDrawChain(moves[i].a)).met[CardReader::kHere] == 0) return i;
  }
  return Find(moves, {MoveKind::kDone}) % moves.size();
}

// --- Building

size_t LayoutAgent::ChooseBuild(const View& view, const MoveList& moves) {
  const size_t done = Find(moves, {MoveKind::kDone});
  if (!IsCurrent(view)) {
    // A coatl was just finished: is there another one to finish? Or somebody else began to build.
    const bool just_finished = turn_ == view.turns();
    LayOut(view);
    if (just_finished && !finishing_ && done < moves.size()) return done;
  }
  const auto coatls = view.coatls(view.seat());
  const Board board = view.board(view.seat());
  const bool has_base = layout_.base != kNoPiece && board.Count(layout_.base) > 0;
  const auto extend = [&](Side side, Piece piece) {
    return Find(moves, {MoveKind::kExtend, layout_.coatl, static_cast<uint8_t>(side), piece});
  };
  size_t found = moves.size();
  if (layout_.coatl >= coatls.size()) {
    if (has_base) {
      found = Find(moves, {MoveKind::kStart, layout_.base});
    } else if (layout_.in_reach > 0) {
      found = Find(moves, {MoveKind::kStart, layout_.colors[0]});
    }
    if (found < moves.size()) return found;
  } else {
    const Serpent& serpent = coatls[layout_.coatl].serpent;
    const Side base_side = Opposite(layout_.grows);
    const bool base_closed = (base_side == Side::kHead ? serpent.has_head : serpent.has_tail) != 0;
    if (layout_.base_open && !base_closed && has_base) found = extend(base_side, layout_.base);
    if (found < moves.size()) return found;
    const int added = serpent.length - layout_.length - (layout_.base_open && base_closed ? 1 : 0);
    if (added >= 0 && added < layout_.in_reach) {
      found = extend(layout_.grows, layout_.colors[static_cast<size_t>(added)]);
    } else if (finishing_) {
      found = extend(layout_.grows, layout_.closer);
    }
    if (found < moves.size()) return found;
    // Prophecies that are met make room in the hand.
    for (size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].kind == MoveKind::kProphecy && moves[i].a == layout_.coatl) return i;
    }
  }
  if (done < moves.size()) return done;
  // Nothing that was laid out is possible: a body segment somewhere, rather than an end.
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].kind == MoveKind::kExtend && PartOf(moves[i].c) == Part::kBody) return i;
  }
  return 0;
}

size_t LayoutAgent::ChooseProphecy(const View& view, const MoveList& moves) const {
  const Serpent& serpent = view.coatls(view.seat())[static_cast<size_t>(view.focus())].serpent;
  size_t best = 0;
  int most = -1;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].kind != MoveKind::kProphecy) continue;
    const int points = rules_.matcher().Points(moves[i].b, serpent);
    if (points <= most) continue;
    best = i;
    most = points;
  }
  return best;
}

// Of equal ones that of a pile: the other one stays in hand.
size_t LayoutAgent::ChooseTemple(const View& view, const MoveList& moves) const {
  const Serpent& serpent = view.coatls(view.seat())[static_cast<size_t>(view.focus())].serpent;
  size_t best = 0;
  int most = -1;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].kind == MoveKind::kNoTemple) continue;
    const bool of_hand = moves[i].kind == MoveKind::kTempleHand;
    const uint8_t temple = of_hand ? moves[i].a : view.top(moves[i].a);
    const int points = 2 * rules_.temples()[temple].Points(serpent) + (of_hand ? 0 : 1);
    if (points <= most) continue;
    best = i;
    most = points;
  }
  return best;
}

}  // namespace prestige::coatl
