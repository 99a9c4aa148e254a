// The batch kernel, compiled once for each SIMD target: included by batch_matcher.cc alone.

#if defined(PRESTIGE_BATCH_MATCHER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PRESTIGE_BATCH_MATCHER_INL_H
#undef PRESTIGE_BATCH_MATCHER_INL_H
#else
#define PRESTIGE_BATCH_MATCHER_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/coatl/batch_matcher_program.h"
#include "engine/coatl/bitboard_matcher.h"

HWY_BEFORE_NAMESPACE();
namespace prestige::coatl {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Words of type T hold coameh of at most 8 * sizeof(T) pieces. Their results are bytes, so
// sizeof(T) vectors of words make one vector of bytes: byte j of a word is the result of vector j.
// Hence the place p of a block is in vector p % sizeof(T), and the words of a plane stand in the
// order Word(p).
template <class T>
constexpr size_t kWordsInRow = kBatchBlock / sizeof(T);

template <class T>
constexpr size_t Word(size_t place) {
  return place % sizeof(T) * kWordsInRow<T> + place / sizeof(T);
}

// Whether all words of a row are looked at, however many places are taken. Long coameh are few and
// their blocks are seldom full; those of short ones are, and fixed loops are faster.
template <class T>
constexpr bool kFullRows = sizeof(T) <= 2;

// How many words of a row are looked at when `count` places are taken.
template <class T>
HWY_INLINE size_t WordsTaken(size_t count) {
  return kFullRows<T> ? kWordsInRow<T> : (count + sizeof(T) - 1) / sizeof(T);
}

template <class T>
using WordTag = hn::CappedTag<T, kWordsInRow<T>>;

// The planes of a block of coameh.
template <class T>
struct Block {
  HWY_ALIGN T planes[kFirstDerivedPlane + kMaxDerivedPlanes][kBatchBlock];
  HWY_ALIGN T rows[kBatchBlock][4];  // colours 0 to 3 of each coatl, still to be transposed

