#pragma once

// Matching on colour bitboards, in words of 64 bits for coameh of at most 64 pieces and of 128 bits
// for longer ones. Matches are sets of positions of a word, so that all positions are tried at
// once:
//   start form: bit i is set when a match begins with piece i;
//   end form:   bit i is set when a match ends with piece i.
// The most matches without a shared piece are found by taking, again and again, the one that ends
// first.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/coatl/matcher_program.h"
#include "engine/coatl/pattern.h"
#include "engine/coatl/serpent.h"

namespace prestige::coatl {

__extension__ using Word128 = unsigned __int128;

// A coatl's colour planes in words of type W: as they are if they fit, put together if not.
template <class W>
decltype(auto) ColorPlanes(const Serpent& serpent) {
  if constexpr (sizeof(W) == sizeof(uint64_t)) {
    return (serpent.low);
  } else {
    std::array<W, kColors> planes;
    for (size_t c = 0; c < kColors; ++c) {
      planes[c] = static_cast<W>(serpent.high[c]) << 64 | serpent.low[c];
    }
    return planes;
  }
}

// Bit 0 if `!` is not satisfied beyond the head end.
template <class W>
W OpenHead(const Serpent& serpent, bool open_end_satisfies_not) {
  return open_end_satisfies_not || serpent.has_head ? W{0} : W{1};
}

// The last piece's bit if `!` is not satisfied beyond the tail end. (Of no pieces, the last bit: it
// meets nothing there.)
template <class W>
W OpenTail(const Serpent& serpent, bool open_end_satisfies_not) {
  return open_end_satisfies_not || serpent.has_tail
             ? W{0}
             : W{1} << ((serpent.length - 1U) % (8 * sizeof(W)));
}

template <class W>
constexpr W LowestBit(W word) {
  return word & (W{0} - word);
}

// All bits from the bit `one` on; none when `one` is zero.
template <class W>
constexpr W FromBit(W one) {
  return W{0} - one;
}

// The bits of each run of `plane` from its lowest bit in `marks` on; marks are bits of the plane.
// The sum carries through the run above its lowest mark and leaves there just the other marks.
template <class W>
constexpr W FillRuns(W marks, W plane) {
  return (((marks + plane) ^ plane) | marks) & plane;
}

constexpr int CountBits(uint64_t word) { return std::popcount(word); }
constexpr int CountBits(Word128 word) {
  return std::popcount(static_cast<uint64_t>(word)) +
         std::popcount(static_cast<uint64_t>(word >> 64));
}

// Where a framed match may begin, and where it may end.
template <class W>
W MayBegin(const CardProgram& card, const DeckProgram& deck, const Serpent& serpent,
           const std::array<W, kColors>& planes) {
  if (card.not_before == kNoColor) return ~W{0};
  return ~(planes[card.not_before] << 1 | OpenHead<W>(serpent, deck.open_end_satisfies_not));
}
template <class W>
W MayEnd(const CardProgram& card, const DeckProgram& deck, const Serpent& serpent,
         const std::array<W, kColors>& planes) {
  if (card.not_after == kNoColor) return ~W{0};
  return ~(planes[card.not_after] >> 1 | OpenTail<W>(serpent, deck.open_end_satisfies_not));
}

// The matches of a sequence in start form, the frame not looked at.
template <class W>
W SequenceStarts(const CardProgram& card, const std::array<W, kColors>& planes) {
  W starts = planes[card.color[0]];
  for (size_t i = 1; i < kSequenceTokens; ++i) starts &= planes[card.color[i]] >> card.offset[i];
  return starts;
}

// The matches of `C D+ E` that begin with a piece of `firsts`, which are of colour C, in end form.
// Since D differs from its neighbours only whole runs match, and adding a run's first bit to it
// carries into the bit behind it.
template <class W>
W RunEnds(const CardProgram& card, const std::array<W, kColors>& planes, W firsts) {
  const W run = planes[card.color[1]];
  return ((firsts << 1 & run) + run) & planes[card.color[2]];
}

// `C D *+ E F`: the ends of C D and the starts of E F, the first of the one before the last of the
// other with a piece or more between.
template <class W>
bool HasBridge(const CardProgram& card, const std::array<W, kColors>& planes) {
  const W before = planes[card.color[0]] << 1 & planes[card.color[1]];
  const W behind = planes[card.color[3]] & planes[card.color[4]] >> 1;
  return (FromBit<W>(LowestBit(before) << 2) & behind) != 0;
}

// The matches of any tokens that begin at a bit of `begins`, in end form.
template <class W>
W GeneralEnds(std::span<const Token> tokens, const std::array<W, kColors>& planes, W begins) {
  W ends = 0;
  W next = begins;  // where the next token may begin
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::kAnyPlus) {
      ends = FromBit(LowestBit(next));
    } else {
      const W plane = planes[static_cast<size_t>(token.color)];
      ends = next & plane;
      if (token.kind == TokenKind::kPlus) ends = FillRuns(ends, plane);
    }
    next = ends << 1;
  }
  return ends;
}

// How many of `starts` can be taken that are at least `length` apart, `top` at most.
template <class W>
int CountApart(W starts, int length, int top) {
  int times = 0;
  while (starts != 0 && times < top) {
    ++times;
    starts &= FromBit<W>(LowestBit(starts) << length);
  }
  return times;
}

// How many times a coatl meets a card, `top` (at least 1) at most.
template <class W>
int CountTimes(const CardProgram& card, const DeckProgram& deck, const Serpent& serpent, int top) {
  const auto capped = [top](int times) { return times < top ? times : top; };
  if (card.family == Family::kCount) return capped(serpent.count[card.color[0]]);
  if (card.tokens > serpent.length) return 0;

  const std::array<W, kColors>& planes = ColorPlanes<W>(serpent);
  switch (card.family) {
    case Family::kCount:
      break;
    case Family::kSequence:
    case Family::kFramed: {
      W starts = SequenceStarts(card, planes);
      if (card.family == Family::kFramed) {
        starts &= MayBegin(card, deck, serpent, planes) &
                  MayEnd(card, deck, serpent, planes) >> (card.tokens - 1);
      }
      return card.disjoint ? capped(CountBits(starts)) : CountApart(starts, card.tokens, top);
    }
    case Family::kRun:
      if (card.disjoint) return capped(CountBits(RunEnds(card, planes, planes[card.color[0]])));
      break;
    case Family::kBridge:
      return HasBridge(card, planes) ? 1 : 0;
    case Family::kGeneral:
      break;
  }
  const auto tokens = std::span(deck.tokens).subspan(card.first_token, card.tokens);
  const W may_end = MayEnd(card, deck, serpent, planes);
  W begins = MayBegin(card, deck, serpent, planes);
  if (card.disjoint) return capped(CountBits(GeneralEnds(tokens, planes, begins) & may_end));
  int times = 0;
  while (times < top) {
    const W ends = GeneralEnds(tokens, planes, begins) & may_end;
    if (ends == 0) break;
    ++times;
    begins &= FromBit<W>(LowestBit(ends) << 1);
  }
  return times;
}

}  // namespace prestige::coatl
