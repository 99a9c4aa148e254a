#include <algorithm>
#include <bit>
#include <utility>

#include "engine/splendor/game.h"

namespace prestige::splendor {
namespace {

// Counts everything afresh and stops at the first thing that is wrong. Plain loops over single
// tokens and cards: what the moves compute on packed words is checked another way.
class Audit {
 public:
  Audit(const Rules& rules, const State& state)
      : rules_(rules), config_(rules.config()), state_(state) {}

  // An empty text when all is well.
  std::string Run() {
    if (state_.player_count < kMinPlayers || state_.player_count > kMaxPlayers) {
      return "number of players";
    }
    if (state_.seat >= state_.player_count) return "seat to act";
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      if (std::string wrong = CheckPlayer(seat); !wrong.empty()) {
        return "seat " + std::to_string(seat) + ": " + wrong;
      }
    }
    if (std::string wrong = CheckTokens(); !wrong.empty()) return wrong;
    if (std::string wrong = CheckCards(); !wrong.empty()) return wrong;
    if (std::string wrong = CheckNobles(); !wrong.empty()) return wrong;
    return CheckEnd();
  }

 private:
  std::string CheckPlayer(size_t seat) {
    const Player& player = state_.players[seat];
    std::array<int, kColors> bonuses{};
    int points = 0;
    int cards = 0;
    player.bought.ForEach([&](uint8_t card) {
      if (card >= rules_.cards()) return;  // told by CheckCards
      ++bonuses[static_cast<size_t>(rules_.developments()[card].bonus)];
      points += rules_.developments()[card].points;
      ++cards;
    });
    for (size_t noble = 0; noble < rules_.nobles().size(); ++noble) {
      if (((player.nobles >> noble) & 1) != 0) points += rules_.nobles()[noble].points;
    }
    if (cards != player.cards) return "number of cards";
    for (size_t color = 0; color < kColors; ++color) {
      if (player.bonuses.Count(static_cast<Color>(color)) != bonuses[color]) return "bonuses";
    }
    if (player.bonuses.gold() != 0) return "a golden bonus";
    if (points != player.points) return "points";
    if (player.hand_size > config_.reserved_limit) return "too many reserved cards";
    for (size_t i = 0; i < kMaxReserved; ++i) {
      if ((player.hand[i] != kNoCard) != (i < player.hand_size)) return "number of reserved cards";
    }
    if (player.hidden >> player.hand_size != 0) return "an unseen card that is not there";
    int tokens = 0;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      tokens += player.tokens.Count(static_cast<Color>(kind));
    }
    const bool returning = state_.phase == Phase::kReturn && state_.seat == seat;
    if ((tokens > config_.token_limit) != returning) return "token limit";
    return {};
  }

  std::string CheckTokens() const {
    for (size_t k = 0; k < kKinds; ++k) {
      const auto kind = static_cast<Color>(k);
      int all = state_.bank.Count(kind);
      for (size_t seat = 0; seat < state_.player_count; ++seat) {
        all += state_.players[seat].tokens.Count(kind);
      }
      const size_t printed =
          kind == Color::kGold ? config_.gold : rules_.TokenCount(state_.player_count);
      if (all != static_cast<int>(printed)) return "tokens lost or made";
      if (state_.returned.Count(kind) > state_.bank.Count(kind)) return "tokens returned";
    }
    if (state_.phase != Phase::kReturn && !state_.returned.empty()) return "tokens returned";
    return {};
  }

