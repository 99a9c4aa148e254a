#include "strategies/coatl/card_reader.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace prestige::coatl {
namespace {

constexpr size_t kMaxTokens = 64;
constexpr size_t kMaxStatesOfCard = 512;
// So many in all that every further card can still have the one state of a card not followed.
constexpr size_t kMaxStates = std::numeric_limits<CardReader::State>::max() - 2 * kMaxCards;

// How far a card has come.
struct Progress {
  uint64_t partial = 0;       // bit k: the last pieces match the first k+1 tokens
  uint8_t times = 0;          // matches that no later piece can undo
  bool pending = false;       // a match up to the last piece that a `!` can still undo
  bool begin_barred = false;  // a `!` forbids a match to begin with the next piece

  friend auto operator<=>(const Progress&, const Progress&) = default;
};

// One card read in one direction.
class Card {
 public:
  Card(const Prophecy& prophecy, Side grows) : levels_(prophecy.levels) {
    std::vector<Token> tokens = prophecy.pattern.tokens;
    if (grows == Side::kHead) std::reverse(tokens.begin(), tokens.end());
    if (tokens.front().kind == TokenKind::kNot) {
      not_before_ = static_cast<size_t>(tokens.front().color);
      tokens.erase(tokens.begin());
    }
    if (tokens.back().kind == TokenKind::kNot) {
      not_after_ = static_cast<size_t>(tokens.back().color);
      tokens.pop_back();
    }
    if (tokens.size() > kMaxTokens) return;
    tokens_ = tokens.size();
    for (size_t i = 0; i < tokens_; ++i) {
      const bool any = tokens[i].kind == TokenKind::kAnyPlus;
      for (size_t color = 0; color < kColors; ++color) {
        if (!any && static_cast<size_t>(tokens[i].color) != color) continue;
        fits_[color] |= uint64_t{1} << i;
        if (any || tokens[i].kind == TokenKind::kPlus) goes_on_[color] |= uint64_t{1} << i;
      }
    }
  }

  // The one that ends first is counted, again and again: so there are as many as can be.
  Progress Read(Progress before, size_t color) const {
    if (tokens_ == 0) return {};
    Progress after;
    after.times = before.times;
    uint64_t partial = before.partial;
    if (before.pending && color != not_after_) {
      ++after.times;
      partial = 0;
    }
    partial = ((partial << 1 | (before.begin_barred ? 0 : 1)) & fits_[color]) |
              (partial & goes_on_[color]);
    if ((partial >> (tokens_ - 1) & 1) != 0) {
      if (not_after_) {
        after.pending = true;
      } else {
        ++after.times;
        partial = 0;
      }
    }
    after.partial = partial;
    after.begin_barred = color == not_before_;
    if (after.times >= levels_.back().times) return {0, levels_.back().times, false, false};
    return after;
  }

  int Points(const Progress& at) const { return Reached(at).points; }
  bool Met(const Progress& at) const { return Times(at) >= levels_.front().times; }

  int Worth(const Progress& at, int unit) const {
    const Level reached = Reached(at);
    const auto next = std::find_if(levels_.begin(), levels_.end(),
                                   [&](const Level& level) { return level.times > Times(at); });
    if (next == levels_.end() || tokens_ == 0) return unit * reached.points;
    const auto tokens = static_cast<int>(tokens_);
    const int needed = (next->times - reached.times) * tokens;
    const int prefix = at.pending ? 0 : 64 - std::countl_zero(at.partial);
    const int there = (Times(at) - reached.times) * tokens + prefix;
    // The square: better one card nearly met than two half.
    const int more = unit * (next->points - reached.points);
    return unit * reached.points + more * there / needed * there / needed;
  }

 private:
  static int Times(const Progress& at) { return at.times + (at.pending ? 1 : 0); }
  Level Reached(const Progress& at) const {
    Level reached{0, 0};
    for (const Level& level : levels_) {
      if (level.times <= Times(at)) reached = level;
    }
    return reached;
  }

  const std::vector<Level>& levels_;
  size_t tokens_ = 0;
  std::array<uint64_t, kColors> fits_{};     // tokens that a piece of the colour can begin
  std::array<uint64_t, kColors> goes_on_{};  // tokens that it can lengthen: C+ and *+
  std::optional<size_t> not_before_;
  std::optional<size_t> not_after_;
};

}  // namespace

CardReader::CardReader(const Rules& rules, size_t together) {
  int most = 1;
  for (const Prophecy& prophecy : rules.prophecies()) {
    for (const Level& level : prophecy.levels) most = std::max(most, int{level.points});
  }
  constexpr int kLimit = std::numeric_limits<int16_t>::max();
  unit_ = std::clamp(kLimit / (most * static_cast<int>(together)), 1, 100);
  for (const Prophecy& prophecy : rules.prophecies()) {
    for (const Side grows : {Side::kHead, Side::kTail}) Compile(prophecy, grows);
  }
}

void CardReader::Compile(const Prophecy& prophecy, Side grows) {
  const Card card(prophecy, grows);
  const size_t first = rows_.size();
  std::map<Progress, size_t> found{{Progress{}, 0}};
  std::vector<Progress> states{Progress{}};
  for (size_t i = 0; i < states.size(); ++i) {
    for (size_t color = 0; color < kColors; ++color) {
      const Progress next = card.Read(states[i], color);
      if (found.try_emplace(next, states.size()).second) states.push_back(next);
    }
    // Not to be followed: it stays where it begins.
    if (states.size() > kMaxStatesOfCard || first + states.size() > kMaxStates) {
      states = {Progress{}};
      break;
    }
  }
  const bool followed = states.size() > 1;
  for (const Progress& state : states) {
    Row row;
    for (size_t lane = 0; lane <= kHere; ++lane) {
      const Progress next = lane == kHere || !followed ? state : card.Read(state, lane);
      row.worth[lane] = static_cast<int16_t>(card.Worth(next, unit_));
      row.points[lane] = static_cast<int16_t>(card.Points(next));
      row.met[lane] = card.Met(next) ? 1 : 0;
      row.next[lane] = static_cast<State>(first + (followed ? found.at(next) : 0));
    }
    rows_.push_back(row);
  }
  begin_[static_cast<size_t>(grows)].push_back(static_cast<State>(first));
}

}  // namespace prestige::coatl
