#include "engine/coatl/choices.h"

#include <algorithm>

#include "engine/coatl/game.h"

namespace prestige::coatl {
namespace {

// Of Board::Kinds().
constexpr uint64_t kBodyKinds = FirstSlots(kColors);

// The pairs of body colours of a perfect pick, the second not before the first.
struct ColorPair {
  Piece first;
  Piece second;
};
constexpr size_t kPairCount = kColors * (kColors + 1) / 2;
static_assert(kPairCount <= kMaxSlots);
constexpr std::array<ColorPair, kPairCount> MakePairs() {
  std::array<ColorPair, kPairCount> pairs{};
  size_t n = 0;
  for (Piece first = 0; first < kColors; ++first) {
    for (Piece second = first; second < kColors; ++second) pairs[n++] = {first, second};
  }
  return pairs;
}
constexpr std::array<ColorPair, kPairCount> kColorPairs = MakePairs();

// A mask of all bits or none: what random play cannot foresee is computed without branches.
uint64_t AllBitsIf(bool condition) { return uint64_t{0} - uint64_t{condition}; }

bool CanStart(const RulesConfig& config, const Player& player) {
  const bool in_all = player.coatl_count < config.max_coatls;
  const bool at_once = player.coatl_count - player.finished < config.max_incomplete;
  return in_all & at_once;
}

// The kinds of piece that may go onto either end of an incomplete coatl.
uint64_t KindsForHead(const Player& player, size_t coatl) {
  const bool open = player.coatls[coatl].serpent.has_head == 0;
  return (kBodyKinds | uint64_t{player.closable[coatl]} << 20) & AllBitsIf(open);
}
uint64_t KindsForTail(const Player& player, size_t coatl) {
  const bool open = player.coatls[coatl].serpent.has_tail == 0;
  return (kBodyKinds | uint64_t{player.closable[coatl]} << 40) & AllBitsIf(open);
}

// Is there room on a player's board for what a space of this part holds, or a perfect pick of it?
bool HasRoom(const RulesConfig& config, const Player& player, Part part) {
  return player.board_count + (part == Part::kBody ? config.segments_per_space : 1) <= config.board;
}

bool CanBuild(const RulesConfig& config, const Player& player) {
  const uint64_t starting = player.board.nibbles & AllBitsIf(CanStart(config, player));
  const uint64_t extending = player.board.nibbles & 0xFFFFF & AllBitsIf(player.growing != 0);
  if ((starting | extending | player.playable) != 0) return true;
  uint64_t closing = 0;
  for (unsigned bits = player.growing; bits != 0; bits &= bits - 1) {
    const auto c = static_cast<size_t>(std::countr_zero(bits));
    closing |= KindsForHead(player, c) | KindsForTail(player, c);
  }
  return (player.board.Kinds() & closing) != 0;
}

bool CanPick(const RulesConfig& config, const State& state, const Player& player) {
  return (state.bag_left[0] >= config.segments_per_space && HasRoom(config, player, Part::kBody)) ||
         (state.bag_left[1] + state.bag_left[2] > 0 && HasRoom(config, player, Part::kHead));
}

uint64_t PilesWithTop(const State& state) {
  return (state.tops[0] != kNoCard ? Slot(0) : 0) | (state.tops[1] != kNoCard ? Slot(1) : 0);
}

// Is there room on the coatl for this prophecy, and none of its family?
bool HasRoomFor(const Rules& rules, const Coatl& coatl, uint8_t card) {
  if (coatl.prophecies.size() >= rules.config().max_prophecies) return false;
  for (const uint8_t other : coatl.prophecies) {
    if (rules.FamilyOf(other) == rules.FamilyOf(card)) return false;
  }
  return true;
}

constexpr auto kAllColors = static_cast<uint32_t>(FirstSlots(kColors));

// A coatl with a body that lacks one end: the colours, as slots, of the piece there for which
// `allowed(closed)` holds, `closed` being the coatl with it.
template <class Allowed>
uint32_t ColorsThat(const Coatl& coatl, uint32_t colors, const Allowed& allowed) {
  const Side side = coatl.serpent.has_tail ? Side::kHead : Side::kTail;
  const Part part = coatl.serpent.has_tail ? Part::kHead : Part::kTail;
  uint32_t allowed_colors = 0;
  for (; colors != 0; colors &= colors - 1) {
    const size_t color = LowestSlot(colors);
    Coatl closed = coatl;
    closed.serpent.AddAt(side, MakePiece(part, static_cast<Color>(color)));
    if (allowed(closed)) allowed_colors |= static_cast<uint32_t>(Slot(color));
  }
  return allowed_colors;
}

// Those of them with which the coatl gets prophecies enough: those on it and those in hand that it
// would then meet.
uint32_t ColorsByProphecies(const Rules& rules, const Player& player, size_t index) {
  const Coatl& coatl = player.coatls[index];
  const Serpent& serpent = coatl.serpent;
  const size_t needed = rules.config().min_prophecies;
  if (coatl.prophecies.size() >= needed) return kAllColors;
  if (coatl.prophecies.size() + player.hand.size() < needed) return 0;
  if (coatl.prophecies.size() + 1 < needed) {
    return ColorsThat(coatl, kAllColors, [&](const Coatl& closed) {
      CardSet families;
      for (const uint8_t card : player.hand) {
        if (CanPlay(rules, closed, card)) families.Add(rules.FamilyOf(card));
      }
      return coatl.prophecies.size() + families.size() >= needed;
    });
  }

  // One more is enough.
  const Side side = serpent.has_tail ? Side::kHead : Side::kTail;
  const Part part = side == Side::kHead ? Part::kHead : Part::kTail;
  const Color next = serpent.ColorAt(side == Side::kHead ? 0 : serpent.length - 1U);
  const uint64_t playable = player.PlayableOn(index);
  uint64_t candidates = playable;
  for (size_t i = 0; i < player.hand.size(); ++i) {
    candidates |= uint64_t{rules.GrowingColors(player.hand[i], side, next) != 0} << (4 * i);
  }
  uint32_t closing = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const size_t i = LowestSlot(candidates);
    const uint8_t card = player.hand[i];
    const bool playable_now = (playable & Slot(i)) != 0;
    if (playable_now && rules.StaysMet(card)) return kAllColors;
    if (!HasRoomFor(rules, coatl, card)) continue;
    uint32_t colors = playable_now ? kAllColors : rules.GrowingColors(card, side, next);
    for (colors &= ~closing; colors != 0; colors &= colors - 1) {
      const size_t color = LowestSlot(colors);
      Serpent closed = serpent;
      closed.AddAt(side, MakePiece(part, static_cast<Color>(color)));
      if (rules.matcher().Met(rules.KindOf(card), closed)) {
        closing |= static_cast<uint32_t>(Slot(color));
      }
    }
  }
  return closing;
}

}  // namespace

