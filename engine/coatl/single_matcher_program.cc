#include "engine/coatl/single_matcher_program.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace prestige::coatl {
namespace {

struct ShapedCard {
  size_t card;
  BatchShape shape;
  BatchCounting counting;
  uint8_t apart;                // for kApart, the number of tokens
  uint8_t not_after;            // for a card with a frame behind, the number of tokens
  std::vector<uint8_t> colors;  // as the shape's operands are, frames excluded
};

// Cards go together if these are equal, and `not_after` is where there is one.
auto KeyOf(const ShapedCard& card) {
  return std::make_tuple(card.shape, card.counting, card.apart);
}

ShapedCard Shape(const CardProgram& from, size_t index) {
  ShapedCard card{};
  card.card = index;
  card.counting = from.top == 1 || from.disjoint ? BatchCounting::kBits : BatchCounting::kRepeat;
  switch (from.family) {
    case Family::kCount:
    case Family::kSequence:
    case Family::kFramed:
      card.shape = BatchShape::kSequence;
      if (card.counting == BatchCounting::kRepeat) {
        card.counting = BatchCounting::kApart;
        card.apart = from.tokens;
      }
      if (from.not_after != kNoColor) card.not_after = from.tokens;
      card.colors.assign(from.color.begin(), from.color.begin() + from.tokens);
      break;
    case Family::kRun:
      card.shape = BatchShape::kRun;
      // Beginning anew is right for all, and one more step is cheaper than a group of their own.
      if (from.top == 2) card.counting = BatchCounting::kRepeat;
      card.colors = {from.color[0], from.color[1], from.color[2]};
      break;
    case Family::kBridge:
      card.shape = BatchShape::kBridge;
      card.colors = {from.color[0], from.color[1], from.color[3], from.color[4]};
      break;
    case Family::kGeneral:
      card.shape = BatchShape::kGeneral;
      break;
  }
  return card;
}

class Compiler {
 public:
  explicit Compiler(const DeckProgram& deck) : deck_(deck) {}

  SingleProgram Run() {
    for (size_t i = 0; i < deck_.cards.size(); ++i) cards_.push_back(Shape(deck_.cards[i], i));
    std::sort(cards_.begin(), cards_.end(), [](const ShapedCard& a, const ShapedCard& b) {
      return std::make_tuple(KeyOf(a), a.not_after, a.card) <
             std::make_tuple(KeyOf(b), b.not_after, b.card);
    });
    program_.place_of.resize(cards_.size());
    for (size_t first = 0; first < cards_.size();) {
      size_t last = first;
      uint8_t not_after = 0;
      while (last < cards_.size() && last - first < kSingleLanes &&
             KeyOf(cards_[last]) == KeyOf(cards_[first]) &&
             (not_after == 0 || cards_[last].not_after == not_after)) {
        not_after = cards_[last++].not_after;
      }
      if (cards_[first].shape == BatchShape::kGeneral) {
        for (size_t i = first; i < last; ++i) AddOther(cards_[i].card);
      } else {
        AddGroup(std::span(cards_).subspan(first, last - first));
      }
      first = last;
    }
    return std::move(program_);
  }

 private:
  // Cards that are in no group are last in the order of shapes.
  void AddOther(size_t card) {
    program_.place_of[card] =
        static_cast<uint32_t>(program_.groups.size() * kSingleLanes + program_.other_cards.size());
    program_.other_cards.push_back(static_cast<uint16_t>(card));
  }

  void AddGroup(std::span<const ShapedCard> cards) {
    const ShapedCard& one = cards.front();
    SingleGroup group{};
    group.counting = one.counting;
    group.not_after = cards.back().not_after;
    group.lanes = static_cast<uint8_t>(cards.size());
    size_t operands = 0;
    for (size_t lane = 0; lane < cards.size(); ++lane) {
      const CardProgram& card = deck_.cards[cards[lane].card];
      program_.place_of[cards[lane].card] =
          static_cast<uint32_t>(program_.groups.size() * kSingleLanes + lane);
      operands = std::max(operands, cards[lane].colors.size());
      group.top = std::max(group.top, card.top);
      group.levels = std::max(group.levels, card.levels);
      group.not_before |= card.not_before != kNoColor;
    }
    group.operation = one.shape == BatchShape::kRun      ? kRunOperation
                      : one.shape == BatchShape::kBridge ? kBridgeOperation
                                                         : static_cast<uint8_t>(operands - 1);
    group.first_row = {static_cast<uint32_t>(program_.to16.size()),
                       static_cast<uint32_t>(program_.to32.size()),
                       static_cast<uint32_t>(program_.to64.size())};
    group.first_level = static_cast<uint32_t>(program_.times_below.size());
    AddWords(group, cards, operands, program_.to16);
    AddWords(group, cards, operands, program_.to32);
    AddWords(group, cards, operands, program_.to64);
    AddLevels(group, cards);
    program_.groups.push_back(group);
  }

