#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/coatl/matcher.h"
#include "engine/coatl/pattern.h"
#include "engine/coatl/pieces.h"
#include "engine/coatl/serpent.h"
#include "engine/core/slots.h"

namespace prestige::coatl {

// Capacities of the state. The loader rejects a ruleset beyond them and names the limit.
inline constexpr size_t kMaxPlayers = 4;
inline constexpr size_t kMaxBodies = 126;    // in all: with a head and a tail, 128 bits a plane
inline constexpr size_t kMaxEndPieces = 60;  // heads, and tails, in all colours together
inline constexpr size_t kMaxSpaces = 12;     // of the supply board
inline constexpr size_t kMaxPerSpace = 2;    // body segments in one space
inline constexpr size_t kMaxBoard = 15;  // pieces on a player's board: four bits a kind of piece
inline constexpr size_t kMaxHand = 12;   // prophecies in a hand, also those dealt before the choice
inline constexpr size_t kMaxRow = 12;    // face-up prophecies
inline constexpr size_t kMaxCoatls = 4;  // coameh of one player, finished or not
inline constexpr size_t kMaxOnCoatl = 11;     // prophecies on one coatl
inline constexpr size_t kMaxTempleHand = 7;   // temples in a hand
inline constexpr size_t kMaxCards = 128;      // prophecy cards, every copy counted
inline constexpr size_t kMaxTemples = 64;     // temple cards
inline constexpr size_t kMaxLastActions = 3;  // of a last turn
inline constexpr size_t kPiles = 2;           // public temple piles
inline constexpr size_t kMaxMarcoCards = 4;   // prophecies of M.A.R.C.O. that lie open
inline constexpr size_t kMaxNeed = 9;         // pieces that one of them may need

// A card of the prophecy deck: one kind, printed `copies` times.
struct Prophecy {
  std::string id;
  std::string name;   // any text, or empty
  std::string frame;  // the frame's colour, for the solo levels and for grouping
  uint8_t copies = 1;
  Pattern pattern;
  std::vector<Level> levels;
};

// One requirement of a temple card.
struct Requirement {
  enum class Kind : uint8_t {
    kNone,    // no piece of colour `first`
    kLength,  // exactly `length` pieces, head and tail included
    kEqual,   // as many pieces of `first` as of `second`, at least one
  };
  Kind kind = Kind::kNone;
  Color first = Color::kYellow;
  Color second = Color::kYellow;
  uint8_t length = 0;

  bool MetBy(const Serpent& serpent) const {
    const uint8_t count = serpent.count[static_cast<size_t>(first)];
    switch (kind) {
      case Kind::kNone:
        return count == 0;
      case Kind::kLength:
        return serpent.length == length;
      case Kind::kEqual:
        return count > 0 && count == serpent.count[static_cast<size_t>(second)];
    }
    return false;
  }
};

struct Temple {
  std::string id;
  std::string name;
  std::array<Requirement, 2> requirements;
  uint8_t one = 0;   // points for one requirement met
  uint8_t both = 0;  // points for both

  // How many of the requirements the coatl meets: the card can be played from 1 on.
  int Met(const Serpent& serpent) const {
    return static_cast<int>(requirements[0].MetBy(serpent)) +
           static_cast<int>(requirements[1].MetBy(serpent));
  }
  int Points(const Serpent& serpent) const {
    const int met = Met(serpent);
    return met == 2 ? both : met == 1 ? one : 0;
  }
};

enum class Sacrifice : uint8_t { kPerfectPick, kSeeTheFuture, kPriestsCommitment };
inline constexpr size_t kSacrifices = 3;

// The levels of the solo game, as a set: bit n-1 is level n.
using Levels = uint8_t;
inline constexpr int kLevels = 5;
inline constexpr Levels kAllLevels = (1U << kLevels) - 1;
constexpr bool HasLevel(Levels levels, int level) { return ((levels >> (level - 1)) & 1) != 0; }
std::vector<int> LevelNumbers(Levels levels);  // ascending

// What only the solo game has; every field is a key of data/coatl-solo/base.toml.
struct SoloConfig {
  std::vector<uint8_t> space_order;  // marco.space_order: supply spaces from 0, each one once
  uint8_t marco_cards = 3;           // marco.cards: its open prophecies
  // levels.*: what level 2, 4 and 5 put in the place of hand_limit, min_prophecies, marco.cards.
  uint8_t level_hand_limit = 4;
  uint8_t level_min_prophecies = 4;
  uint8_t level_marco_cards = 4;
  Levels levels = 0;  // in force: Rules::WithLevels, no key
};

// The rules of one game of Cóatl: an immutable value, shared by all threads. Every field is a key
// of the ruleset file (data/coatl/base.toml) under the same name and has the base game's value
// here; ranges are the loader's to check. The last three belong to the solo game.
struct RulesConfig {
  std::array<uint8_t, kColors> body{24, 24, 24, 24, 24};  // pieces of each colour in the bags
  std::array<uint8_t, kColors> heads{3, 3, 3, 3, 3};
  std::array<uint8_t, kColors> tails{3, 3, 3, 3, 3};
  std::vector<Part> supply{Part::kBody, Part::kBody, Part::kBody, Part::kBody, Part::kBody,
                           Part::kBody, Part::kHead, Part::kTail, Part::kHead, Part::kTail};
  uint8_t segments_per_space = 2;  // a body space holds all or none; a perfect pick takes as many
  uint8_t board = 8;               // pieces a player's board has room for
  uint8_t row = 6;                 // face-up prophecies
  std::array<uint8_t, kMaxPlayers> deal{3, 4, 5, 6};  // prophecies dealt, by seat
  uint8_t keep = 3;                                   // of them kept at most
  uint8_t keep_at_least = 0;
  uint8_t hand_limit = 5;
  uint8_t deal_temples = 1;                                // hidden temples dealt to each player
  uint8_t odd_temple_pile = 0;                             // the pile that gets the odd card
  std::array<bool, kSacrifices> tokens{true, true, true};  // in play, one of each kind a player
  uint8_t max_incomplete = 2;          // unfinished coameh of a player at any time
  uint8_t max_coatls = 3;              // coameh of a player in all
  uint8_t min_prophecies = 1;          // on a coatl to finish it
  uint8_t max_prophecies = 4;          // on a coatl
  bool open_end_satisfies_not = true;  // `!C` at an end where a piece may still come
  uint8_t end_coatls = 3;              // finished coameh of one player that set off the end
  bool end_bodies = true;              // no body segment left sets off the end
  uint8_t last_actions_after = 2;      // last turn of the seats after the one that set off the end
  uint8_t last_actions_before = 1;     // and of the seats before it
  uint8_t last_actions_bodies = 1;     // last turn of every seat when the body segments ran out
  bool temple_required = false;        // level 1: a coatl is finished only with a temple
  bool frames_apart = false;           // level 3: prophecies on a coatl differ in frame colour
  std::optional<SoloConfig> solo;      // one player against M.A.R.C.O.
};

// What M.A.R.C.O. asks of a prophecy: so many pieces of each colour and of any colour, those of its
// highest level.
struct Need {
  std::array<uint8_t, kColors> of{};
  uint8_t any = 0;