bool CanDraw(const Rules& rules, const State& state) {
  return state.players[state.seat].hand.size() < rules.config().hand_limit &&
         (!state.row.empty() || !state.deck.empty() || !state.discards.empty());
}

bool CanPlay(const Rules& rules, const Coatl& coatl, uint8_t card) {
  return HasRoomFor(rules, coatl, card) && rules.matcher().Met(rules.KindOf(card), coatl.serpent);
}

uint64_t PlayableOn(const Rules& rules, const Player& player, size_t coatl) {
  uint64_t playable = 0;
  for (size_t i = 0; i < player.hand.size(); ++i) {
    if (CanPlay(rules, player.coatls[coatl], player.hand[i])) playable |= Slot(i);
  }
  return playable;
}

bool MeetsTemple(const Rules& rules, const State& state, const Player& player,
                 const Serpent& serpent) {
  const auto met = [&](uint8_t temple) {
    return temple != kNoCard && rules.temples()[temple].Met(serpent) > 0;
  };
  return std::any_of(player.temples.begin(), player.temples.end(), met) ||
         std::any_of(state.tops.begin(), state.tops.end(), met);
}

uint32_t ClosingColors(const Rules& rules, const State& state, const Player& player, size_t index) {
  const Coatl& coatl = player.coatls[index];
  const Serpent& serpent = coatl.serpent;
  if (!serpent.has_head && !serpent.has_tail) return kAllColors;
  if (serpent.length == 1 || (serpent.has_head && serpent.has_tail)) return 0;
  const uint32_t colors = ColorsByProphecies(rules, player, index);
  if (!rules.config().temple_required) return colors;
  return ColorsThat(coatl, colors, [&](const Coatl& closed) {
    return MeetsTemple(rules, state, player, closed.serpent);
  });
}