  HWY_INLINE const T* At(size_t offset) const { return &planes[0][0] + offset; }
};

// ---- Into lanes

// The colours 0 to 3 of a coatl as words, in one store. (Highway 1.0.3 has TruncateTo for this, but
// its version for AVX3_DL has the arguments of an instruction the wrong way round.)
template <class T>
HWY_INLINE void CopyRow(const Serpent& serpent, T* HWY_RESTRICT row) {
#if HWY_TARGET == HWY_SCALAR
  for (size_t c = 0; c < 4; ++c) row[c] = static_cast<T>(serpent.low[c]);
#else
  if constexpr (sizeof(T) == sizeof(uint64_t)) {
    std::memcpy(row, serpent.low.data(), 4 * sizeof(uint64_t));
  } else {
    // The low bytes of two 64-bit words, into the first or the second half of the row.
    struct Bytes {
      alignas(16) uint8_t first[16];
      alignas(16) uint8_t second[16];
    };
    static constexpr Bytes kBytes = [] {
      Bytes bytes{};
      for (size_t i = 0; i < 16; ++i) bytes.first[i] = bytes.second[i] = 0x80;
      for (size_t i = 0; i < sizeof(T); ++i) {
        for (size_t word = 0; word < 2; ++word) {
          const auto from = static_cast<uint8_t>(8 * word + i);
          bytes.first[word * sizeof(T) + i] = from;
          bytes.second[(word + 2) * sizeof(T) + i] = from;
        }
      }
      return bytes;
    }();
    const hn::Full128<uint64_t> d64;
    const hn::Full128<uint8_t> d8;
    const auto first = hn::BitCast(d8, hn::LoadU(d64, serpent.low.data()));
    const auto second = hn::BitCast(d8, hn::LoadU(d64, serpent.low.data() + 2));
    const auto packed = hn::Or(hn::TableLookupBytesOr0(first, hn::Load(d8, kBytes.first)),
                               hn::TableLookupBytesOr0(second, hn::Load(d8, kBytes.second)));
    if constexpr (sizeof(T) == 4) {
      hn::Store(packed, d8, reinterpret_cast<uint8_t*>(row));
    } else if constexpr (sizeof(T) == 2) {
      const uint64_t bits = hn::GetLane(hn::BitCast(d64, packed));
      std::memcpy(row, &bits, sizeof(bits));
    } else {
      const uint32_t bits = hn::GetLane(hn::BitCast(hn::Full128<uint32_t>(), packed));
      std::memcpy(row, &bits, sizeof(bits));
    }
  }
#endif
}

// Takes the first `words` words of each row.
template <class T>
HWY_INLINE void Gather(const Serpent* HWY_RESTRICT serpents, const uint32_t* HWY_RESTRICT indices,
                       size_t words, bool looks_at_ends, bool open_end_satisfies_not,
                       Block<T>& block) {
  for (size_t byte = 0; byte < sizeof(T); ++byte) {
    for (size_t k = 0; k < words; ++k) {
      const Serpent& serpent = serpents[indices[k * sizeof(T) + byte]];
      const size_t word = byte * kWordsInRow<T> + k;
      CopyRow(serpent, block.rows[word]);
      block.planes[4][word] = static_cast<T>(serpent.low[4]);
    }
  }
  if (looks_at_ends) {
    for (size_t place = 0; place < kBatchBlock; ++place) {
      const Serpent& serpent = serpents[indices[place]];
      const size_t word = Word<T>(place);
      block.planes[kOpenHeadPlane][word] =
          static_cast<T>(OpenHead<uint64_t>(serpent, open_end_satisfies_not));
      block.planes[kOpenTailPlane][word] =
          static_cast<T>(OpenTail<uint64_t>(serpent, open_end_satisfies_not));
    }
  }
  const WordTag<T> d;
  for (size_t i = 0; i < kBatchBlock; i += hn::Lanes(d)) {
    hn::Vec<WordTag<T>> v0, v1, v2, v3;
    hn::LoadInterleaved4(d, block.rows[i], v0, v1, v2, v3);
    hn::Store(v0, d, &block.planes[0][i]);
    hn::Store(v1, d, &block.planes[1][i]);
    hn::Store(v2, d, &block.planes[2][i]);
    hn::Store(v3, d, &block.planes[3][i]);
  }
}

// Calls make(pieces, at) for the vectors of the rows of a plane and stores what it makes of them.
template <class T, class Make>
HWY_INLINE void DerivePlane(const T* HWY_RESTRICT from, size_t words, T* HWY_RESTRICT to,
                            const Make& make) {
  const WordTag<T> d;
  for (size_t row = 0; row < sizeof(T); ++row) {
    for (size_t k = 0; k < words; k += hn::Lanes(d)) {
      const size_t at = row * kWordsInRow<T> + k;
      hn::Store(make(hn::Load(d, from + at), at), d, to + at);
    }
  }
}

template <class T>
HWY_INLINE void Derive(const BatchProgram& program, size_t words, Block<T>& block) {
  const WordTag<T> d;
  using V = hn::Vec<WordTag<T>>;
  const T* HWY_RESTRICT open_head = block.planes[kOpenHeadPlane];
  const T* HWY_RESTRICT open_tail = block.planes[kOpenTailPlane];
  T* HWY_RESTRICT to = block.planes[kFirstDerivedPlane];
  for (const DerivedPlane& plane : program.planes) {
    const T* HWY_RESTRICT from = block.planes[plane.color];
    const int shift = plane.shift;
    switch (plane.kind) {
      case DerivedPlane::Kind::kLater:
        DerivePlane<T>(from, words, to,
                       [&](V pieces, size_t) { return hn::ShiftRightSame(pieces, shift); });
        break;
      case DerivedPlane::Kind::kMayBegin:
        DerivePlane<T>(from, words, to, [&](V pieces, size_t at) {
          return hn::Not(hn::Or(hn::ShiftLeft<1>(pieces), hn::Load(d, open_head + at)));
        });
        break;
      case DerivedPlane::Kind::kMayEnd:
        DerivePlane<T>(from, words, to, [&](V pieces, size_t at) {
          const auto not_here = hn::Or(hn::ShiftRight<1>(pieces), hn::Load(d, open_tail + at));
          return hn::ShiftRightSame(hn::Not(not_here), shift);
        });
        break;
    }
    to += kBatchBlock;
  }
}

// ---- Finding matches: all answer for the vector of words at `at`

// All bits from the lowest one on.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V FromLowestBit(D d, V bits) {
  return hn::Or(bits, hn::Sub(hn::Zero(d), bits));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V LowestBit(D d, V bits) {
  return hn::And(bits, hn::Sub(hn::Zero(d), bits));
}

// A Find is made for one card. It has its own copy of where the planes are, for the compiler must
// assume that writing results changes the card.

// kMostBits: how many matches a word can hold if no two share a piece.
template <class T, size_t kTokens>
struct FindSequence {
  static constexpr size_t kMostBits = 8 * sizeof(T) / kTokens;
  const T* HWY_RESTRICT plane[kTokens];

