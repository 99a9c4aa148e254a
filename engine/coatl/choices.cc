#include "engine/coatl/choices.h"

#include "engine/coatl/game.h"

namespace prestige::coatl {
namespace {

// Of Board::Kinds().
constexpr uint64_t kBodyKinds = 0x11111;
constexpr uint64_t kHeadKinds = kBodyKinds << 20;
constexpr uint64_t kTailKinds = kBodyKinds << 40;

// The pairs of body colours of a perfect pick, the second not before the first.
struct ColorPair {
  Piece first;
  Piece second;
};
constexpr size_t kPairs = kColors * (kColors + 1) / 2;
constexpr std::array<ColorPair, kPairs> MakePairs() {
  std::array<ColorPair, kPairs> pairs{};
  size_t n = 0;
  for (Piece first = 0; first < kColors; ++first) {
    for (Piece second = first; second < kColors; ++second) pairs[n++] = {first, second};
  }
  return pairs;
}
constexpr std::array<ColorPair, kPairs> kColorPairs = MakePairs();

// The kinds of piece on the board that may go onto one end of an incomplete coatl.
uint64_t KindsForEnd(const Player& player, size_t index, Side side) {
  const Serpent& serpent = player.coatls[index].serpent;
  const bool at_head = side == Side::kHead;
  if (at_head ? serpent.has_head : serpent.has_tail) return 0;
  const uint64_t kinds = player.board.Kinds();
  uint64_t closing = kinds & (at_head ? kHeadKinds : kTailKinds);
  const bool other_closed = at_head ? serpent.has_tail : serpent.has_head;
  if (other_closed) closing &= uint64_t{player.closable[index]} << (at_head ? 20 : 40);
  return (kinds & kBodyKinds) | closing;
}

bool CanStart(const RulesConfig& config, const Player& player) {
  return player.coatl_count < config.max_coatls &&
         player.coatl_count - player.finished < config.max_incomplete;
}

bool CanBuild(const RulesConfig& config, const Player& player) {
  if (!player.board.empty() && CanStart(config, player)) return true;
  for (size_t c = 0; c < player.coatl_count; ++c) {
    if (player.coatls[c].finished) continue;
    if (player.playable[c] != 0 || KindsForEnd(player, c, Side::kHead) != 0 ||
        KindsForEnd(player, c, Side::kTail) != 0) {
      return true;
    }
  }
  return false;
}

// Is there room on the board of the seat to act for what a space of this part holds?
bool HasRoom(const RulesConfig& config, const Player& player, Part part) {
  return player.board_count + (part == Part::kBody ? config.segments_per_space : 1) <= config.board;
}

bool CanTake(const RulesConfig& config, const State& state) {
  const Player& player = state.players[state.seat];
  return (state.on_supply[0] > 0 && HasRoom(config, player, Part::kBody)) ||
         (state.on_supply[1] + state.on_supply[2] > 0 && HasRoom(config, player, Part::kHead));
}

bool CanPick(const RulesConfig& config, const State& state) {
  const Player& player = state.players[state.seat];
  return (state.bag_left[0] >= config.segments_per_space && HasRoom(config, player, Part::kBody)) ||
         (state.bag_left[1] + state.bag_left[2] > 0 && HasRoom(config, player, Part::kHead));
}

uint64_t PilesWithTop(const State& state) {
  return (state.tops[0] != kNoCard ? 1U : 0U) | (state.tops[1] != kNoCard ? 2U : 0U);
}

}  // namespace

bool CanDraw(const Rules& rules, const State& state) {
  return state.players[state.seat].hand.size() < rules.config().hand_limit &&
         (!state.row.empty() || !state.deck.empty() || !state.discards.empty());
}

bool CanPlay(const Rules& rules, const Coatl& coatl, uint8_t card) {
  if (coatl.prophecies.size() >= rules.config().max_prophecies) return false;
  const uint8_t kind = rules.KindOf(card);
  for (const uint8_t other : coatl.prophecies) {
    if (rules.KindOf(other) == kind) return false;
  }
  return rules.matcher().Met(kind, coatl.serpent);
}

uint16_t PlayableOn(const Rules& rules, const Player& player, size_t coatl) {
  unsigned playable = 0;
  for (size_t i = 0; i < player.hand.size(); ++i) {
    if (CanPlay(rules, player.coatls[coatl], player.hand[i])) playable |= 1U << i;
  }
  return static_cast<uint16_t>(playable);
}

uint32_t ClosableBy(const Rules& rules, const Player& player, size_t index) {
  const Coatl& coatl = player.coatls[index];
  if (coatl.serpent.has_head == coatl.serpent.has_tail || coatl.serpent.length == 1) return 0;
  const size_t needed = rules.config().min_prophecies;
  if (coatl.prophecies.size() >= needed) return kBodyKinds;
  const Side side = coatl.serpent.has_tail ? Side::kHead : Side::kTail;
  const Part part = side == Side::kHead ? Part::kHead : Part::kTail;
  uint32_t closable = 0;
  for (size_t color = 0; color < kColors; ++color) {
    Coatl closed = coatl;
    const Piece piece = MakePiece(part, static_cast<Color>(color));
    closed.serpent.AddAt(side, piece);
    size_t prophecies = coatl.prophecies.size();
    for (size_t i = 0; i < player.hand.size() && prophecies < needed; ++i) {
      const bool again = i > 0 && rules.KindOf(player.hand[i]) == rules.KindOf(player.hand[i - 1]);
      if (!again && CanPlay(rules, closed, player.hand[i])) ++prophecies;
    }
    if (prophecies >= needed) closable |= 1U << (4 * color);
  }
  return closable;
}

Choices::Choices(const Rules& rules, const State& state)
    : rules_(rules), state_(state), player_(state.players[state.seat]) {
  const RulesConfig& config = rules.config();
  switch (state.phase) {
    case Phase::kKeep:
      Add(MoveKind::kKeep, Meaning::kHandCard, DistinctHand());
      if (player_.hand.empty() || state.chosen.size() >= config.keep_at_least) AddDone();
      return;
    case Phase::kAction:
      AddActions();
      return;
    case Phase::kTake: {
      uint64_t spaces = 0;
      for (size_t space = 0; space < config.supply.size(); ++space) {
        const bool legal =
            state.supply[space][0] != kNoPiece && HasRoom(config, player_, config.supply[space]);
        spaces |= uint64_t{legal} << space;
      }
      Add(MoveKind::kTake, Meaning::kNumber, spaces);
      return;
    }
    case Phase::kDraw:
      Add(MoveKind::kDrawRow, Meaning::kRowCard, DistinctRow());
      if (!state.deck.empty() || !state.discards.empty()) {
        Add(MoveKind::kDrawDeck, Meaning::kNumber, 1);
      }
      if (state.steps > 0) AddDone();
      return;
    case Phase::kBuild:
      AddBuildSteps();
      if (state.steps > 0) AddDone();
      return;
    case Phase::kFinish:
      Add(MoveKind::kProphecy, Meaning::kHandCard, player_.playable[state.focus] & DistinctHand(),
          state.focus);
      if (player_.coatls[state.focus].prophecies.size() >= config.min_prophecies) AddDone();
      return;
    case Phase::kTemple: {
      const Serpent& serpent = player_.coatls[state.focus].serpent;
      const auto met = [&](uint8_t temple) {
        return uint64_t{temple != kNoCard && rules.temples()[temple].Met(serpent) > 0};
      };
      uint64_t in_hand = 0;
      for (size_t i = 0; i < player_.temples.size(); ++i) in_hand |= met(player_.temples[i]) << i;
      Add(MoveKind::kTempleHand, Meaning::kTemple, in_hand);
      Add(MoveKind::kTemplePile, Meaning::kNumber, met(state.tops[0]) | met(state.tops[1]) << 1);
      Add(MoveKind::kNoTemple, Meaning::kNumber, 1);
      return;
    }
    case Phase::kPick:
      AddPicks();
      return;
    case Phase::kDiscard:
      Add(MoveKind::kDiscard, Meaning::kHandCard, DistinctHand());
      AddDone();
      return;
    case Phase::kPile:
      Add(MoveKind::kPile, Meaning::kNumber, PilesWithTop(state));
      return;
    case Phase::kOver:
      return;
  }
}

void Choices::Add(MoveKind kind, Meaning meaning, uint64_t mask, uint8_t a, uint8_t b) {
  if (mask == 0) return;
  PRESTIGE_DCHECK(group_count_ < kMaxGroups);
  groups_[group_count_++] = {mask, kind, meaning, a, b};
  size_ += static_cast<size_t>(std::popcount(mask));
}

// One of each kind: equal cards stand together in the hand.
uint64_t Choices::DistinctHand() const {
  uint64_t distinct = 0;
  for (size_t i = 0; i < player_.hand.size(); ++i) {
    const bool first = i == 0 || rules_.KindOf(player_.hand[i]) != rules_.KindOf(player_.hand[i - 1]);
    distinct |= uint64_t{first} << i;
  }
  return distinct;
}

// The leftmost of each kind.
uint64_t Choices::DistinctRow() const {
  uint64_t distinct = 0;
  CardSet seen;  // of kinds
  for (size_t i = 0; i < state_.row.size(); ++i) {
    const uint8_t kind = rules_.KindOf(state_.row[i]);
    distinct |= uint64_t{!seen.Has(kind)} << i;
    seen.Add(kind);
  }
  return distinct;
}

void Choices::AddActions() {
  const RulesConfig& config = rules_.config();
  const unsigned tokens = state_.tokens[state_.seat];
  uint64_t actions = 0;
  const auto add = [&](Action action, bool legal) {
    actions |= uint64_t{legal} << static_cast<unsigned>(action);
  };
  add(Action::kTake, CanTake(config, state_));
  add(Action::kDraw, CanDraw(rules_, state_));
  add(Action::kBuild, CanBuild(config, player_));
  add(Action::kPerfectPick, (tokens & 1U) != 0 && CanPick(config, state_));
  add(Action::kSeeTheFuture, (tokens & 2U) != 0);
  add(Action::kPriestsCommitment, (tokens & 4U) != 0 && PilesWithTop(state_) != 0);
  add(Action::kPass, state_.optional || actions == 0);
  Add(MoveKind::kAction, Meaning::kNumber, actions);
}

void Choices::AddBuildSteps() {
  if (CanStart(rules_.config(), player_)) {
    Add(MoveKind::kStart, Meaning::kPiece, player_.board.Kinds());
  }
  for (uint8_t c = 0; c < player_.coatl_count; ++c) {
    if (player_.coatls[c].finished) continue;
    for (const Side side : {Side::kHead, Side::kTail}) {
      Add(MoveKind::kExtend, Meaning::kPiece, KindsForEnd(player_, c, side), c,
          static_cast<uint8_t>(side));
    }
    if (player_.playable[c] != 0) {
      Add(MoveKind::kProphecy, Meaning::kHandCard, player_.playable[c] & DistinctHand(), c);
    }
  }
}

void Choices::AddPicks() {
  const RulesConfig& config = rules_.config();
  if (HasRoom(config, player_, Part::kBody) && state_.bag_left[0] >= config.segments_per_space) {
    uint64_t picks = 0;
    if (config.segments_per_space == 1) {
      for (Piece piece = 0; piece < kColors; ++piece) {
        picks |= uint64_t{state_.bag[piece] > 0} << (4 * piece);
      }
      Add(MoveKind::kPick, Meaning::kPiece, picks);
    } else {
      for (size_t i = 0; i < kPairs; ++i) {
        const auto [first, second] = kColorPairs[i];
        const int more = first == second ? 1 : 0;
        picks |= uint64_t{state_.bag[first] > more && state_.bag[second] > 0} << i;
      }
      Add(MoveKind::kPick, Meaning::kPair, picks);
    }
  }
  if (HasRoom(config, player_, Part::kHead)) {
    uint64_t picks = 0;
    for (Piece piece = kColors; piece < kPieces; ++piece) {
      picks |= uint64_t{state_.bag[piece] > 0} << (4 * piece);
    }
    Add(MoveKind::kPick, Meaning::kPiece, picks);
  }
}

Move Choices::Decode(const Group& group, unsigned bit) const {
  Move move{group.kind, group.a, group.b};
  switch (group.meaning) {
    case Meaning::kNumber:
      move.a = static_cast<uint8_t>(bit);
      break;
    case Meaning::kHandCard:
      (group.kind == MoveKind::kProphecy ? move.b : move.a) = rules_.KindOf(player_.hand[bit]);
      break;
    case Meaning::kRowCard:
      move.a = rules_.KindOf(state_.row[bit]);
      break;
    case Meaning::kTemple:
      move.a = player_.temples[bit];
      break;
    case Meaning::kPiece:
      (group.kind == MoveKind::kExtend ? move.c : move.a) = static_cast<uint8_t>(bit / 4);
      if (group.kind == MoveKind::kPick) move.b = kNoPiece;
      break;
    case Meaning::kPair:
      move.a = kColorPairs[bit].first;
      move.b = kColorPairs[bit].second;
      break;
  }
  return move;
}

Move Choices::operator[](size_t k) const {
  PRESTIGE_DCHECK(k < size_);
  const Group* group = groups_.data();
  for (;; ++group) {
    const auto count = static_cast<size_t>(std::popcount(group->mask));
    if (k < count) break;
    k -= count;
  }
  uint64_t bits = group->mask;
  while (k-- > 0) bits &= bits - 1;
  return Decode(*group, static_cast<unsigned>(std::countr_zero(bits)));
}

void Choices::AppendTo(MoveList* moves) const {
  for (size_t g = 0; g < group_count_; ++g) {
    const Group& group = groups_[g];
    for (uint64_t bits = group.mask; bits != 0; bits &= bits - 1) {
      moves->push_back(Decode(group, static_cast<unsigned>(std::countr_zero(bits))));
    }
  }
}

void CoatlGame::LegalMoves(const Rules& rules, const State& state, MoveList* moves) {
  moves->Reset();
  Choices(rules, state).AppendTo(moves);
}

}  // namespace prestige::coatl