void Choices::AddAll() {
  switch (state_.phase) {
    case Phase::kAction:
      return AddActions();
    case Phase::kTake:
      return Add(MoveKind::kTake, state_.filled & rules_.SpacesWithRoom(player_.board_count));
    case Phase::kBuild:
      return AddBuildSteps();
    case Phase::kKeep:
      if (state_.chosen.size() < rules_.config().keep) {
        Add(MoveKind::kKeep, Distinct(FirstSlots(player_.hand.size())));
      }
      return AddIf(player_.hand.empty() || state_.chosen.size() >= rules_.config().keep_at_least,
                   MoveKind::kDone);
    case Phase::kDraw:
      return AddDraws();
    case Phase::kFinish:
      Add(MoveKind::kProphecy, Distinct(player_.PlayableOn(state_.focus)), state_.focus);
      return AddIf(player_.coatls[state_.focus].prophecies.size() >= rules_.config().min_prophecies,
                   MoveKind::kDone);
    case Phase::kTemple:
      return AddTemples();
    case Phase::kPick:
      return AddPicks();
    case Phase::kDiscard:
      Add(MoveKind::kDiscard, Distinct(FirstSlots(player_.hand.size())));
      return AddIf(true, MoveKind::kDone);
    case Phase::kPile:
      return Add(MoveKind::kPile, PilesWithTop(state_));
    case Phase::kOver:
      return;
  }
}

// Of a set of hand cards the first of each kind. Equal cards stand together in the hand, and either
// all of them are in the set or none.
uint64_t Choices::Distinct(uint64_t cards) const {
  uint64_t distinct = cards;
  for (; cards != 0; cards &= cards - 1) {
    const size_t i = LowestSlot(cards);
    if (i > 0 && rules_.KindOf(player_.hand[i]) == rules_.KindOf(player_.hand[i - 1]))
      distinct &= ~Slot(i);
  }
  return distinct;
}

void Choices::AddDraws() {
  uint64_t distinct = 0;  // the leftmost of each kind
  CardSet seen;           // kinds
  for (size_t i = 0; i < state_.row.size(); ++i) {
    const uint8_t kind = rules_.KindOf(state_.row[i]);
    distinct |= seen.Has(kind) ? 0 : Slot(i);
    seen.Add(kind);
  }
  Add(MoveKind::kDrawRow, distinct);
  AddIf(!state_.deck.empty() || !state_.discards.empty(), MoveKind::kDrawDeck);
  AddIf(state_.steps > 0, MoveKind::kDone);
}

void Choices::AddActions() {
  const State& state = state_;
  const Player& player = player_;
  const RulesConfig& config = rules_.config();
  uint64_t actions = 0;
  const auto add = [&](Action action, bool legal) {
    actions |= uint64_t{legal} << (4 * static_cast<unsigned>(action));
  };
  add(Action::kTake, (state.filled & rules_.SpacesWithRoom(player.board_count)) != 0);
  add(Action::kDraw, CanDraw(rules_, state));
  add(Action::kBuild, CanBuild(config, player));
  if (const unsigned tokens = state.tokens[state.seat]; tokens != 0) {
    const auto has = [&](Sacrifice token) {
      return ((tokens >> static_cast<unsigned>(token)) & 1) != 0;
    };
    add(Action::kPerfectPick, has(Sacrifice::kPerfectPick) && CanPick(config, state, player));
    add(Action::kSeeTheFuture, has(Sacrifice::kSeeTheFuture));
    add(Action::kPriestsCommitment, has(Sacrifice::kPriestsCommitment) && PilesWithTop(state) != 0);
  }
  add(Action::kPass, (state.optional != 0) | (actions == 0));
  Add(MoveKind::kAction, actions);
}

void Choices::AddBuildSteps() {
  const Player& player = player_;
  const uint64_t kinds = player.board.Kinds();
  Add(MoveKind::kStart, kinds & AllBitsIf(CanStart(rules_.config(), player)));
  for (unsigned bits = player.growing; bits != 0; bits &= bits - 1) {
    const auto c = static_cast<uint8_t>(std::countr_zero(bits));
    Add(MoveKind::kExtend, kinds & KindsForHead(player, c), c, static_cast<uint8_t>(Side::kHead));
    Add(MoveKind::kExtend, kinds & KindsForTail(player, c), c, static_cast<uint8_t>(Side::kTail));
    if (const uint64_t cards = player.PlayableOn(c); cards != 0)
      Add(MoveKind::kProphecy, Distinct(cards), c);
  }
  AddIf(state_.steps > 0, MoveKind::kDone);
}

