#include "strategies/coatl/card_use.h"

namespace prestige::coatl {
namespace {

constexpr CardUse UsesIf(bool uses) { return uses ? CardUse::kUses : CardUse::kNone; }

// The coatl, if it were as long as `serpent`, takes that many prophecies of the hand's kinds other
// than `without`.
size_t OthersPlayable(const View& view, const Coatl& coatl, const Serpent& serpent,
                      uint8_t without) {
  const Rules& rules = view.rules();
  Coatl grown = coatl;
  grown.serpent = serpent;
  size_t count = 0;
  uint8_t last = kNoCard;  // equal cards stand together
  for (const uint8_t card : view.hand()) {
    const uint8_t kind = rules.KindOf(card);
    if (kind == without || kind == last) continue;
    last = kind;
    count += CanPlay(rules, grown, card) ? 1U : 0U;
  }
  return count;
}

bool CanPlayKind(const View& view, const Coatl& coatl, uint8_t kind) {
  for (const uint8_t card : view.hand()) {
    if (view.rules().KindOf(card) == kind) return CanPlay(view.rules(), coatl, card);
  }
  return false;
}

// With this piece the coatl is finished, and the prophecy must be played on it for that.
bool ClosingNeeds(const View& view, const Coatl& coatl, Side side, Piece piece, uint8_t kind) {
  Serpent closed = coatl.serpent;
  closed.AddAt(side, piece);
  if (!closed.has_head || !closed.has_tail) return false;
  return coatl.prophecies.size() + OthersPlayable(view, coatl, closed, kind) <
         view.rules().config().min_prophecies;
}

// There is a build step other than to play this prophecy or to finish a coatl with its help.
bool CanBuildWithout(const View& view, uint8_t kind) {
  const RulesConfig& config = view.rules().config();
  const auto coatls = view.coatls(view.seat());
  const Board board = view.board(view.seat());
  const size_t growing = coatls.size() - static_cast<size_t>(view.finished(view.seat()));
  const bool can_start = coatls.size() < config.max_coatls && growing < config.max_incomplete;
  if (!board.empty() && can_start) return true;
  if (board.HasPart(Part::kBody) && growing > 0) return true;
  for (const Coatl& coatl : coatls) {
    if (coatl.finished) continue;
    if (OthersPlayable(view, coatl, coatl.serpent, kind) > 0) return true;
    for (Piece piece = kColors; piece < kPieces; ++piece) {
      if (board.Count(piece) == 0) continue;
      const Side side = PartOf(piece) == Part::kHead ? Side::kHead : Side::kTail;
      const Serpent& serpent = coatl.serpent;
      const bool closed = (side == Side::kHead ? serpent.has_head : serpent.has_tail) != 0;
      const bool meets_other_end =
          serpent.length == 1 && (serpent.has_head != 0 || serpent.has_tail != 0);
      if (closed || meets_other_end) continue;
      if (!ClosingNeeds(view, coatl, side, piece, kind)) return true;
    }
  }
  return false;
}

CardUse ActionUse(const View& view, Action action, uint8_t kind) {
  const Rules& rules = view.rules();
  if (action == Action::kDraw) {
    size_t in_row = 0;
    for (const uint8_t card : view.row()) in_row += rules.KindOf(card) == kind ? 1U : 0U;
    const bool others =
        in_row < view.row().size() || view.deck_size() > 0 || !view.discards().empty();
    if (in_row > 0) return others ? CardUse::kLeadsTo : CardUse::kUses;
  }
  if (action == Action::kBuild) {
    if (!CanBuildWithout(view, kind)) return CardUse::kUses;
    for (const Coatl& coatl : view.coatls(view.seat())) {
      if (!coatl.finished && CanPlayKind(view, coatl, kind)) return CardUse::kLeadsTo;
    }
  }
  return CardUse::kNone;
}

CardUse ProphecyUse(const View& view, const Move& move, uint8_t kind) {
  const auto holds = [&] {
    for (const uint8_t card : view.hand()) {
      if (view.rules().KindOf(card) == kind) return true;
    }
    return false;
  };
  switch (move.kind) {
    case MoveKind::kKeep:
    case MoveKind::kDrawRow:
      return UsesIf(move.a == kind);
    case MoveKind::kProphecy:
      return UsesIf(move.b == kind);
    case MoveKind::kDiscard:
      return move.a == kind ? CardUse::kAway : CardUse::kNone;
    case MoveKind::kDone:
      return view.phase() == Phase::kKeep && holds() ? CardUse::kAway : CardUse::kNone;
    case MoveKind::kAction:
      return ActionUse(view, static_cast<Action>(move.a), kind);
    case MoveKind::kExtend:
      return UsesIf(ClosingNeeds(view, view.coatls(view.seat())[move.a], static_cast<Side>(move.b),
                                 move.c, kind));
    default:
      return CardUse::kNone;
  }
}

CardUse TempleUse(const View& view, const Move& move, uint8_t temple) {
  switch (move.kind) {
    case MoveKind::kTempleHand:
      return UsesIf(move.a == temple);
    case MoveKind::kTemplePile:
    case MoveKind::kPile:
      return UsesIf(view.top(move.a) == temple);
    case MoveKind::kAction: {
      if (static_cast<Action>(move.a) != Action::kPriestsCommitment) return CardUse::kNone;
      int tops = 0;
      bool visible = false;
      for (size_t pile = 0; pile < kPiles; ++pile) {
        tops += view.top(pile) != kNoCard ? 1 : 0;
        visible = visible || view.top(pile) == temple;
      }
      if (!visible) return CardUse::kNone;
      return tops == 1 ? CardUse::kUses : CardUse::kLeadsTo;
    }
    default:
      return CardUse::kNone;
  }
}

}  // namespace

std::optional<CoatlCardUse::Card> CoatlCardUse::Find(const Rules& rules, std::string_view id) {
  if (const auto kind = rules.FindProphecy(id)) return Card{false, *kind};
  if (const auto temple = rules.FindTemple(id)) return Card{true, *temple};
  return std::nullopt;
}

CardUse CoatlCardUse::Of(const View& view, const Move& move, Card card) {
  return card.is_temple ? TempleUse(view, move, card.index) : ProphecyUse(view, move, card.index);
}

}  // namespace prestige::coatl
