#include "engine/coatl/rules.h"

#include <algorithm>
#include <utility>

namespace prestige::coatl {
namespace {

Matcher MakeMatcher(const std::vector<Prophecy>& prophecies, bool open_end_satisfies_not) {
  std::vector<DeckCard> cards;
  cards.reserve(prophecies.size());
  for (const Prophecy& prophecy : prophecies) cards.push_back({prophecy.pattern, prophecy.levels});
  return Matcher(cards, open_end_satisfies_not);
}

constexpr auto kAllColors = static_cast<uint32_t>(FirstSlots(kColors));

// The colours, as slots, of a piece with which a new match of a pattern can begin, next to a piece
// of that colour. The tokens are read from the end that grows, those with `!` left out.
uint32_t FirstColors(const std::vector<Token>& tokens, Color next) {
  const Token& end = tokens[0];
  const bool fits = tokens.size() == 1 || tokens[1].kind == TokenKind::kAnyPlus ||
                    tokens[1].color == next || (end.kind == TokenKind::kPlus && end.color == next);
  return fits ? static_cast<uint32_t>(Slot(static_cast<size_t>(end.color))) : 0;
}

// One piece of its colour for each of a pattern's tokens and times; `!` asks for nothing.
Need NeedFor(const Prophecy& prophecy) {
  Need need;
  const uint8_t times = prophecy.levels.back().times;
  const auto add = [times](uint8_t& count) { count = static_cast<uint8_t>(count + times); };
  for (const Token& token : prophecy.pattern.tokens) {
    if (token.kind == TokenKind::kNot) continue;
    add(token.kind == TokenKind::kAnyPlus ? need.any : need.of[static_cast<size_t>(token.color)]);
  }
  return need;
}

template <class Card>
std::optional<uint8_t> FindById(const std::vector<Card>& cards, std::string_view id) {
  for (size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].id == id) return static_cast<uint8_t>(i);
  }
  return std::nullopt;
}

}  // namespace

std::vector<int> LevelNumbers(Levels levels) {
  std::vector<int> numbers;
  for (int level = 1; level <= kLevels; ++level) {
    if (HasLevel(levels, level)) numbers.push_back(level);
  }
  return numbers;
}

Rules::Rules(std::string name, RulesConfig config, std::vector<Prophecy> prophecies,
             std::vector<Temple> temples)
    : name_(std::move(name)),
      config_(std::move(config)),
      prophecies_(std::move(prophecies)),
      temples_(std::move(temples)),
      matcher_(MakeMatcher(prophecies_, config_.open_end_satisfies_not)) {
  for (size_t kind = 0; kind < prophecies_.size(); ++kind) {
    std::vector<Token> tokens = prophecies_[kind].pattern.tokens;
    const bool stays_met = std::erase_if(tokens, [](const Token& token) {
                             return token.kind == TokenKind::kNot;
                           }) == 0;
    const bool by_any_color = !stays_met && !config_.open_end_satisfies_not;
    const size_t first = cards_;
    cards_ += prophecies_[kind].copies;
    for (size_t card = first; card < cards_; ++card) {
      kind_of_[card] = static_cast<uint8_t>(kind);
      stays_met_[card] = stays_met;
      family_of_[card] = FamilyOfKind(kind);
    }
    for (auto& of_side : growing_colors_) {
      for (size_t next = 0; next < kColors; ++next) {
        const uint32_t colors =
            by_any_color ? kAllColors : FirstColors(tokens, static_cast<Color>(next));
        std::fill(of_side[next].begin() + first, of_side[next].begin() + cards_, colors);
      }
      std::reverse(tokens.begin(), tokens.end());
    }
  }
  if (solo())
    std::transform(prophecies_.begin(), prophecies_.end(), std::back_inserter(needs_), NeedFor);
  for (size_t space = 0; space < config_.supply.size(); ++space) {
    const bool body = config_.supply[space] == Part::kBody;
    (body ? body_spaces_ : end_spaces_) |= Slot(space);
    const size_t amount = body ? config_.segments_per_space : 1;
    for (size_t on_board = 0; on_board + amount <= config_.board; ++on_board) {
      spaces_with_room_[on_board] |= Slot(space);
    }
  }
}

// The kind itself, or the first one with its frame.
uint8_t Rules::FamilyOfKind(size_t kind) const {
  size_t family = kind;
  if (config_.frames_apart) {
    family = 0;
    while (prophecies_[family].frame != prophecies_[kind].frame) ++family;
  }
  return static_cast<uint8_t>(family);
}

Rules Rules::WithLevels(Levels levels) const {
  RulesConfig config = config_;
  config.solo->levels = levels;
  config.temple_required = HasLevel(levels, 1);
  if (HasLevel(levels, 2)) config.hand_limit = config.solo->level_hand_limit;
  config.frames_apart = HasLevel(levels, 3);
  if (HasLevel(levels, 4)) config.min_prophecies = config.solo->level_min_prophecies;
  if (HasLevel(levels, 5)) config.solo->marco_cards = config.solo->level_marco_cards;
  return Rules(name_, std::move(config), prophecies_, temples_);
}

size_t Rules::CardsNeeded(size_t players) const {
  size_t cards = config_.row;
  if (solo()) cards += std::max(config_.solo->marco_cards, config_.solo->level_marco_cards);
  for (size_t seat = 0; seat < players; ++seat) cards += config_.deal[seat];
  return cards;
}

std::optional<uint8_t> Rules::FindProphecy(std::string_view id) const {
  return FindById(prophecies_, id);
}
std::optional<uint8_t> Rules::FindTemple(std::string_view id) const {
  return FindById(temples_, id);
}

}  // namespace prestige::coatl
