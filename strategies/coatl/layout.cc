#include "strategies/coatl/layout.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace prestige::coatl {
namespace {

// What a segment costs while chains are compared, in hundredths of a point: one that lies on the
// supply board, and one that has yet to come there.
constexpr int kNear = 100;
constexpr int kFar = 200;
// A chain that has fallen so far behind the best one is not followed any more.
constexpr int kMargin = 100;
// The turns, in hundredths, until the piece for the base end comes and is taken.
constexpr int kTurnsToSee = 150;
// Below the value of any layout that closes.
constexpr int kOpen = -1'000'000;

Part ClosingPart(Side side) { return side == Side::kHead ? Part::kHead : Part::kTail; }
Side Opposite(Side side) { return side == Side::kHead ? Side::kTail : Side::kHead; }

// In hundredths, by how many turns will be left after the last one that is needed: nobody can tell
// exactly when the end comes.
int ChanceToFinish(int turns_after) {
  constexpr std::array<int, 7> kChances{5, 15, 30, 50, 75, 90, 100};
  return kChances[static_cast<size_t>(std::clamp(turns_after + 3, 0, 6))];
}

void Add(CardReader::Lanes& sum, const CardReader::Lanes& lanes) {
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = static_cast<int16_t>(sum[i] + lanes[i]);
}

}  // namespace

Stock::Stock(const View& view) {
  const Board board = view.board(view.seat());
  board_count = static_cast<uint8_t>(view.board_count(view.seat()));
  for (Piece piece = 0; piece < kPieces; ++piece) {
    on_board[piece] = static_cast<uint8_t>(board.Count(piece));
    in_bag[piece] = static_cast<uint8_t>(view.in_bag(piece));
  }
  for (size_t space = 0; space < view.rules().config().supply.size(); ++space) {
    supply[space] = view.space(space);
    for (const Piece piece : supply[space]) {
      if (piece == kNoPiece) continue;
      spaces[piece] = static_cast<uint16_t>(spaces[piece] | 1U << space);
    }
  }
}

void Stock::Take(size_t space) {
  for (const Piece piece : supply[space]) {
    if (piece == kNoPiece) continue;
    ++on_board[piece];
    ++board_count;
  }
  Remove(space);
}

void Stock::Remove(size_t space) {
  for (Piece& piece : supply[space]) {
    if (piece == kNoPiece) continue;
    spaces[piece] = static_cast<uint16_t>(spaces[piece] & ~(1U << space));
    piece = kNoPiece;
  }
}

class LayoutSearch::Run {
 public:
  Run(LayoutSearch& search, const View& view, const Stock& stock, std::span<const uint8_t> kinds,
      size_t coatl, const LayoutOptions& options);

  Layout Search();

 private:
  void Read(Node& node, size_t color) const;
  void Begin(Node& node, Piece base) const;
  bool ChooseBase();
  void ListClosers();
  Sums SumUp(const Node& node) const;
  void CountBestTwice(const Node& node, Sums* sums) const;
  int BestPoints(const Node& node, size_t color) const;
  int TemplePoints(const Node& node, size_t color) const;
  size_t ListChildren(const Node& node, size_t number, const Sums& sums, size_t children);
  void TryToClose(const Node& node, const Sums& sums);
  void Extend(Node& node, const Child& child) const;

  LayoutSearch& search_;
  const CardReader& reader_;
  const Rules& rules_;
  const View& view_;
  const Stock& stock_;
  const LayoutOptions& options_;
  const Coatl* coatl_ = nullptr;  // unless it is a new one
  Node blank_{};                  // the chain without a piece
  size_t cards_ = 0;              // that are read along, those on the coatl first
  size_t on_coatl_ = 0;
  size_t slots_ = 0;  // for more prophecies
  int near_ = 0;      // kNear and kFar by the reader's unit
  int far_ = 0;
  int base_turns_ = 0;   // to get the piece for the base end, in hundredths
  int most_temple_ = 0;  // points of a temple at hand
  std::array<Closer, kColors> closers_;
  size_t closer_count_ = 0;
  Layout layout_;
};

