// The kernel for one coatl, compiled once for each SIMD target: included by single_matcher.cc
// alone.

#if defined(PRESTIGE_SINGLE_MATCHER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PRESTIGE_SINGLE_MATCHER_INL_H
#undef PRESTIGE_SINGLE_MATCHER_INL_H
#else
#define PRESTIGE_SINGLE_MATCHER_INL_H
#endif

#include <hwy/highway.h>

#include "engine/coatl/bitboard_matcher.h"
#include "engine/coatl/single_matcher_program.h"

HWY_BEFORE_NAMESPACE();
namespace prestige::coatl {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline uint8_t ValueOf(const DeckProgram& deck, ResultKind kind, const CardProgram& card,
                       int times) {
  const size_t at = card.first_times + static_cast<size_t>(times);
  switch (kind) {
    case ResultKind::kTimes:
      break;
    case ResultKind::kLevel:
      return deck.level_of_times[at];
    case ResultKind::kPoints:
      return deck.points_of_times[at];
  }
  return static_cast<uint8_t>(times);
}

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

template <class T>
using LaneTag = hn::CappedTag<T, kSingleLanes>;

// What the lookups read: the colour planes as words of type T, and the ends.
template <class T>
struct PlaneWords {
  HWY_ALIGN uint8_t bytes[kPlaneBlocks<T>][16];
  HWY_ALIGN uint8_t others[kPlaneBlocks<T>][16];  // all bits but those
  bool open_ends;                                 // whether `!` may fail beyond an end
  T open_head;                                    // bit 0 where `!` fails beyond the head end
  T open_tail;  // the bit behind the last piece where `!` fails beyond the tail end
};

// Which bytes of low[0..1], low[2..3] and low[4] make a block of planes; 0x80 stands for a zero.
template <class T>
struct BlockBytes {
  alignas(16) uint8_t from[kPlaneBlocks<T>][3][16];

  constexpr BlockBytes() : from() {
    for (auto& block : from) {
      for (auto& source : block) {
        for (uint8_t& byte : source) byte = 0x80;
      }
    }
    for (size_t color = 0; color < kColors; ++color) {
      for (size_t i = 0; i < sizeof(T); ++i) {
        const size_t at = color * sizeof(T) + i;
        from[at / 16][color / 2][at % 16] = static_cast<uint8_t>(color % 2 * 8 + i);
      }
    }
  }
};

template <class T>
HWY_INLINE void ReadWords(const DeckProgram& deck, const Serpent& serpent,
                          PlaneWords<T>& HWY_RESTRICT words) {
  static constexpr BlockBytes<T> kBytes;
  const hn::Full128<uint8_t> d8;
  const hn::Full128<uint64_t> d64;
  const auto v01 = hn::BitCast(d8, hn::LoadU(d64, serpent.low.data()));
  const auto v23 = hn::BitCast(d8, hn::LoadU(d64, serpent.low.data() + 2));
  const auto v4 = hn::BitCast(d8, hn::Set(d64, serpent.low[4]));
  for (size_t b = 0; b < kPlaneBlocks<T>; ++b) {
    const auto block = hn::Or(hn::Or(hn::TableLookupBytesOr0(v01, hn::Load(d8, kBytes.from[b][0])),
                                     hn::TableLookupBytesOr0(v23, hn::Load(d8, kBytes.from[b][1]))),
                              hn::TableLookupBytesOr0(v4, hn::Load(d8, kBytes.from[b][2])));
    hn::Store(block, d8, words.bytes[b]);
    hn::Store(hn::Not(block), d8, words.others[b]);
  }
  words.open_ends = !deck.open_end_satisfies_not;
  words.open_head = 0;
  words.open_tail = 0;
  if (!deck.open_end_satisfies_not) {
    words.open_head = serpent.has_head ? 0 : 1;
    words.open_tail = serpent.has_tail ? T{0} : static_cast<T>(T{1} << serpent.length);
  }
}

template <class T>
HWY_INLINE hn::Vec<LaneTag<T>> LowestBit(hn::Vec<LaneTag<T>> bits) {
  return hn::And(bits, hn::Sub(hn::Zero(LaneTag<T>()), bits));
}

template <class T>
HWY_INLINE hn::Vec<LaneTag<T>> OneIfAny(hn::Vec<LaneTag<T>> bits) {
  const LaneTag<T> d;
  const auto one = hn::Set(d, T{1});
  if constexpr (sizeof(T) < sizeof(uint64_t)) {
    return hn::Min(bits, one);
  } else {
    return hn::IfThenZeroElse(hn::Eq(bits, hn::Zero(d)), one);
  }
}

template <class T>
HWY_INLINE bool None(hn::Vec<LaneTag<T>> bits) {
  const LaneTag<T> d;
  return hn::AllTrue(d, hn::Eq(bits, hn::Zero(d)));
}

// Reads the rows of a group for the lanes of one vector.
template <class T>
struct Reader {
  const PlaneWords<T>& words;
  const T* HWY_RESTRICT row;

