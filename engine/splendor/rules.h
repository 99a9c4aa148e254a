#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/splendor/gems.h"

namespace prestige::splendor {

// Capacities of the state and of the set of choices. The loader rejects a ruleset beyond them and
// names the limit.
inline constexpr size_t kMinPlayers = 2;
inline constexpr size_t kMaxPlayers = 4;
inline constexpr size_t kTiers = 3;
inline constexpr size_t kMaxCards = 120;   // development cards of all tiers
inline constexpr size_t kMaxFaceUp = 5;    // of one tier
inline constexpr size_t kMaxReserved = 5;  // by one player
inline constexpr size_t kMaxNobles = 32;   // to draw from
inline constexpr size_t kMaxOnTable = 8;   // nobles face up
inline constexpr size_t kMaxTokens = 20;   // of one colour, and of gold
inline constexpr size_t kMaxHeld = 30;     // tokens that a player may keep
inline constexpr size_t kMaxCost = 50;     // of a card in one colour
inline constexpr size_t kMaxPoints = 50;   // of one card or noble, and to end the game
// Cards with the same bonus: a purse, tokens and bonuses together, stays a count of Gems.
inline constexpr size_t kMaxOfOneBonus = Gems::kMost - kMaxTokens;
static_assert(kMaxCost * kColors < 256);  // a whole cost has a total

// A card that is not there: an empty place of the table or of a hand.
inline constexpr uint8_t kNoCard = 0xFF;

struct Development {
  std::string id;
  uint8_t tier = 0;  // 0 to 2; people and files count from 1
  Color bonus = Color::kWhite;
  uint8_t points = 0;
  Gems cost;
};

struct Noble {
  std::string id;
  uint8_t points = 0;
  Gems bonuses;  // that a player needs
};

// The rules of one game of Splendor: every field is a key of the ruleset file
// (data/splendor/base.toml) under the same name and has the base game's value here; ranges are the
// loader's to check.
struct RulesConfig {
  std::array<uint8_t, kMaxPlayers - 1> tokens{4, 5, 7};  // of each colour, for 2, 3, 4 players
  uint8_t gold = 5;                                      // gold tokens
  uint8_t face_up = 4;                                   // cards of each tier on the table
  uint8_t extra_nobles = 1;                              // face up beyond the number of players
  uint8_t take_different = 3;                            // tokens of different colours
  uint8_t take_same = 2;                                 // tokens of one colour
  uint8_t take_same_needs = 4;                           // of that colour in the bank before
  uint8_t reserved_limit = 3;                            // cards in a hand
  uint8_t reserve_gold = 1;                              // gold that comes with a reserved card
  uint8_t token_limit = 10;                              // tokens kept, gold included
  uint8_t end_points = 15;                               // points that set off the end
  uint8_t max_rounds = 250;                              // the game is over after so many
};

class Rules {
 public:
  // What the loader read. The config's ranges and the decks' sizes have been checked. Cards keep
  // the order of the file within their tier; the tiers follow one another.
  Rules(std::string name, RulesConfig config, const std::vector<Development>& developments,
        std::vector<Noble> nobles);

  const std::string& name() const { return name_; }
  const RulesConfig& config() const { return config_; }
  const std::vector<Development>& developments() const { return developments_; }
  const std::vector<Noble>& nobles() const { return nobles_; }

  size_t cards() const { return developments_.size(); }
  // The cards of a tier are those from TierBegin(tier) to TierBegin(tier + 1) - 1.
  size_t TierBegin(size_t tier) const { return tier_begin_[tier]; }
  size_t TierSize(size_t tier) const { return tier_begin_[tier + 1] - tier_begin_[tier]; }

  // The decks before anything is drawn, as State holds them.
  const std::array<uint8_t, kMaxCards>& full_deck() const { return full_deck_; }

  // A card as the moves need it. kNoCard has a cost that nobody can pay.
  Gems CostOf(uint8_t card) const { return cost_[card]; }
  Gems BonusOf(uint8_t card) const { return bonus_[card]; }
  uint8_t PointsOf(uint8_t card) const { return points_[card]; }
  uint8_t TierOf(uint8_t card) const { return tier_[card]; }

  // The bonuses that a noble asks for. No noble comes to a player with fewer cards than that.
  Gems BonusesFor(size_t noble) const { return bonuses_for_[noble]; }
  uint8_t least_cards_for_noble() const { return least_cards_for_noble_; }

  // Tokens of different colours that a player may take from a bank with these colours in it (bit c
  // for colour c): all sets of as many colours as the rules say, or, where there are fewer, the one
  // set of them all.
  static constexpr size_t kMostSets = 10;  // 2 or 3 of 5 colours
  struct ColorSets {
    uint8_t count = 0;
    std::array<uint8_t, kMostSets> sets{};  // ascending; bit c for colour c
  };
  const ColorSets& SetsToTake(size_t colors) const { return sets_to_take_[colors]; }

  // The tokens of choice i from such a bank: a set of SetsToTake, or from kMostSets on the same
  // of colour i - kMostSets.
  Gems TokensOf(size_t colors, size_t i) const { return tokens_of_[colors][i]; }

  // Face-up nobles at setup.
  size_t NobleCount(size_t players) const { return players + config_.extra_nobles; }
  size_t TokenCount(size_t players) const { return config_.tokens[players - kMinPlayers]; }

  std::optional<uint8_t> FindDevelopment(std::string_view id) const;
  std::optional<uint8_t> FindNoble(std::string_view id) const;

 private:
  static constexpr size_t kCardNumbers = 256;  // all that a byte can name, kNoCard too

  std::string name_;
  RulesConfig config_;
  std::vector<Development> developments_;
  std::vector<Noble> nobles_;
  std::array<size_t, kTiers + 1> tier_begin_{};
  std::array<uint8_t, kMaxCards> full_deck_{};
  std::array<Gems, kCardNumbers> cost_{};
  std::array<Gems, kCardNumbers> bonus_{};
  std::array<uint8_t, kCardNumbers> points_{};
  std::array<uint8_t, kCardNumbers> tier_{};
  std::array<Gems, kMaxNobles> bonuses_for_{};
  uint8_t least_cards_for_noble_ = 0;
  std::array<ColorSets, 1U << kColors> sets_to_take_{};
  std::array<std::array<Gems, kMostSets + kColors>, 1U << kColors> tokens_of_{};
};

}  // namespace prestige::splendor