LayoutSearch::Run::Run(LayoutSearch& search, const View& view, const Stock& stock,
                       std::span<const uint8_t> kinds, size_t coatl, const LayoutOptions& options)
    : search_(search),
      reader_(search.reader_),
      rules_(search.rules_),
      view_(view),
      stock_(stock),
      options_(options) {
  const auto coatls = view.coatls(view.seat());
  layout_.coatl = static_cast<uint8_t>(coatl);
  layout_.base_open = true;
  if (coatl < coatls.size()) {
    coatl_ = &coatls[coatl];
    const Serpent& serpent = coatl_->serpent;
    layout_.length = serpent.length;
    layout_.grows = serpent.has_tail ? Side::kHead : Side::kTail;
    layout_.base_open = !serpent.has_head && !serpent.has_tail;
  }
  CardSet seen;
  const auto add_card = [&](uint8_t kind) {
    if (seen.Has(kind)) return;
    seen.Add(kind);
    blank_.states[cards_++] = reader_.Begin(layout_.grows, kind);
  };
  if (coatl_ != nullptr) {
    for (const uint8_t card : coatl_->prophecies) add_card(rules_.KindOf(card));
  }
  on_coatl_ = cards_;
  for (const uint8_t kind : kinds) add_card(kind);
  const size_t most = rules_.config().max_prophecies;
  slots_ = most - std::min(most, on_coatl_);
  for (size_t color = 0; color < kColors; ++color) blank_.left[color] = stock.on_board[color];
  near_ = kNear * reader_.unit() / 100;
  far_ = kFar * reader_.unit() / 100;
  const auto look_at = [&](uint8_t temple) {
    most_temple_ = std::max(most_temple_, int{rules_.temples()[temple].both});
  };
  for (const uint8_t temple : view.temples()) look_at(temple);
  for (size_t pile = 0; pile < kPiles; ++pile) {
    if (view.top(pile) != kNoCard) look_at(view.top(pile));
  }
}

void LayoutSearch::Run::Read(Node& node, size_t color) const {
  for (size_t k = 0; k < cards_; ++k) node.states[k] = reader_.At(node.states[k]).next[color];
  ++node.count[color];
  ++node.length;
}

// The chain from the base end on: its piece, if it is open, and what is there.
void LayoutSearch::Run::Begin(Node& node, Piece base) const {
  node = blank_;
  if (base != kNoPiece) Read(node, static_cast<size_t>(ColorOf(base)));
  for (size_t i = 0; i < layout_.length; ++i) {
    const size_t at = layout_.grows == Side::kTail ? i : layout_.length - 1U - i;
    Read(node, static_cast<size_t>(coatl_->serpent.ColorAt(at)));
  }
  node.worth = SumUp(node).worth[CardReader::kHere];
}

// Begins the first chain, with the piece for the base end that suits the cards best. Says whether
// the coatl can ever be closed.
bool LayoutSearch::Run::ChooseBase() {
  Node& first = search_.beams_[0][0];
  if (!layout_.base_open) {
    Begin(first, kNoPiece);
    return true;
  }
  const Part part = ClosingPart(Opposite(layout_.grows));
  int best = Layout::kNone;
  bool in_bag = false;
  for (size_t color = 0; color < kColors; ++color) {
    const Piece piece = MakePiece(part, static_cast<Color>(color));
    in_bag |= stock_.in_bag[piece] > 0;
    const int turns = stock_.on_board[piece] > 0 ? 0 : 100;
    if (turns > 0 && stock_.spaces[piece] == 0) continue;
    Node& trial = search_.beams_[1][0];
    Begin(trial, piece);
    const int value = trial.worth * 100 / reader_.unit() - options_.turn * turns / 100;
    if (value <= best) continue;
    best = value;
    first = trial;
    layout_.base = piece;
    base_turns_ = turns;
  }
  if (layout_.base != kNoPiece) return true;
  Begin(first, kNoPiece);
  base_turns_ = kTurnsToSee;
  return in_bag;
}