void Choices::AddTemples() {
  const Serpent& serpent = player_.coatls[state_.focus].serpent;
  const auto met = [&](uint8_t temple) {
    return temple != kNoCard && rules_.temples()[temple].Met(serpent) > 0;
  };
  uint64_t in_hand = 0;
  for (size_t i = 0; i < player_.temples.size(); ++i)
    in_hand |= met(player_.temples[i]) ? Slot(i) : 0;
  uint64_t on_piles = 0;
  for (size_t pile = 0; pile < kPiles; ++pile) on_piles |= met(state_.tops[pile]) ? Slot(pile) : 0;
  Add(MoveKind::kTempleHand, in_hand);
  Add(MoveKind::kTemplePile, on_piles);
  AddIf(!rules_.config().temple_required, MoveKind::kNoTemple);
}

void Choices::AddPicks() {
  const RulesConfig& config = rules_.config();
  const auto in_bag = [&](Piece first, Piece last) {
    uint64_t kinds = 0;
    for (Piece piece = first; piece <= last; ++piece)
      kinds |= state_.bag[piece] > 0 ? Slot(piece) : 0;
    return kinds;
  };
  if (HasRoom(config, player_, Part::kBody) && state_.bag_left[0] >= config.segments_per_space) {
    if (config.segments_per_space == 1) {
      Add(MoveKind::kPick, in_bag(0, kColors - 1));
    } else {
      uint64_t pairs = 0;
      for (size_t i = 0; i < kColorPairs.size(); ++i) {
        const auto [first, second] = kColorPairs[i];
        const int more = first == second ? 1 : 0;
        pairs |= state_.bag[first] > more && state_.bag[second] > 0 ? Slot(i) : 0;
      }
      Add(MoveKind::kPick, pairs, kPairs);
    }
  }
  if (HasRoom(config, player_, Part::kHead)) Add(MoveKind::kPick, in_bag(kColors, kPieces - 1));
}

Move Choices::Decode(const Group& group, size_t slot) const {
  const auto i = static_cast<uint8_t>(slot);
  switch (group.kind) {
    case MoveKind::kExtend:
      return {group.kind, group.a, group.b, i};
    case MoveKind::kKeep:
    case MoveKind::kDiscard:
      return {group.kind, rules_.KindOf(player_.hand[i])};
    case MoveKind::kProphecy:
      return {group.kind, group.a, rules_.KindOf(player_.hand[i])};
    case MoveKind::kDrawRow:
      return {group.kind, rules_.KindOf(state_.row[i])};
    case MoveKind::kTempleHand:
      return {group.kind, player_.temples[i]};
    case MoveKind::kPick:
      if (group.a == kPairs) return {group.kind, kColorPairs[i].first, kColorPairs[i].second};
      return {group.kind, i, kNoPiece};
    default:
      return {group.kind, i};
  }
}

Move Choices::operator[](size_t k) const {
  PRESTIGE_DCHECK(k < size_);
  const Group* group = groups_.data();
  for (; k >= group->size; ++group) k -= group->size;
  const size_t slot = SelectSlot(group->slots, k);
  // The kinds of most moves, without the switch.
  const auto i = static_cast<uint8_t>(slot);
  if (group->kind == MoveKind::kAction || group->kind == MoveKind::kTake) return {group->kind, i};
  if (group->kind == MoveKind::kExtend) return {group->kind, group->a, group->b, i};
  return Decode(*group, slot);
}

void Choices::AppendTo(MoveList* moves) const {
  for (size_t g = 0; g < group_count_; ++g) {
    for (uint64_t slots = groups_[g].slots; slots != 0; slots &= slots - 1) {
      moves->push_back(Decode(groups_[g], LowestSlot(slots)));
    }
  }
}

void CoatlGame::LegalMoves(const Rules& rules, const State& state, MoveList* moves) {
  moves->Reset();
  Choices(rules, state).AppendTo(moves);
}

}  // namespace prestige::coatl