  size_t size() const {
    size_t pieces = any;
    for (const uint8_t count : of) pieces += count;
    return pieces;
  }
};

class Rules {
 public:
  // What the loader read, in file order. The config's ranges and the deck's sizes have been
  // checked.
  Rules(std::string name, RulesConfig config, std::vector<Prophecy> prophecies,
        std::vector<Temple> temples);

  const std::string& name() const { return name_; }
  const RulesConfig& config() const { return config_; }
  const std::vector<Prophecy>& prophecies() const { return prophecies_; }
  const std::vector<Temple>& temples() const { return temples_; }
  const Matcher& matcher() const { return matcher_; }

  // Cards of the deck are numbered 0 to cards()-1, the copies of a kind next to each other.
  size_t cards() const { return cards_; }
  uint8_t KindOf(uint8_t card) const { return kind_of_[card]; }

  // Of one family there is at most one card on a coatl: the copies of a kind, or with frames_apart
  // all cards of a frame colour.
  uint8_t FamilyOf(uint8_t card) const { return family_of_[card]; }

  // Once met by a coatl, always met by it, whatever is added: the card's pattern has no `!`.
  bool StaysMet(uint8_t card) const { return stays_met_[card]; }

  // The colours, as slots, of a piece that may make a coatl meet the card that did not before, when
  // it is added at that end next to a piece of colour `next`. The last match must use the new
  // piece, so the pattern's end has its colour and what follows there fits its neighbour; but where
  // an open end does not satisfy a `!`, any piece may.
  uint32_t GrowingColors(uint8_t card, Side side, Color next) const {
    return growing_colors_[static_cast<size_t>(side)][static_cast<size_t>(next)][card];
  }

  // The supply spaces, as slots: those for body segments, those for heads and tails, and those
  // whose content has room on a board that holds so many pieces.
  uint64_t body_spaces() const { return body_spaces_; }
  uint64_t end_spaces() const { return end_spaces_; }
  uint64_t SpacesWithRoom(size_t on_board) const { return spaces_with_room_[on_board]; }

  // Solo: rules without levels become those with some in force; then what M.A.R.C.O. asks of a
  // card and what it pays.
  Rules WithLevels(Levels levels) const;
  bool solo() const { return config_.solo.has_value(); }
  Levels levels() const { return solo() ? config_.solo->levels : Levels{0}; }
  const Need& NeedOf(uint8_t card) const { return needs_[kind_of_[card]]; }
  uint8_t TopPoints(uint8_t card) const { return prophecies_[kind_of_[card]].levels.back().points; }

  // How many prophecy cards and temples N players are dealt at setup, the row and at any level
  // M.A.R.C.O.'s cards included. A ruleset
  // is playable by N when the deck has that many.
  size_t CardsNeeded(size_t players) const;
  size_t TemplesNeeded(size_t players) const { return players * config_.deal_temples; }

  std::optional<uint8_t> FindProphecy(std::string_view id) const;
  std::optional<uint8_t> FindTemple(std::string_view id) const;

 private:
  uint8_t FamilyOfKind(size_t kind) const;

  std::string name_;
  RulesConfig config_;
  std::vector<Prophecy> prophecies_;
  std::vector<Temple> temples_;
  Matcher matcher_;
  size_t cards_ = 0;
  std::array<uint8_t, kMaxCards> kind_of_{};
  std::array<uint8_t, kMaxCards> family_of_{};
  std::array<bool, kMaxCards> stays_met_{};
  std::array<std::array<std::array<uint32_t, kMaxCards>, kColors>, 2> growing_colors_{};
  uint64_t body_spaces_ = 0;
  uint64_t end_spaces_ = 0;
  std::array<uint64_t, kMaxBoard + 1> spaces_with_room_{};
  std::vector<Need> needs_;  // by kind; solo alone
};

}  // namespace prestige::coatl