void LayoutSearch::Run::ListClosers() {
  for (uint8_t color = 0; color < kColors; ++color) {
    const Piece closer = MakePiece(ClosingPart(layout_.grows), static_cast<Color>(color));
    if (stock_.on_board[closer] > 0) {
      closers_[closer_count_++] = {color, 0};
    } else if (stock_.spaces[closer] != 0) {
      closers_[closer_count_++] = {color, 100};
    }
  }
}

LayoutSearch::Sums LayoutSearch::Run::SumUp(const Node& node) const {
  Sums sums{};
  for (size_t k = 0; k < on_coatl_; ++k) {
    const CardReader::Row& row = reader_.At(node.states[k]);
    Add(sums.worth, row.worth);
    Add(sums.points, row.points);
  }
  for (size_t k = on_coatl_; k < cards_; ++k) {
    const CardReader::Row& row = reader_.At(node.states[k]);
    Add(sums.worth, row.worth);
    Add(sums.points, row.points);
    Add(sums.met, row.met);
  }
  if (cards_ > on_coatl_ + slots_) CountBestTwice(node, &sums);
  return sums;
}

// With more cards than there is room for, those that have come furthest count twice as much as the
// others.
void LayoutSearch::Run::CountBestTwice(const Node& node, Sums* sums) const {
  static_assert(kMaxRead <= 64);
  std::array<int, kMaxOnCoatl> best;  // worth and number of the card in one, descending
  size_t n = 0;
  for (size_t k = on_coatl_; k < cards_ && slots_ > 0; ++k) {
    const int worth = reader_.At(node.states[k]).worth[CardReader::kHere];
    const int ranked = worth * 64 + 63 - static_cast<int>(k);
    if (n == slots_) {
      if (ranked <= best[n - 1]) continue;
      --n;
    }
    size_t place = n++;
    for (; place > 0 && best[place - 1] < ranked; --place) best[place] = best[place - 1];
    best[place] = ranked;
  }
  Lanes worth{};
  for (size_t k = 0; k < on_coatl_; ++k) Add(worth, reader_.At(node.states[k]).worth);
  for (size_t i = 0; i < n; ++i) {
    Add(worth, reader_.At(node.states[63 - static_cast<size_t>(best[i] & 63)]).worth);
  }
  for (size_t i = 0; i < worth.size(); ++i) {
    sums->worth[i] = static_cast<int16_t>(sums->worth[i] / 2 + worth[i] / 2);
  }
}

// The prophecies' points when closed with that colour, where more are met than there is room for.
int LayoutSearch::Run::BestPoints(const Node& node, size_t color) const {
  int points = 0;
  for (size_t k = 0; k < on_coatl_; ++k) points += reader_.At(node.states[k]).points[color];
  std::array<int16_t, kMaxRead> of_hand;
  size_t n = 0;
  for (size_t k = on_coatl_; k < cards_; ++k) {
    of_hand[n++] = reader_.At(node.states[k]).points[color];
  }
  std::nth_element(of_hand.begin(), of_hand.begin() + slots_, of_hand.begin() + n,
                   std::greater<>());
  for (size_t i = 0; i < slots_; ++i) points += of_hand[i];
  return points;
}

int LayoutSearch::Run::TemplePoints(const Node& node, size_t color) const {
  const bool base_unknown = layout_.base_open && layout_.base == kNoPiece;
  Serpent closed;  // as far as temples look at it
  closed.count = node.count;
  ++closed.count[color];
  closed.length = static_cast<uint8_t>(node.length + (base_unknown ? 2 : 1));
  int most = 0;
  for (const uint8_t temple : view_.temples()) {
    most = std::max(most, rules_.temples()[temple].Points(closed));
  }
  for (size_t pile = 0; pile < kPiles; ++pile) {
    if (view_.top(pile) == kNoCard) continue;
    most = std::max(most, rules_.temples()[view_.top(pile)].Points(closed));
  }
  return most;
}

