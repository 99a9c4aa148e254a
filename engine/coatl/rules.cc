#include "engine/coatl/rules.h"

#include <algorithm>
#include <utility>

namespace prestige::coatl {
namespace {

Matcher MakeMatcher(const std::vector<Prophecy>& prophecies, bool open_end_satisfies_not) {
  std::vector<DeckCard> cards;
  cards.reserve(prophecies.size());
  for (const Prophecy& prophecy : prophecies) cards.push_back({prophecy.pattern, prophecy.levels});
  return Matcher(std::move(cards), open_end_satisfies_not);
}

template <class Card>
std::optional<uint8_t> FindById(const std::vector<Card>& cards, std::string_view id) {
  for (size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].id == id) return static_cast<uint8_t>(i);
  }
  return std::nullopt;
}

}  // namespace

Rules::Rules(std::string name, RulesConfig config, std::vector<Prophecy> prophecies,
             std::vector<Temple> temples)
    : name_(std::move(name)),
      config_(std::move(config)),
      prophecies_(std::move(prophecies)),
      temples_(std::move(temples)),
      matcher_(MakeMatcher(prophecies_, config_.open_end_satisfies_not)) {
  for (size_t kind = 0; kind < prophecies_.size(); ++kind) {
    const auto& tokens = prophecies_[kind].pattern.tokens;
    stays_met_[kind] = std::none_of(tokens.begin(), tokens.end(), [](const Token& token) {
      return token.kind == TokenKind::kNot;
    });
    const auto color_bit = [](const Token& token) {
      return static_cast<uint8_t>(1U << static_cast<unsigned>(token.color));
    };
    constexpr uint8_t kAnyColor = (1U << kColors) - 1;
    grows_by_[0][kind] = stays_met_[kind] ? color_bit(tokens.front()) : kAnyColor;
    grows_by_[1][kind] = stays_met_[kind] ? color_bit(tokens.back()) : kAnyColor;
    for (size_t copy = 0; copy < prophecies_[kind].copies; ++copy) {
      kind_of_[cards_++] = static_cast<uint8_t>(kind);
    }
  }
}

size_t Rules::CardsNeeded(size_t players) const {
  size_t cards = config_.row;
  for (size_t seat = 0; seat < players; ++seat) cards += config_.deal[seat];
  return cards;
}

std::optional<uint8_t> Rules::FindProphecy(std::string_view id) const { return FindById(prophecies_, id); }
std::optional<uint8_t> Rules::FindTemple(std::string_view id) const { return FindById(temples_, id); }

}  // namespace prestige::coatl