  // Adds a row; word_of(card) is asked for lanes in use.
  template <class T, class WordOf>
  static void AddRow(std::span<const ShapedCard> cards, std::vector<LaneRow<T>>& rows,
                     const WordOf& word_of) {
    LaneRow<T> row{};
    for (size_t lane = 0; lane < cards.size(); ++lane) row.words[lane] = word_of(cards[lane]);
    rows.push_back(row);
  }

  template <class T>
  void AddWords(const SingleGroup& group, std::span<const ShapedCard> cards, size_t operands,
                std::vector<LaneRow<T>>& rows) const {
    for (size_t k = 0; k < operands; ++k) {
      AddLookup(cards, rows, [k](const ShapedCard& card) {
        return k < card.colors.size() ? card.colors[k] : kNoColor;
      });
    }
    if (group.not_before) {
      AddFrame(cards, rows,
               [this](const ShapedCard& card) { return deck_.cards[card.card].not_before; });
    }
    if (group.not_after != 0) {
      AddFrame(cards, rows,
               [this](const ShapedCard& card) { return deck_.cards[card.card].not_after; });
    }
  }

  template <class T, class ColorOf>
  static void AddFrame(std::span<const ShapedCard> cards, std::vector<LaneRow<T>>& rows,
                       const ColorOf& color_of) {
    AddLookup(cards, rows, color_of);
    AddRow(cards, rows, [&](const ShapedCard& card) {
      return color_of(card) == kNoColor ? T{0} : static_cast<T>(~T{0});
    });
  }

  template <class T, class ColorOf>
  static void AddLookup(std::span<const ShapedCard> cards, std::vector<LaneRow<T>>& rows,
                        const ColorOf& color_of) {
    for (size_t block = 0; block < kPlaneBlocks<T>; ++block) {
      AddRow(cards, rows, [&](const ShapedCard& card) {
        const uint8_t color = color_of(card);
        // Byte by byte: where it is in this block, or 0x80 for a zero.
        uint64_t bytes = 0;
        for (size_t i = 0; i < sizeof(T); ++i) {
          const size_t at = color * sizeof(T) + i;
          const bool here = color != kNoColor && at / 16 == block;
          bytes |= static_cast<uint64_t>(here ? at % 16 : 0x80) << (8 * i);
        }
        return static_cast<T>(bytes);
      });
    }
  }

  void AddLevels(const SingleGroup& group, std::span<const ShapedCard> cards) {
    for (size_t level = 1; level <= group.levels; ++level) {
      LaneRow<uint8_t> below;
      below.words.fill(127);
      std::array<LaneRow<uint8_t>, kResultKinds> values{};
      for (size_t lane = 0; lane < cards.size(); ++lane) {
        const CardProgram& card = deck_.cards[cards[lane].card];
        values[static_cast<size_t>(ResultKind::kTimes)].words[lane] = card.top;
        if (level > card.levels) continue;
        size_t times = 1;
        while (deck_.level_of_times[card.first_times + times] < level) ++times;
        below.words[lane] = static_cast<uint8_t>(std::min<size_t>(times - 1, 127));
        values[static_cast<size_t>(ResultKind::kLevel)].words[lane] = static_cast<uint8_t>(level);
        values[static_cast<size_t>(ResultKind::kPoints)].words[lane] =
            deck_.points_of_times[card.first_times + times];
      }
      program_.times_below.push_back(below);
      for (size_t kind = 0; kind < kResultKinds; ++kind) {
        program_.values[kind].push_back(values[kind]);
      }
    }
  }

  const DeckProgram& deck_;
  SingleProgram program_{};
  std::vector<ShapedCard> cards_;
};

}  // namespace

SingleProgram CompileSingle(const DeckProgram& deck) { return Compiler(deck).Run(); }

}  // namespace prestige::coatl
