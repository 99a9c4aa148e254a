#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/coatl/bitboard_matcher.h"
#include "engine/coatl/matcher_program.h"
#include "engine/coatl/serpent.h"
#include "engine/core/check.h"

namespace prestige::coatl {

// Scores one coatl against single cards of a deck, on bitboards. Immutable once made, so that
// threads share it; matching allocates nothing. Coameh of at most 64 pieces take the fast path,
// longer ones are just as right.
//
// `card` is the index of a card in the deck, below size().
class Matcher {
 public:
  // `open_end_satisfies_not`: whether `!C` holds beyond an end that no head or tail has closed.
  Matcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not);

  size_t size() const { return deck_.cards.size(); }
  const DeckProgram& program() const { return deck_; }

  // How many times the coatl meets the card, the top level's times at most.
  int Times(size_t card, const Serpent& serpent) const;
  // The level that the coatl reaches: 0 for none, else 1 to the number of levels.
  int LevelOf(size_t card, const Serpent& serpent) const;
  // The points of that level; 0 for none.
  int Points(size_t card, const Serpent& serpent) const;
  // Whether the coatl reaches the card's lowest level: the question that is asked before a card is
  // played.
  bool Met(size_t card, const Serpent& serpent) const;

  // Whether a piece of this colour, added at that end, can change how often a coatl meets the card.
  bool MayChange(size_t card, Side side, Color color) const {
    const CardProgram& program = deck_.cards[card];
    const uint8_t colors = side == Side::kHead ? program.changed_at_head : program.changed_at_tail;
    return (colors >> static_cast<unsigned>(color) & 1) != 0;
  }

  // Brings the levels of a hand of cards up to date after a piece of this colour was added at that
  // end: `levels` were right before, `serpent` is the coatl with the piece. Cards that the piece
  // cannot touch are not looked at. At most 64 cards.
  void UpdateLevels(std::span<const uint8_t> cards, Side side, Color color, const Serpent& serpent,
                    std::span<uint8_t> levels) const;

 private:
  bool MetInFull(const CardProgram& card, const Serpent& serpent) const;

  DeckProgram deck_;
};

inline void Matcher::UpdateLevels(std::span<const uint8_t> cards, Side side, Color color,
                                  const Serpent& serpent, std::span<uint8_t> levels) const {
  PRESTIGE_DCHECK(cards.size() <= 64 && levels.size() == cards.size());
  // Which cards to look at is unforeseeable: all are asked without a branch, before any is counted.
  uint64_t changed = 0;
  for (size_t i = 0; i < cards.size(); ++i) {
    changed |= static_cast<uint64_t>(MayChange(cards[i], side, color)) << i;
  }
  for (; changed != 0; changed &= changed - 1) {
    const auto i = static_cast<size_t>(std::countr_zero(changed));
    levels[i] = static_cast<uint8_t>(LevelOf(cards[i], serpent));
  }
}

inline bool Matcher::Met(size_t index, const Serpent& serpent) const {
  PRESTIGE_DCHECK(index < size());
  const CardProgram& card = deck_.cards[index];
  if (card.family == Family::kCount) return serpent.count[card.color[0]] >= card.lowest;
  if (card.lowest == 1 && serpent.IsShort()) {
    if (card.family == Family::kSequence) return SequenceStarts(card, serpent.low) != 0;
    if (card.family == Family::kRun)
      return RunEnds(card, serpent.low, serpent.low[card.color[0]]) != 0;
    if (card.family == Family::kBridge) return HasBridge(card, serpent.low);
  }
  return MetInFull(card, serpent);
}

}  // namespace prestige::coatl