  HWY_INLINE FindSequence(const DeckProgram&, const Block<T>& block, const BatchCard& card) {
    for (size_t k = 0; k < kTokens; ++k) plane[k] = block.At(card.operand[k]);
  }

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    auto found = hn::Load(d, plane[0] + at);
    for (size_t k = 1; k < kTokens; ++k) found = hn::And(found, hn::Load(d, plane[k] + at));
    return found;
  }
};

template <class T>
struct FindMany {
  static constexpr size_t kMostBits = 8 * sizeof(T);
  const Block<T>& block;
  const BatchCard& card;

  HWY_INLINE FindMany(const DeckProgram&, const Block<T>& own_block, const BatchCard& own_card)
      : block(own_block), card(own_card) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    auto found = hn::Load(d, block.At(card.operand[0]) + at);
    for (size_t k = 1; k < card.operands; ++k) {
      found = hn::And(found, hn::Load(d, block.At(card.operand[k]) + at));
    }
    return found;
  }
};

template <class T>
struct FindFramedPair {
  static constexpr size_t kMostBits = 8 * sizeof(T) / 2;
  FindSequence<T, 2> pair;
  const T* HWY_RESTRICT before;
  const T* HWY_RESTRICT behind;

  HWY_INLINE FindFramedPair(const DeckProgram& deck, const Block<T>& block, const BatchCard& card)
      : pair(deck, block, card),
        before(block.At(card.operand[2])),
        behind(block.At(card.operand[3])) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    const auto outside =
        hn::Or(hn::ShiftLeft<1>(hn::Load(d, before + at)), hn::Load(d, behind + at));
    return hn::AndNot(outside, pair(at));
  }
};

template <class T>
struct FindRun {
  static constexpr size_t kMostBits = 8 * sizeof(T) / 3;
  const T* HWY_RESTRICT first;
  const T* HWY_RESTRICT middle;
  const T* HWY_RESTRICT last;

  HWY_INLINE FindRun(const DeckProgram&, const Block<T>& block, const BatchCard& card)
      : first(block.At(card.operand[0])),
        middle(block.At(card.operand[1])),
        last(block.At(card.operand[2])) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    return EndsOf(at, hn::Load(WordTag<T>(), first + at));
  }

  // The matches that begin at a bit of `begins`.
  HWY_INLINE hn::Vec<WordTag<T>> From(size_t at, hn::Vec<WordTag<T>> begins) const {
    return EndsOf(at, hn::And(hn::Load(WordTag<T>(), first + at), begins));
  }

 private:
  HWY_INLINE hn::Vec<WordTag<T>> EndsOf(size_t at, hn::Vec<WordTag<T>> firsts) const {
    const WordTag<T> d;
    const auto run = hn::Load(d, middle + at);
    const auto marks = hn::And(hn::ShiftLeft<1>(firsts), run);
    return hn::And(hn::Add(marks, run), hn::Load(d, last + at));
  }
};

template <class T>
struct FindBridge {
  const T* HWY_RESTRICT plane[4];

  HWY_INLINE FindBridge(const DeckProgram&, const Block<T>& block, const BatchCard& card) {
    for (size_t k = 0; k < 4; ++k) plane[k] = block.At(card.operand[k]);
  }

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    const auto firsts = hn::Load(d, plane[0] + at);
    const auto before = hn::And(hn::ShiftLeft<1>(firsts), hn::Load(d, plane[1] + at));
    const auto behind = hn::And(hn::Load(d, plane[2] + at), hn::Load(d, plane[3] + at));
    return hn::And(FromLowestBit(d, hn::ShiftLeft<2>(before)), behind);
  }
};