  HWY_INLINE Reader(const PlaneWords<T>& own_words, const T* own_row)
      : words(own_words), row(own_row) {}

  HWY_INLINE hn::Vec<LaneTag<T>> Next() {
    const auto next = hn::Load(LaneTag<T>(), row);
    row += kSingleLanes;
    return next;
  }

  // The colour plane that each lane asks for; nothing where it asks for none.
  HWY_INLINE hn::Vec<LaneTag<T>> Look() { return LookUp(words.bytes); }
  // The places that have another colour than the lane asks for; nothing where it asks for none.
  HWY_INLINE hn::Vec<LaneTag<T>> LookForOthers() { return LookUp(words.others); }

 private:
  HWY_INLINE hn::Vec<LaneTag<T>> LookUp(const uint8_t (&blocks)[kPlaneBlocks<T>][16]) {
    const hn::Repartition<uint8_t, LaneTag<T>> d8;
    auto found = hn::TableLookupBytesOr0(hn::LoadDup128(d8, blocks[0]), hn::BitCast(d8, Next()));
    for (size_t b = 1; b < kPlaneBlocks<T>; ++b) {
      const auto block = hn::LoadDup128(d8, blocks[b]);
      found = hn::Or(found, hn::TableLookupBytesOr0(block, hn::BitCast(d8, Next())));
    }
    return hn::BitCast(LaneTag<T>(), found);
  }
};

template <class T, size_t kTokens>
struct TimesOfAll {
  HWY_INLINE hn::Vec<LaneTag<T>> operator()(Reader<T>& reader, const SingleGroup& group) const {
    const LaneTag<T> d;
    const hn::RebindToSigned<LaneTag<T>> signed_d;
    // Where a match cannot start. The last bit of a word is never a piece, so that the shift brings
    // in bits: behind the last piece nothing matches.
    auto missed = reader.LookForOthers();
    for (size_t k = 1; k < kTokens; ++k) {
      const auto others = hn::BitCast(signed_d, reader.LookForOthers());
      missed = hn::Or(missed, hn::BitCast(d, hn::ShiftRightSame(others, static_cast<int>(k))));
    }
    if (group.not_before) {
      auto before = hn::ShiftLeft<1>(reader.Look());
      const auto framed = reader.Next();
      if (reader.words.open_ends) {
        before = hn::Or(before, hn::And(hn::Set(d, reader.words.open_head), framed));
      }
      missed = hn::Or(missed, before);
    }
    if (group.not_after != 0) {
      auto behind = reader.Look();
      const auto framed = reader.Next();
      if (reader.words.open_ends) {
        behind = hn::Or(behind, hn::And(hn::Set(d, reader.words.open_tail), framed));
      }
      missed = hn::Or(missed, hn::ShiftRightSame(behind, group.not_after));
    }
    auto found = hn::Not(missed);
    if (group.counting != BatchCounting::kApart) return hn::PopulationCount(found);
    auto times = OneIfAny<T>(found);
    for (size_t n = 2; n < group.top && !None<T>(found); ++n) {
      const auto behind = hn::ShiftLeftSame(LowestBit<T>(found), static_cast<int>(kTokens));
      found = hn::And(found, hn::Sub(hn::Zero(d), behind));
      times = hn::Add(times, OneIfAny<T>(found));
    }
    // Which one would be next does not matter for the last.
    const auto from_lowest = hn::Or(found, hn::Sub(hn::Zero(d), found));
    found = hn::And(found, hn::ShiftLeftSame(from_lowest, static_cast<int>(kTokens)));
    times = hn::Add(times, OneIfAny<T>(found));
    return times;
  }
};

template <class T>
struct TimesOfRun {
  HWY_INLINE hn::Vec<LaneTag<T>> operator()(Reader<T>& reader, const SingleGroup& group) const {
    const LaneTag<T> d;
    const auto firsts = reader.Look();
    const auto run = reader.Look();
    const auto lasts = reader.Look();
    auto found = hn::And(hn::Add(hn::And(hn::ShiftLeft<1>(firsts), run), run), lasts);
    if (group.counting != BatchCounting::kRepeat) return hn::PopulationCount(found);
    auto times = OneIfAny<T>(found);
    for (size_t n = 1; n < group.top && (n == 1 || !None<T>(found)); ++n) {
      const auto begins = hn::Sub(hn::Zero(d), hn::ShiftLeft<1>(LowestBit<T>(found)));
      const auto marks = hn::And(hn::ShiftLeft<1>(hn::And(firsts, begins)), run);
      found = hn::And(hn::Add(marks, run), lasts);
      times = hn::Add(times, OneIfAny<T>(found));
    }
    return times;
  }
};

template <class T>
struct TimesOfBridge {
  HWY_INLINE hn::Vec<LaneTag<T>> operator()(Reader<T>& reader, const SingleGroup&) const {
    const LaneTag<T> d;
    const auto first = hn::ShiftLeft<1>(reader.Look());
    const auto before = hn::ShiftLeft<2>(hn::And(first, reader.Look()));
    const auto third = reader.Look();
    const auto behind = hn::And(third, hn::ShiftRight<1>(reader.Look()));
    return OneIfAny<T>(hn::And(hn::Or(before, hn::Sub(hn::Zero(d), before)), behind));
  }
};

// What times, at most 64, of a group's cards are worth, for the lanes from `first` on.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Evaluate(D d, V times, const SingleProgram& program, const SingleGroup& group,
                      size_t first, ResultKind kind) {
  const hn::RebindToSigned<D> signed_d;
  const LaneRow<uint8_t>* HWY_RESTRICT values =
      program.values[static_cast<size_t>(kind)].data() + group.first_level;
  if (kind == ResultKind::kTimes) {
    return hn::Min(times, hn::Load(d, values->words.data() + first));
  }
  const LaneRow<uint8_t>* HWY_RESTRICT below = program.times_below.data() + group.first_level;
  auto value = hn::Zero(d);
  for (size_t level = 0; level < group.levels; ++level) {
    const auto limit = hn::BitCast(signed_d, hn::Load(d, below[level].words.data() + first));
    const auto reached = hn::Gt(hn::BitCast(signed_d, times), limit);
    value = hn::IfThenElse(hn::RebindMask(d, reached),
                           hn::Load(d, values[level].words.data() + first), value);
  }
  return value;
}