// Puts the chain's successors among the best ones of all chains. Returns how many there are now.
size_t LayoutSearch::Run::ListChildren(const Node& node, size_t number, const Sums& sums,
                                       size_t children) {
  auto& list = search_.children_;
  for (uint8_t color = 0; color < kColors; ++color) {
    if (sums.worth[color] <= node.worth) continue;
    int cost = node.cost;
    if (node.left[color] == 0) {
      if ((stock_.spaces[color] & ~node.opened) != 0) {
        cost += near_;
      } else if (stock_.in_bag[color] > 0) {
        cost += far_;
      } else {
        continue;
      }
    }
    const int score = sums.worth[color] - cost;
    if (children == options_.width) {
      if (score <= list[children - 1].score) continue;
      --children;
    }
    size_t place = children++;
    for (; place > 0 && list[place - 1].score < score; --place) list[place] = list[place - 1];
    list[place] = {score, sums.worth[color], static_cast<uint8_t>(number), color};
  }
  return children;
}

void LayoutSearch::Run::TryToClose(const Node& node, const Sums& sums) {
  const RulesConfig& config = rules_.config();
  const int takes = std::popcount(node.opened) + node.from_bag;
  const int pieces = stock_.board_count + config.segments_per_space * takes;
  for (size_t c = 0; c < closer_count_; ++c) {
    const size_t color = closers_[c].color;
    const auto met = static_cast<size_t>(sums.met[color]);
    const size_t prophecies = on_coatl_ + std::min(met, slots_);
    if (prophecies < config.min_prophecies) continue;
    const int end_turns = base_turns_ + closers_[c].turns;
    // What does not fit on the board all at once takes a second build.
    const int builds = pieces + (end_turns + 50) / 100 > config.board ? 2 : 1;
    const int turns = 100 * (takes + builds) + end_turns;
    if (turns > 100 * options_.deadline) continue;
    const int cost = options_.turn * turns / 100;
    const int chance = ChanceToFinish(options_.turns_left - (turns + 50) / 100);
    int points = met > slots_ ? BestPoints(node, color) : sums.points[color];
    if (chance * (points + most_temple_) - cost <= layout_.value) continue;
    points += TemplePoints(node, color);
    const int value = chance * points - cost;
    if (value <= layout_.value) continue;
    layout_.closes = true;
    layout_.value = value;
    layout_.points = points;
    layout_.turns = (turns + 99) / 100;
    layout_.prophecies = static_cast<uint8_t>(prophecies);
    layout_.closer = MakePiece(ClosingPart(layout_.grows), static_cast<Color>(color));
    layout_.colors = node.colors;
    layout_.from_bag = node.from_bag;
    layout_.spaces = node.opened;
  }
}

void LayoutSearch::Run::Extend(Node& node, const Child& child) const {
  const size_t color = child.color;
  if (node.left[color] > 0) {
    --node.left[color];
  } else if (const unsigned fresh = stock_.spaces[color] & ~unsigned{node.opened}; fresh != 0) {
    const auto space = static_cast<size_t>(std::countr_zero(fresh));
    node.opened = static_cast<uint16_t>(node.opened | 1U << space);
    node.cost += near_;
    for (const Piece piece : stock_.supply[space]) {
      if (piece != kNoPiece) ++node.left[piece];
    }
    --node.left[color];
  } else {
    ++node.from_bag;
    node.cost += far_;
  }
  Read(node, color);
  node.colors.push_back(child.color);
  node.worth = child.worth;
}

