#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/coatl/pieces.h"
#include "engine/coatl/rules.h"
#include "engine/coatl/serpent.h"
#include "engine/core/fixed_list.h"
#include "engine/core/slots.h"

namespace prestige::coatl {

inline constexpr uint8_t kNoCard = 0xFF;

// A set of prophecy cards, one bit a card.
struct CardSet {
  std::array<uint64_t, kMaxCards / 64> words{};

  bool Has(uint8_t card) const { return ((words[card / 64] >> (card % 64)) & 1) != 0; }
  void Add(uint8_t card) { words[card / 64] |= uint64_t{1} << (card % 64); }
  void Remove(uint8_t card) { words[card / 64] &= ~(uint64_t{1} << (card % 64)); }
  size_t size() const {
    return static_cast<size_t>(std::popcount(words[0]) + std::popcount(words[1]));
  }
  bool empty() const { return (words[0] | words[1]) == 0; }

  // Calls f(card) in ascending order.
  template <class F>
  void ForEach(const F& f) const {
    for (size_t w = 0; w < words.size(); ++w) {
      for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        f(static_cast<uint8_t>(w * 64 + static_cast<size_t>(std::countr_zero(bits))));
      }
    }
  }
  friend bool operator==(const CardSet&, const CardSet&) = default;
};

// The pieces on a player's board: four bits for each of the 15 kinds of piece, kind 0 lowest.
//   bits 59..40 tails BGKRY   39..20 heads BGKRY   19..0 body BGKRY
struct Board {
  uint64_t nibbles = 0;

  int Count(Piece piece) const { return static_cast<int>((nibbles >> (4 * piece)) & 15); }
  void Add(Piece piece) { nibbles += Slot(piece); }
  void Remove(Piece piece) {
    PRESTIGE_DCHECK(Count(piece) > 0);
    nibbles -= Slot(piece);
  }
  bool empty() const { return nibbles == 0; }
  bool HasPart(Part part) const {
    return ((nibbles >> (20 * static_cast<unsigned>(part))) & 0xFFFFF) != 0;
  }

  // The slots of the kinds of piece that are there at least once.
  uint64_t Kinds() const {
    uint64_t any = nibbles | nibbles >> 2;
    any |= any >> 1;
    return any & kAllSlots;
  }
  friend bool operator==(const Board&, const Board&) = default;
};
static_assert(kPieces <= kMaxSlots);

// A coatl on the table, finished or not, with the cards on it.
struct Coatl {
  Serpent serpent;
  uint16_t points = 0;                         // once finished
  FixedList<uint8_t, kMaxOnCoatl> prophecies;  // cards, in the order in which they were played
  uint8_t temple = kNoCard;
  uint8_t finished = 0;
};
static_assert(sizeof(Coatl) == 104);

struct Player {
  // The first `coatl_count` are there, in the order in which they were started.
  std::array<Coatl, kMaxCoatls> coatls;
  Board board;
  // Derived, since they are asked all the time, and never shown to others.
  // Bit 4*i + c: the i-th card of the hand can be put on the incomplete coatl c now (CanPlay).
  uint64_t playable = 0;
  // For each incomplete coatl, as slots, the colours of a head or tail for it (ClosingColors).
  std::array<uint32_t, kMaxCoatls> closable{};
  FixedList<uint8_t, kMaxHand> hand;           // prophecy cards, ascending
  FixedList<uint8_t, kMaxTempleHand> temples;  // temple cards, ascending
  uint8_t board_count = 0;                     // pieces on the board
  uint8_t coatl_count = 0;                     // coameh, finished or not
  uint8_t finished = 0;                        // of them finished
  uint8_t growing = 0;                         // derived: bit c for each coatl c that is not
  std::array<uint8_t, 7> unused{};             // up to a multiple of eight bytes: no padding

  // The slots of the hand whose cards can be put on this coatl now.
  uint64_t PlayableOn(size_t coatl) const { return playable >> coatl & kAllSlots; }
  void SetPlayableOn(size_t coatl, uint64_t slots) {
    playable = (playable & ~(kAllSlots << coatl)) | slots << coatl;
  }
};
static_assert(kMaxHand <= kMaxSlots && kMaxCoatls <= 4);