template <class T, class TimesOf>
HWY_INLINE void ScoreGroup(const PlaneWords<T>& words, const SingleProgram& program,
                           const SingleGroup& group, const T* HWY_RESTRICT rows, ResultKind kind,
                           uint8_t* HWY_RESTRICT results) {
  const LaneTag<T> d;
  const hn::Rebind<uint8_t, LaneTag<T>> d8;
  size_t first = 0;
  do {
    Reader<T> reader(words, rows + first);
    const auto times = TimesOf()(reader, group);
    if constexpr (sizeof(T) < sizeof(uint64_t)) {
      const hn::RebindToSigned<LaneTag<T>> signed_d;
      const auto bytes = hn::DemoteTo(d8, hn::BitCast(signed_d, times));
      hn::StoreU(Evaluate(d8, bytes, program, group, first, kind), d8, results + first);
    } else {
      HWY_ALIGN T lanes[kSingleLanes];
      HWY_ALIGN uint8_t bytes[kSingleLanes];
      hn::Store(times, d, lanes);
      for (size_t i = 0; i < hn::Lanes(d); ++i) bytes[i] = static_cast<uint8_t>(lanes[i]);
      const auto loaded = hn::Load(d8, bytes);
      hn::StoreU(Evaluate(d8, loaded, program, group, first, kind), d8, results + first);
    }
    first += hn::Lanes(d);
  } while (first < kSingleLanes && first < group.lanes);
}