Layout LayoutSearch::Run::Search() {
  if (ChooseBase() && options_.may_close) ListClosers();
  const int worth_at_first = search_.beams_[0][0].worth;
  const bool has_body = layout_.length > (layout_.base_open ? 0 : 1);
  const int margin = options_.may_close ? kMargin * reader_.unit() / 100 : -Layout::kNone;
  int best_score = Layout::kNone;
  size_t nodes = 1;
  for (size_t step = 0;; ++step) {
    auto& beam = search_.beams_[step % 2];
    size_t children = 0;
    for (size_t n = 0; n < nodes; ++n) {
      const Sums sums = SumUp(beam[n]);
      if (step < kMaxAdded) children = ListChildren(beam[n], n, sums, children);
      if (step > 0 || has_body) TryToClose(beam[n], sums);
    }
    if (children > 0) best_score = std::max(best_score, search_.children_[0].score);
    if (children == 0 || search_.children_[0].score < best_score - margin) {
      if (layout_.closes) break;
      const Node& node = beam[0];
      layout_.value = kOpen + (node.worth - worth_at_first) * 100 / reader_.unit();
      layout_.turns = std::popcount(node.opened) + node.from_bag + 2;
      layout_.colors = node.colors;
      layout_.from_bag = node.from_bag;
      layout_.spaces = node.opened;
      break;
    }
    auto& next_beam = search_.beams_[(step + 1) % 2];
    nodes = children;
    for (size_t n = 0; n < nodes; ++n) {
      next_beam[n] = beam[search_.children_[n].parent];
      Extend(next_beam[n], search_.children_[n]);
    }
  }
  std::array<uint8_t, kPieces> on_board = stock_.on_board;
  while (layout_.in_reach < layout_.colors.size() &&
         on_board[layout_.colors[layout_.in_reach]] > 0) {
    --on_board[layout_.colors[layout_.in_reach++]];
  }
  return layout_;
}

Layout LayoutSearch::Find(const View& view, const Stock& stock, std::span<const uint8_t> kinds,
                          size_t coatl, const LayoutOptions& options) {
  return Run(*this, view, stock, kinds, coatl, options).Search();
}

int TurnsLeft(const View& view) {
  if (view.end() != End::kNone) return view.actions_left();
  const RulesConfig& config = view.rules().config();
  // What a coatl of most players has and takes, from its first piece to its last.
  constexpr int kBodies = 6;
  constexpr int kTurns = 7;
  int least = 1000;
  for (int seat = 0; seat < view.players(); ++seat) {
    if (seat == view.seat()) continue;
    const Board board = view.board(seat);
    int on_board = 0;
    for (Piece piece = 0; piece < kColors; ++piece) on_board += board.Count(piece);
    // Of the coatl that is next to be finished, or of a new one.
    const auto turns_for = [&](const Serpent& serpent) {
      const int missing = std::max(kBodies - on_board - serpent.length, 0);
      return 1 + (missing + 1) / 2 + (serpent.has_head || board.HasPart(Part::kHead) ? 0 : 1) +
             (serpent.has_tail || board.HasPart(Part::kTail) ? 0 : 1);
    };
    int next = turns_for(Serpent{});
    for (const Coatl& coatl : view.coatls(seat)) {
      if (!coatl.finished) next = std::min(next, turns_for(coatl.serpent));
    }
    const int behind_it = config.end_coatls - view.finished(seat) - 1;
    least = std::min(least, next + kTurns * behind_it);
  }
  if (config.end_bodies) {
    int bodies = 0;
    for (Piece piece = 0; piece < kColors; ++piece) bodies += view.in_bag(piece);
    for (size_t space = 0; space < config.supply.size(); ++space) {
      for (const Piece piece : view.space(space)) bodies += piece < kColors ? 1 : 0;
    }
    least = std::min(least, bodies / (config.segments_per_space * view.players()) + 2);
  }
  return least;
}

}  // namespace prestige::coatl