template <class T>
struct FindGeneral {
  static constexpr size_t kMostBits = 8 * sizeof(T);
  const DeckProgram& deck;
  const Block<T>& block;
  const BatchCard& card;

  HWY_INLINE FindGeneral(const DeckProgram& own_deck, const Block<T>& own_block,
                         const BatchCard& own_card)
      : deck(own_deck), block(own_block), card(own_card) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    return From(at, hn::Set(d, static_cast<T>(~T{0})));
  }

  HWY_INLINE hn::Vec<WordTag<T>> From(size_t at, hn::Vec<WordTag<T>> begins) const {
    const WordTag<T> d;
    const Token* HWY_RESTRICT tokens = deck.tokens.data() + deck.cards[card.card].first_token;
    auto next = begins;
    auto ends = begins;
    if (card.may_begin != kNoPlane) {
      next = hn::And(next, hn::Load(d, block.planes[card.may_begin] + at));
    }
    for (size_t k = 0; k < card.length; ++k) {
      if (tokens[k].kind == TokenKind::kAnyPlus) {
        ends = FromLowestBit(d, next);
      } else {
        const auto plane = hn::Load(d, block.planes[static_cast<size_t>(tokens[k].color)] + at);
        ends = hn::And(next, plane);
        if (tokens[k].kind == TokenKind::kPlus) {
          ends = hn::And(hn::Or(hn::Xor(hn::Add(ends, plane), plane), ends), plane);
        }
      }
      next = hn::ShiftLeft<1>(ends);
    }
    if (card.may_end != kNoPlane) {
      ends = hn::And(ends, hn::Load(d, block.planes[card.may_end] + at));
    }
    return ends;
  }
};

// ---- Counting them: the times, at most 64, of the vector of words at `at`

template <class T>
HWY_INLINE hn::Vec<WordTag<T>> OneIfAny(hn::Vec<WordTag<T>> bits) {
  const WordTag<T> d;
  const auto one = hn::Set(d, T{1});
  if constexpr (sizeof(T) < sizeof(uint64_t)) {
    return hn::Min(bits, one);
  } else {
    return hn::IfThenZeroElse(hn::Eq(bits, hn::Zero(d)), one);
  }
}

// Whether to look for an early end: above a few steps that is cheaper than going on to the top.
template <class D>
HWY_INLINE bool NoneLeft(D d, size_t times, hn::Vec<D> found) {
  return times >= 4 && hn::AllTrue(d, hn::Eq(found, hn::Zero(d)));
}

// kMost says how high the count can get; kUpToTop, that it never goes above the card's top.
inline constexpr size_t kUpToTop = 0;

template <class T, class Find>
struct CountOnce {
  static constexpr size_t kMost = kUpToTop;
  const Find find;

  HWY_INLINE CountOnce(const Find& own_find, const BatchCard&) : find(own_find) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const { return OneIfAny<T>(find(at)); }
};

template <class T, class Find>
struct CountBits {
  static constexpr size_t kMost = Find::kMostBits;
  const Find find;

  HWY_INLINE CountBits(const Find& own_find, const BatchCard&) : find(own_find) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    return hn::PopulationCount(find(at));
  }
};

// The top is 2 at least, here and below.
template <class T, class Find>
struct CountApart {
  static constexpr size_t kMost = kUpToTop;
  const Find find;
  const size_t top;
  const int length;

  HWY_INLINE CountApart(const Find& own_find, const BatchCard& card)
      : find(own_find), top(card.top), length(card.length) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    auto found = find(at);
    auto times = OneIfAny<T>(found);
    for (size_t n = 2; n < top; ++n) {
      if (NoneLeft(d, n, found)) break;
      const auto behind = hn::ShiftLeftSame(LowestBit(d, found), length);
      found = hn::And(found, hn::Sub(hn::Zero(d), behind));
      times = hn::Add(times, OneIfAny<T>(found));
    }
    // Which one would be next does not matter for the last.
    found = hn::And(found, hn::ShiftLeftSame(FromLowestBit(d, found), length));
    return hn::Add(times, OneIfAny<T>(found));
  }
};

