#include "engine/splendor/rules.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace prestige::splendor {
namespace {

template <class Card>
std::optional<uint8_t> FindById(const std::vector<Card>& cards, std::string_view id) {
  for (size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].id == id) return static_cast<uint8_t>(i);
  }
  return std::nullopt;
}

std::vector<Development> TierByTier(const std::vector<Development>& cards) {
  std::vector<Development> sorted;
  for (size_t tier = 0; tier < kTiers; ++tier) {
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(sorted),
                 [tier](const Development& card) { return card.tier == tier; });
  }
  return sorted;
}

Rules::ColorSets SetsOf(unsigned colors, int size) {
  Rules::ColorSets result;
  if (colors == 0) return result;
  if (std::popcount(colors) <= size) {
    result.count = 1;
    result.sets[0] = static_cast<uint8_t>(colors);
    return result;
  }
  for (unsigned set = 1; set <= colors; ++set) {
    if ((set & ~colors) == 0 && std::popcount(set) == size) {
      result.sets[result.count++] = static_cast<uint8_t>(set);
    }
  }
  return result;
}

}  // namespace

Rules::Rules(std::string name, RulesConfig config, const std::vector<Development>& developments,
             std::vector<Noble> nobles)
    : name_(std::move(name)),
      config_(config),
      developments_(TierByTier(developments)),
      nobles_(std::move(nobles)) {
  // All tokens and all cards of a game together do not cover this.
  static_assert(kMaxCost * kColors > kMaxCards + kMaxHeld + kMaxTokens);
  cost_.fill(Gems(Gems::kOnes * kMaxCost).WithoutGold());
  full_deck_.fill(kNoCard);
  for (size_t card = 0; card < developments_.size(); ++card) {
    full_deck_[card] = static_cast<uint8_t>(card);
    const Development& development = developments_[card];
    cost_[card] = development.cost;
    bonus_[card] = Gems::Of(development.bonus);
    points_[card] = development.points;
    tier_[card] = development.tier;
    ++tier_begin_[development.tier + 1U];
  }
  for (size_t tier = 0; tier < kTiers; ++tier) tier_begin_[tier + 1] += tier_begin_[tier];
  size_t least = kMaxCards;
  for (size_t noble = 0; noble < nobles_.size(); ++noble) {
    bonuses_for_[noble] = nobles_[noble].bonuses;
    least = std::min(least, static_cast<size_t>(nobles_[noble].bonuses.Total()));
  }
  least_cards_for_noble_ = static_cast<uint8_t>(least);
  for (unsigned colors = 0; colors < sets_to_take_.size(); ++colors) {
    sets_to_take_[colors] = SetsOf(colors, config_.take_different);
    for (size_t i = 0; i < kMostSets; ++i) {
      tokens_of_[colors][i] = OneOfEach(sets_to_take_[colors].sets[i]);
    }
    for (size_t color = 0; color < kColors; ++color) {
      tokens_of_[colors][kMostSets + color] =
          Gems::Of(static_cast<Color>(color), config_.take_same);
    }
  }
}

std::optional<uint8_t> Rules::FindDevelopment(std::string_view id) const {
  return FindById(developments_, id);
}
std::optional<uint8_t> Rules::FindNoble(std::string_view id) const { return FindById(nobles_, id); }

}  // namespace prestige::splendor
