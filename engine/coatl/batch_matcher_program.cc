#include "engine/coatl/batch_matcher_program.h"

#include <algorithm>
#include <tuple>

namespace prestige::coatl {
namespace {

class Compiler {
 public:
  explicit Compiler(const DeckProgram& deck) : deck_(deck) {}

  BatchProgram Run() {
    for (size_t i = 0; i < deck_.cards.size(); ++i) AddCard(deck_.cards[i], i);
    Group();
    return std::move(program_);
  }

 private:
  struct Shaped {
    BatchShape shape;
    BatchCounting counting;
    BatchCard card;
  };

  // The plane of a colour, shifted as asked for; made once for all cards.
  uint8_t Plane(DerivedPlane::Kind kind, uint8_t color, size_t shift) {
    if (kind == DerivedPlane::Kind::kLater && shift == 0) return color;
    const DerivedPlane wanted{kind, color, static_cast<uint8_t>(shift)};
    const auto found = std::find(program_.planes.begin(), program_.planes.end(), wanted);
    const auto index = found - program_.planes.begin();
    if (found == program_.planes.end()) program_.planes.push_back(wanted);
    return static_cast<uint8_t>(kFirstDerivedPlane + index);
  }

  uint8_t MayBegin(uint8_t color) {
    if (color == kNoColor) return kNoPlane;
    program_.looks_at_ends = true;
    return Plane(DerivedPlane::Kind::kMayBegin, color, 0);
  }
  uint8_t MayEnd(uint8_t color, size_t shift) {
    if (color == kNoColor) return kNoPlane;
    program_.looks_at_ends = true;
    return Plane(DerivedPlane::Kind::kMayEnd, color, shift);
  }

  void AddCard(const CardProgram& from, size_t index) {
    Shaped shaped{};
    BatchCard& card = shaped.card;
    card.card = static_cast<uint16_t>(index);
    card.first_result = static_cast<uint32_t>(index * kBatchBlock);
    card.top = from.top;
    card.length = from.tokens;
    card.may_begin = kNoPlane;
    card.may_end = kNoPlane;
    const auto operand = [&card](uint8_t plane) {
      if (plane == kNoPlane) return;
      card.operand[card.operands++] = static_cast<uint16_t>(plane * kBatchBlock);
    };
    using Kind = DerivedPlane::Kind;
    shaped.counting = from.top == 1   ? BatchCounting::kOnce
                      : from.disjoint ? BatchCounting::kBits
                                      : BatchCounting::kRepeat;
    switch (from.family) {
      case Family::kCount:
        shaped.shape = BatchShape::kSequence;
        operand(from.color[0]);
        break;
      case Family::kSequence:
      case Family::kFramed:
        shaped.shape = BatchShape::kSequence;
        if (shaped.counting == BatchCounting::kRepeat) shaped.counting = BatchCounting::kApart;
        for (size_t i = 0; i < from.tokens; ++i) operand(Plane(Kind::kLater, from.color[i], i));
        if (from.family == Family::kSequence) break;
        if (from.tokens == 2 && from.not_before != kNoColor && from.not_after != kNoColor &&
            deck_.open_end_satisfies_not) {
          shaped.shape = BatchShape::kFramedPair;
          operand(from.not_before);
          operand(Plane(Kind::kLater, from.not_after, from.tokens));
          break;
        }
        shaped.shape = BatchShape::kMany;
        operand(MayBegin(from.not_before));
        operand(MayEnd(from.not_after, from.tokens - 1U));
        break;
      case Family::kRun:
        shaped.shape = BatchShape::kRun;
        operand(from.color[0]);
        operand(from.color[1]);
        operand(from.color[2]);
        break;
      case Family::kBridge:
        shaped.shape = BatchShape::kBridge;
        operand(from.color[0]);
        operand(from.color[1]);
        operand(from.color[3]);
        operand(Plane(Kind::kLater, from.color[4], 1));
        break;
      case Family::kGeneral:
        shaped.shape = BatchShape::kGeneral;
        card.may_begin = MayBegin(from.not_before);
        card.may_end = MayEnd(from.not_after, 0);
        break;
    }
    AddValues(from, card);
    shaped_.push_back(shaped);
  }

  void AddValues(const CardProgram& from, BatchCard& card) {
    card.first_value = static_cast<uint32_t>(program_.values[0].size());
    const size_t padded = (static_cast<size_t>(from.top) / 16 + 1) * 16;
    for (size_t i = 0; i < padded; ++i) {
      const size_t times = std::min<size_t>(i, from.top);
      const auto add = [&](ResultKind kind, uint8_t value) {
        program_.values[static_cast<size_t>(kind)].push_back(value);
      };
      add(ResultKind::kTimes, static_cast<uint8_t>(times));
      add(ResultKind::kLevel, deck_.level_of_times[from.first_times + times]);
      add(ResultKind::kPoints, deck_.points_of_times[from.first_times + times]);
    }
  }

  void Group() {
    const auto key = [](const Shaped& s) {
      return std::make_tuple(s.shape, s.counting, s.card.operands, s.card.card);
    };
    std::sort(shaped_.begin(), shaped_.end(),
              [&key](const Shaped& a, const Shaped& b) { return key(a) < key(b); });
    for (const Shaped& s : shaped_) {
      std::vector<BatchGroup>& groups = program_.groups;
      if (groups.empty() || groups.back().shape != s.shape ||
          groups.back().counting != s.counting || groups.back().operands != s.card.operands) {
        groups.push_back({s.shape, s.counting, s.card.operands,
                          static_cast<uint32_t>(program_.cards.size()), 0});
      }
      ++groups.back().count;
      program_.cards.push_back(s.card);
    }
  }

  const DeckProgram& deck_;
  BatchProgram program_{};
  std::vector<Shaped> shaped_;
};

}  // namespace

BatchProgram CompileBatch(const DeckProgram& deck) { return Compiler(deck).Run(); }

}  // namespace prestige::coatl