template <class T, class Find>
struct CountRepeat {
  static constexpr size_t kMost = kUpToTop;
  const Find find;
  const size_t top;

  HWY_INLINE CountRepeat(const Find& own_find, const BatchCard& card)
      : find(own_find), top(card.top) {}

  HWY_INLINE hn::Vec<WordTag<T>> operator()(size_t at) const {
    const WordTag<T> d;
    auto found = find(at);
    auto times = OneIfAny<T>(found);
    for (size_t n = 1; n < top; ++n) {
      if (NoneLeft(d, n, found)) break;
      // Without a match there is no lowest bit, and nothing to begin from.
      const auto behind = hn::ShiftLeft<1>(LowestBit(d, found));
      found = find.From(at, hn::Sub(hn::Zero(d), behind));
      times = hn::Add(times, OneIfAny<T>(found));
    }
    return times;
  }
};

// The counts of a vector of places: byte j of word k is the count of word k of the row j.
template <class T, class Count>
HWY_INLINE hn::Vec<WordTag<T>> CountRows(const Count& count, size_t at) {
  auto times = count((sizeof(T) - 1) * kWordsInRow<T> + at);
  if constexpr (sizeof(T) > 1) {
    for (size_t row = sizeof(T) - 1; row-- > 0;) {
      times = hn::Or(hn::ShiftLeft<8>(times), count(row * kWordsInRow<T> + at));
    }
  }
  return times;
}

// Counts all coameh of the block and writes their values, one byte each. `values` are by times.
template <class T, class Count>
HWY_INLINE void WriteValues(const Count& count, size_t top, size_t words,
                            const uint8_t* HWY_RESTRICT values, uint8_t* HWY_RESTRICT results) {
  const WordTag<T> d;
#if HWY_TARGET != HWY_SCALAR
  const hn::Repartition<uint8_t, WordTag<T>> d8;
  if (HWY_LIKELY(top < 16)) {
    const auto table = hn::LoadDup128(d8, values);
    for (size_t i = 0; i < words; i += hn::Lanes(d)) {
      auto times = hn::BitCast(d8, CountRows<T>(count, i));
      if constexpr (Count::kMost > 15) times = hn::Min(times, hn::Set(d8, uint8_t{15}));
      hn::StoreU(hn::TableLookupBytes(table, times), d8, results + i * sizeof(T));
    }
    return;
  }
#endif
  for (size_t i = 0; i < words; i += hn::Lanes(d)) {
    HWY_ALIGN T lanes[hn::MaxLanes(d)];
    hn::Store(CountRows<T>(count, i), d, lanes);
    uint8_t* to = results + i * sizeof(T);
    std::memcpy(to, lanes, sizeof(T) * hn::Lanes(d));
    for (size_t k = 0; k < sizeof(T) * hn::Lanes(d); ++k) {
      to[k] = values[std::min<size_t>(to[k], top)];
    }
  }
}

// ---- The program

// A block that is ready to be scored.
template <class T>
struct Work {
  const DeckProgram& deck;
  const Block<T>& block;
  const uint8_t* HWY_RESTRICT values;
  uint8_t* HWY_RESTRICT results;
  size_t words;
};

// The cards from `card` to before `end`, which are all found by Find and counted by Count. Not
// inlined: each of these loops wants all registers for itself.
template <class T, class Find, template <class, class> class Count>
HWY_NOINLINE void RunCards(const BatchCard* HWY_RESTRICT card, const BatchCard* end,
                           const Work<T>& work) {
  const Work<T> own = work;
  const size_t words = kFullRows<T> ? kWordsInRow<T> : own.words;
  for (; card != end; ++card) {
    const Count<T, Find> count(Find(own.deck, own.block, *card), *card);
    WriteValues<T>(count, card->top, words, own.values + card->first_value,
                   own.results + card->first_result);
  }
}

template <class T, class Find, template <class, class> class CountSeveral>
HWY_INLINE void RunCounting(const BatchGroup& group, const BatchCard* cards, const Work<T>& work) {
  const BatchCard* first = cards + group.first;
  const BatchCard* end = first + group.count;
  switch (group.counting) {
    case BatchCounting::kOnce:
      return RunCards<T, Find, CountOnce>(first, end, work);
    case BatchCounting::kBits:
      return RunCards<T, Find, CountBits>(first, end, work);
    case BatchCounting::kApart:
    case BatchCounting::kRepeat:
      return RunCards<T, Find, CountSeveral>(first, end, work);
  }
}