// An open prophecy of M.A.R.C.O. with the pieces on it, in the order in which they came.
struct MarcoCard {
  FixedList<Piece, kMaxNeed> pieces;
  uint8_t card = kNoCard;

  friend bool operator==(const MarcoCard&, const MarcoCard&) = default;
};

// M.A.R.C.O., the opponent of the solo game: all of it lies open. Empty in every other game.
struct Marco {
  CardSet completed;
  FixedList<MarcoCard, kMaxMarcoCards> cards;  // left to right
  std::array<uint8_t, kPieces> discarded{};    // pieces out of the game, by kind of piece
  uint16_t points = 0;                         // derived: of the completed cards
  uint8_t best = 0;                            // derived: the most that one of them pays
  std::array<uint8_t, 1> unused{};             // up to a multiple of eight bytes: no padding
};

// Which decision is due.
enum class Phase : uint8_t {
  kKeep,     // opening: keep one more card, or done
  kAction,   // which action or token, or pass
  kTake,     // which supply space
  kDraw,     // which prophecy next, or done
  kBuild,    // which build step next, or done
  kFinish,   // which prophecy next onto the coatl just closed, or done
  kTemple,   // which temple onto it, or none
  kPick,     // perfect pick: which pieces
  kDiscard,  // see the future: which card to discard next, or done
  kPile,     // priest's commitment: which pile
  kOver,
};

// What set off the end of the game.
enum class End : uint8_t { kNone, kCoatls, kBodies, kPasses };

// Where chance draws from, each with a stream of its own.
enum class Source : uint8_t { kBodyBag, kHeadBag, kTailBag, kDeck, kTemples, kPile0, kPile1 };
inline constexpr size_t kSources = 7;

inline constexpr uint8_t kNoSeat = 0xFF;
inline constexpr uint8_t kMarcoSeat = 1;  // in the events and outcomes of the solo game

// One position. The order of the deck and of the piles is not stored: the next card is drawn from
// what is left by the source's stream, so the n-th card off a deck still depends on the key and n
// alone, and a resampled state is made by moving hidden cards and changing the key.
struct State {
  uint64_t key = 0;                      // of the deal
  std::array<uint64_t, kPiles> piles{};  // temple cards below the visible top, one bit a card
  uint64_t open_temples = 0;             // temples in hands that everyone saw being taken
  uint64_t filled = 0;                   // derived: slots of the supply spaces that hold something
  CardSet discards;
  CardSet open_hands;  // prophecies in hands that everyone saw being taken
  std::array<Player, kMaxPlayers> players;
  Marco marco;
  std::array<uint16_t, kSources> draws{};  // values used of each source's stream
  uint16_t turns = 0;                      // begun, of all seats together

  std::array<std::array<Piece, kMaxPerSpace>, kMaxSpaces> supply{};  // kNoPiece where empty
  std::array<uint8_t, kPieces> bag{};      // what is left in the bags, by kind of piece
  std::array<uint8_t, kParts> bag_left{};  // their sums
  FixedList<uint8_t, kMaxRow> row;         // left to right
  FixedList<uint8_t, kMaxCards> deck;      // what is left, in no order
  FixedList<uint8_t, kMaxHand> chosen;     // kKeep: cards kept so far; kDiscard: discarded so far
  std::array<uint8_t, kPiles> tops{};      // visible temple of each pile, or kNoCard
  std::array<uint8_t, kMaxPlayers> tokens{};  // bit t: token t not yet spent

  uint8_t player_count = 0;
  uint8_t seat = 0;  // who acts
  Phase phase = Phase::kKeep;
  uint8_t focus = 0;  // kFinish, kTemple: the coatl
  // Of this action so far: cards drawn, build steps (1 stands for any number), cards discarded.
  uint8_t steps = 0;
  uint8_t actions_left = 1;  // of this turn, this one included
  uint8_t optional = 0;      // this action may be passed: it is not the first of its turn
  End end = End::kNone;
  uint8_t ender = kNoSeat;          // the seat that set off the end
  uint8_t turns_left = 0;           // once the end was set off: turns still to begin
  uint8_t passes = 0;               // in a row
  std::array<uint8_t, 2> unused{};  // up to a multiple of eight bytes: no padding
};
static_assert(sizeof(State) == 2304);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

}  // namespace prestige::coatl
