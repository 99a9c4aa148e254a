#include "engine/coatl/matcher.h"

namespace prestige::coatl {

Matcher::Matcher(const std::vector<DeckCard>& cards, bool open_end_satisfies_not)
    : deck_(CompileDeck(cards, open_end_satisfies_not)) {}

bool Matcher::MetInFull(const CardProgram& card, const Serpent& serpent) const {
  const int times = serpent.IsShort() ? CountTimes<uint64_t>(card, deck_, serpent, card.lowest)
                                      : CountTimes<Word128>(card, deck_, serpent, card.lowest);
  return times == card.lowest;
}

int Matcher::Times(size_t index, const Serpent& serpent) const {
  PRESTIGE_DCHECK(index < size());
  const CardProgram& card = deck_.cards[index];
  return serpent.IsShort() ? CountTimes<uint64_t>(card, deck_, serpent, card.top)
                           : CountTimes<Word128>(card, deck_, serpent, card.top);
}

int Matcher::LevelOf(size_t card, const Serpent& serpent) const {
  return deck_
      .level_of_times[deck_.cards[card].first_times + static_cast<size_t>(Times(card, serpent))];
}

int Matcher::Points(size_t card, const Serpent& serpent) const {
  return deck_
      .points_of_times[deck_.cards[card].first_times + static_cast<size_t>(Times(card, serpent))];
}

}  // namespace prestige::coatl