template <class T>
HWY_INLINE void RunGroup(const BatchGroup& group, const BatchCard* cards, const Work<T>& work) {
  switch (group.shape) {
    case BatchShape::kSequence:
      switch (group.operands) {
        case 1:
          return RunCounting<T, FindSequence<T, 1>, CountApart>(group, cards, work);
        case 2:
          return RunCounting<T, FindSequence<T, 2>, CountApart>(group, cards, work);
        case 3:
          return RunCounting<T, FindSequence<T, 3>, CountApart>(group, cards, work);
        case 4:
          return RunCounting<T, FindSequence<T, 4>, CountApart>(group, cards, work);
        case 5:
          return RunCounting<T, FindSequence<T, 5>, CountApart>(group, cards, work);
        default:
          break;
      }
      [[fallthrough]];
    case BatchShape::kMany:
      return RunCounting<T, FindMany<T>, CountApart>(group, cards, work);
    case BatchShape::kFramedPair:
      return RunCounting<T, FindFramedPair<T>, CountApart>(group, cards, work);
    case BatchShape::kRun:
      return RunCounting<T, FindRun<T>, CountRepeat>(group, cards, work);
    case BatchShape::kBridge:
      return RunCards<T, FindBridge<T>, CountOnce>(cards + group.first,
                                                   cards + group.first + group.count, work);
    case BatchShape::kGeneral:
      return RunCounting<T, FindGeneral<T>, CountRepeat>(group, cards, work);
  }
}

// ---- Grouping by length

// Coameh are grouped a chunk at a time.
inline constexpr size_t kChunk = 256;

using LengthTag = hn::CappedTag<int32_t, kBatchBlock>;
inline constexpr int32_t kNoLength = 0xFF;

// Indices of coameh of one kind of length that wait for a block of their own: less than a block's
// before a chunk is added; room for whole vectors, or a whole block, behind them.
struct Waiting {
  uint32_t indices[kChunk + 2 * kBatchBlock];
  size_t count = 0;
};

// Adds the indices whose lane is in the mask, without a branch: no predictor could foresee it.
HWY_INLINE void Append(hn::Vec<LengthTag> indices, hn::Mask<LengthTag> mask, Waiting& waiting) {
  const LengthTag d;
  const hn::RebindToUnsigned<LengthTag> unsigned_d;
  const auto taken = hn::BitCast(unsigned_d, hn::Compress(indices, mask));
  hn::StoreU(taken, unsigned_d, waiting.indices + waiting.count);
  waiting.count += hn::CountTrue(d, mask);
}

struct Job {
  const DeckProgram& deck;
  const BatchProgram& program;
  ResultKind kind;
  const Serpent* serpents;
  uint8_t* results;
  uint32_t* HWY_RESTRICT order;
  size_t blocks = 0;

  // Scores kBatchBlock coameh, of which only the first `count` matter.
  template <class T>
  HWY_NOINLINE void RunBlock(const uint32_t* HWY_RESTRICT indices, size_t count, Block<T>& block) {
    const size_t words = WordsTaken<T>(count);
    Gather<T>(serpents, indices, words, program.looks_at_ends, deck.open_end_satisfies_not, block);
    Derive<T>(program, words, block);
    const Work<T> work{deck, block, program.values[static_cast<size_t>(kind)].data(),
                       results + blocks * deck.cards.size() * kBatchBlock, words};
    for (const BatchGroup& group : program.groups) RunGroup<T>(group, program.cards.data(), work);
    EndBlock(indices, count);
  }

  HWY_INLINE void EndBlock(const uint32_t* HWY_RESTRICT indices, size_t count) {
    uint32_t* HWY_RESTRICT places = order + blocks * kBatchBlock;
    std::memcpy(places, indices, kBatchBlock * sizeof(uint32_t));
    for (size_t place = count; place < kBatchBlock; ++place) places[place] = kNoCoatl;
    ++blocks;
  }