  std::string CheckCards() {
    std::array<int, 256> seen{};
    for (size_t tier = 0; tier < kTiers; ++tier) {
      if (state_.deck_size[tier] > rules_.TierSize(tier)) return "size of a deck";
      for (size_t i = 0; i < rules_.TierSize(tier); ++i) {
        const uint8_t card = state_.deck[rules_.TierBegin(tier) + i];
        if ((card != kNoCard) != (i < state_.deck_size[tier])) return "size of a deck";
        if (card != kNoCard && rules_.TierOf(card) != tier) return "a card in the wrong deck";
        ++seen[card];
      }
    }
    for (size_t place = 0; place < state_.table.size(); ++place) {
      const uint8_t card = state_.table[place];
      if (card == kNoCard) continue;
      if (place >= kTiers * size_t{config_.face_up}) return "a place that is not there";
      if (rules_.TierOf(card) != place / config_.face_up) return "a card in the wrong row";
      ++seen[card];
    }
    State derived = state_;
    Derive(rules_, &derived);
    if (derived.reservable != state_.reservable) return "what can be reserved";
    if (derived.costs != state_.costs) return "costs of the table";
    for (size_t place = 0; place < kTiers * size_t{config_.face_up}; ++place) {
      if (state_.table[place] == kNoCard && state_.deck_size[place / config_.face_up] > 0) {
        return "an empty place beside a deck";
      }
    }
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      const Player& player = state_.players[seat];
      for (size_t i = 0; i < player.hand_size; ++i) ++seen[player.hand[i]];
      player.bought.ForEach([&](uint8_t card) { ++seen[card]; });
    }
    for (size_t card = 0; card < kNoCard; ++card) {
      if (seen[card] != (card < rules_.cards() ? 1 : 0)) return "cards lost or made";
    }
    return {};
  }

  std::string CheckNobles() const {
    uint32_t all = state_.nobles;
    int count = std::popcount(state_.nobles);
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      all |= state_.players[seat].nobles;
      count += std::popcount(state_.players[seat].nobles);
    }
    const auto dealt = static_cast<int>(rules_.NobleCount(state_.player_count));
    if (count != dealt || std::popcount(all) != dealt) return "nobles lost or made";
    if (all >> 1 >> (rules_.nobles().size() - 1) != 0) return "a noble that is not there";
    return {};
  }

  std::string CheckEnd() const {
    const bool over = state_.phase == Phase::kOver;
    int best = 0;
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      best = std::max(best, int{state_.players[seat].points});
    }
    if ((state_.ender != kNoSeat) != (state_.end == End::kPoints)) return "who set off the end";
    if (state_.end == End::kPoints && best < config_.end_points) return "the end";
    if (over == (state_.end == End::kNone)) {
      // Points let the round be played out; all else ends the game at once.
      if (over || state_.end != End::kPoints) return "the end";
    }
    if (state_.passes > state_.player_count) return "passes";
    const int first_turns = state_.seat + 1;
    if (state_.turns < first_turns || (state_.turns - first_turns) % state_.player_count != 0) {
      return "number of turns";
    }
    return {};
  }

  const Rules& rules_;
  const RulesConfig& config_;
  const State& state_;
};

}  // namespace

void Derive(const Rules& rules, State* state) {
  state->reservable = 0;
  for (size_t place = 0; place < state->table.size(); ++place) {
    if (state->table[place] != kNoCard) state->reservable |= uint64_t{1} << place;
  }
  for (size_t tier = 0; tier < kTiers; ++tier) {
    if (state->deck_size[tier] > 0) state->reservable |= uint64_t{1} << (State::kDeckBit + tier);
  }
  for (size_t color = 0; color < kColors; ++color) {
    state->costs[color].fill(kMaxCost);
    for (size_t place = 0; place < state->table.size(); ++place) {
      if (state->table[place] == kNoCard) continue;
      const Gems cost = rules.developments()[state->table[place]].cost;
      state->costs[color][place] = static_cast<uint8_t>(cost.Count(static_cast<Color>(color)));
    }
  }
}

bool SplendorGame::IsConsistent(const Rules& rules, const State& state, std::string* why) {
  std::string wrong = Audit(rules, state).Run();
  const bool consistent = wrong.empty();
  if (why != nullptr) *why = std::move(wrong);
  return consistent;
}

int SplendorGame::MaxMoves(const Rules& rules, int players) {
  const RulesConfig& config = rules.config();
  // A turn is an action, a noble, and as many tokens given back as the action brought.
  const int returned = std::max({config.take_different, config.take_same, config.reserve_gold});
  return config.max_rounds * players * (2 + returned);
}

}  // namespace prestige::splendor