template <class T>
HWY_INLINE void ScoreGroups(const DeckProgram& deck, const SingleProgram& program,
                            const std::vector<LaneRow<T>>& rows, ResultKind kind,
                            const Serpent& serpent, uint8_t* HWY_RESTRICT results) {
  constexpr size_t kWidth = sizeof(T) == 2 ? 0 : sizeof(T) == 4 ? 1 : 2;
  PlaneWords<T> words;
  ReadWords<T>(deck, serpent, words);
  for (const SingleGroup& group : program.groups) {
    const T* own_rows = rows[group.first_row[kWidth]].words.data();
    const auto score = [&](auto times_of) HWY_ATTR {
      ScoreGroup<T, decltype(times_of)>(words, program, group, own_rows, kind, results);
    };
    switch (group.operation) {
      case 0:
        score(TimesOfAll<T, 1>());
        break;
      case 1:
        score(TimesOfAll<T, 2>());
        break;
      case 2:
        score(TimesOfAll<T, 3>());
        break;
      case 3:
        score(TimesOfAll<T, 4>());
        break;
      case 4:
        score(TimesOfAll<T, 5>());
        break;
      case 5:
        score(TimesOfAll<T, 6>());
        break;
      case kRunOperation:
        score(TimesOfRun<T>());
        break;
      default:
        score(TimesOfBridge<T>());
        break;
    }
    results += kSingleLanes;
  }
}

#endif  // HWY_TARGET

void ScoreSingle(const DeckProgram& deck, const SingleProgram& program, ResultKind kind,
                 const Serpent& serpent, uint8_t* results) {
  const auto score_card = [&](size_t index) {
    const CardProgram& card = deck.cards[index];
    const int times = serpent.IsShort() ? CountTimes<uint64_t>(card, deck, serpent, card.top)
                                        : CountTimes<Word128>(card, deck, serpent, card.top);
    results[program.place_of[index]] = ValueOf(deck, kind, card, times);
  };
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  // One bit of each word is for the place behind the last piece.
  if (serpent.length < 64) {
    if (serpent.length < 16) {
      ScoreGroups<uint16_t>(deck, program, program.to16, kind, serpent, results);
    } else if (serpent.length < 32) {
      ScoreGroups<uint32_t>(deck, program, program.to32, kind, serpent, results);
    } else {
      ScoreGroups<uint64_t>(deck, program, program.to64, kind, serpent, results);
    }
    for (const uint16_t index : program.other_cards) score_card(index);
    return;
  }
#endif
  for (size_t index = 0; index < deck.cards.size(); ++index) score_card(index);
}

}  // namespace HWY_NAMESPACE
}  // namespace prestige::coatl
HWY_AFTER_NAMESPACE();

#endif  // per target