  // Coameh of more than 64 pieces: too few for lanes of their own.
  HWY_NOINLINE void RunLong(const uint32_t* indices, size_t count) {
    const uint8_t* values = program.values[static_cast<size_t>(kind)].data();
    uint8_t* block_results = results + blocks * deck.cards.size() * kBatchBlock;
    for (size_t place = 0; place < count; ++place) {
      const Serpent& serpent = serpents[indices[place]];
      for (const BatchCard& card : program.cards) {
        const int times = CountTimes<Word128>(deck.cards[card.card], deck, serpent, card.top);
        block_results[card.first_result + place] =
            values[card.first_value + static_cast<size_t>(times)];
      }
    }
    EndBlock(indices, count);
  }
};

// Runs full blocks of those that wait, the last one too if `all`, and keeps the rest.
template <class Run>
HWY_INLINE void Flush(Waiting& waiting, bool all, const Run& run) {
  size_t done = 0;
  while (waiting.count - done >= kBatchBlock || (all && done < waiting.count)) {
    const size_t count = std::min(kBatchBlock, waiting.count - done);
    // Kernels read full blocks: places without a coatl of their own take the last one again.
    for (size_t k = count; k < kBatchBlock; ++k) {
      waiting.indices[done + k] = waiting.indices[done + count - 1];
    }
    run(waiting.indices + done, count);
    done += count;
  }
  std::copy(waiting.indices + done, waiting.indices + waiting.count, waiting.indices);
  waiting.count -= done;
}

template <class T>
struct RunShort {
  Job& job;
  Block<T>& block;
  HWY_INLINE void operator()(const uint32_t* indices, size_t count) const {
    job.RunBlock<T>(indices, count, block);
  }
};
struct RunLongest {
  Job& job;
  HWY_INLINE void operator()(const uint32_t* indices, size_t count) const {
    job.RunLong(indices, count);
  }
};

size_t ScoreBatch(const DeckProgram& deck, const BatchProgram& program, ResultKind kind,
                  const Serpent* serpents, size_t count, uint8_t* results, uint32_t* order) {
  Job job{deck, program, kind, serpents, results, order};
  Waiting to8, to16, to32, to64, longer;
  Block<uint8_t> block8;
  Block<uint16_t> block16;
  Block<uint32_t> block32;
  Block<uint64_t> block64;
  HWY_ALIGN uint8_t lengths[kChunk];
  const LengthTag d;
  const hn::Rebind<uint8_t, LengthTag> d8;
  for (size_t first = 0; first < count; first += kChunk) {
    const size_t last = std::min(count, first + kChunk);
    for (size_t i = first; i < last; ++i) lengths[i - first] = serpents[i].length;
    for (size_t i = last; i < first + kChunk; ++i) lengths[i - first] = kNoLength;
    for (size_t i = 0; i < kChunk; i += hn::Lanes(d)) {
      const auto length = hn::PromoteTo(d, hn::Load(d8, lengths + i));
      const auto index = hn::Iota(d, static_cast<int32_t>(first + i));
      const auto is8 = hn::Lt(length, hn::Set(d, 9));
      const auto to_16 = hn::Lt(length, hn::Set(d, 17));
      const auto to_32 = hn::Lt(length, hn::Set(d, 33));
      Append(index, is8, to8);
      Append(index, hn::AndNot(is8, to_16), to16);
      Append(index, hn::AndNot(to_16, to_32), to32);
      if (hn::AllTrue(d, to_32)) continue;
      const auto to_64 = hn::Lt(length, hn::Set(d, 65));
      Append(index, hn::AndNot(to_32, to_64), to64);
      Append(index, hn::AndNot(to_64, hn::Lt(length, hn::Set(d, kNoLength))), longer);
    }
    const bool all = last == count;
    Flush(to8, all, RunShort<uint8_t>{job, block8});
    Flush(to16, all, RunShort<uint16_t>{job, block16});
    Flush(to32, all, RunShort<uint32_t>{job, block32});
    Flush(to64, all, RunShort<uint64_t>{job, block64});
    Flush(longer, all, RunLongest{job});
  }
  return job.blocks;
}

}  // namespace HWY_NAMESPACE
}  // namespace prestige::coatl
HWY_AFTER_NAMESPACE();

#endif  // per target
