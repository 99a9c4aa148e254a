#include <algorithm>
#include <utility>

#include "engine/coatl/game.h"

namespace prestige::coatl {
namespace {

// Counts everything afresh and stops at the first thing that is wrong.
class Audit {
 public:
  Audit(const Rules& rules, const State& state)
      : rules_(rules), config_(rules.config()), state_(state) {}

  // An empty text when all is well.
  std::string Run() {
    const size_t least = rules_.solo() ? 1 : 2;
    const size_t most = rules_.solo() ? 1 : kMaxPlayers;
    if (state_.player_count < least || state_.player_count > most) return "number of players";
    if (state_.seat >= state_.player_count) return "seat to act";
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      if (std::string wrong = CheckPlayer(state_.players[seat]); !wrong.empty()) {
        return "seat " + std::to_string(seat) + ": " + wrong;
      }
    }
    if (std::string wrong = CheckMarco(); !wrong.empty()) return "M.A.R.C.O.: " + wrong;
    if (std::string wrong = CheckPieces(); !wrong.empty()) return wrong;
    if (std::string wrong = CheckCards(); !wrong.empty()) return wrong;
    return CheckTemples();
  }

 private:
  std::string CheckPlayer(const Player& player) {
    int on_board = 0;
    for (Piece piece = 0; piece < kPieces; ++piece) {
      on_board += player.board.Count(piece);
      pieces_[piece] += player.board.Count(piece);
    }
    if (on_board != player.board_count) return "board count";
    if (player.board_count > config_.board) return "board limit";
    if (state_.phase != Phase::kKeep && player.hand.size() > config_.hand_limit)
      return "hand limit";
    if (!std::is_sorted(player.hand.begin(), player.hand.end())) return "order of the hand";
    if (player.coatl_count > config_.max_coatls) return "too many coameh";
    int finished = 0;
    unsigned growing = 0;
    uint64_t playable = 0;
    for (size_t c = 0; c < kMaxCoatls; ++c) {
      const bool started = c < player.coatl_count;
      if (started) {
        finished += player.coatls[c].finished;
        if (std::string wrong = CheckCoatl(player.coatls[c]); !wrong.empty()) return wrong;
      }
      const bool incomplete = started && !player.coatls[c].finished;
      if (incomplete) {
        growing |= 1U << c;
        playable |= PlayableOn(rules_, player, c) << c;
      }
      if (player.closable[c] != (incomplete ? Closable(player, c) : 0)) return "closing pieces";
    }
    if (player.playable != playable) return "playable cards";
    if (player.growing != growing) return "incomplete coameh";
    if (finished != player.finished) return "number of finished coameh";
    if (player.coatl_count - player.finished > config_.max_incomplete)
      return "too many incomplete coameh";
    return {};
  }

  // Player::closable of an incomplete coatl by its meaning: every closing piece is put on a copy.
  uint64_t Closable(const Player& player, size_t index) {
    const Coatl& coatl = player.coatls[index];
    const Serpent& serpent = coatl.serpent;
    if (serpent.has_head && serpent.has_tail) return 0;
    const Side side = serpent.has_tail ? Side::kHead : Side::kTail;
    const Part part = serpent.has_tail ? Part::kHead : Part::kTail;
    uint64_t closable = 0;
    for (size_t color = 0; color < kColors; ++color) {
      Coatl closed = coatl;
      closed.serpent.AddAt(side, MakePiece(part, static_cast<Color>(color)));
      // Plays all it can, one card after the other.
      for (const uint8_t card : player.hand) {
        if (CanPlay(rules_, closed, card)) closed.prophecies.push_back(card);
      }
      const bool still_open = !closed.serpent.has_head || !closed.serpent.has_tail;
      const bool can_finish = closed.serpent.length >= 3 &&
                              closed.prophecies.size() >= config_.min_prophecies &&
                              (!config_.temple_required || MeetsAnyTemple(player, closed.serpent));
      if (still_open || can_finish) closable |= Slot(color);
    }
    return closable;
  }

  bool MeetsAnyTemple(const Player& player, const Serpent& serpent) const {
    int points = 0;
    for (const uint8_t temple : player.temples) points += rules_.temples()[temple].Met(serpent);
    for (const uint8_t top : state_.tops) {
      if (top != kNoCard) points += rules_.temples()[top].Met(serpent);
    }
    return points > 0;
  }

  std::string CheckCoatl(const Coatl& coatl) {
    const Serpent& serpent = coatl.serpent;
    std::array<uint8_t, kColors> count{};
    if (serpent.length == 0) return "an empty coatl";
    for (size_t i = 0; i < kMaxLength; ++i) {
      const auto& words = i < 64 ? serpent.low : serpent.high;
      int planes = 0;
      for (size_t c = 0; c < kColors; ++c) {
        const auto bit = static_cast<int>((words[c] >> (i % 64)) & 1);
        planes += bit;
        count[c] = static_cast<uint8_t>(count[c] + bit);
      }
      if (planes != (i < serpent.length ? 1 : 0)) return "colour planes";
      if (planes == 0) continue;
      const Part part = i == 0 && serpent.has_head                     ? Part::kHead
                        : i + 1U == serpent.length && serpent.has_tail ? Part::kTail
                                                                       : Part::kBody;
      ++pieces_[MakePiece(part, serpent.ColorAt(i))];
    }
    if (count != serpent.count) return "colour counts";
    const bool closed = serpent.has_head && serpent.has_tail;
    if (closed && serpent.length < 3) return "a head joined to a tail";
    if (coatl.finished && !closed) return "a finished coatl with an open end";
    if (coatl.prophecies.size() > config_.max_prophecies) return "too many prophecies on a coatl";
    for (size_t i = 0; i < coatl.prophecies.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        const Prophecy& a = rules_.prophecies()[rules_.KindOf(coatl.prophecies[i])];
        const Prophecy& b = rules_.prophecies()[rules_.KindOf(coatl.prophecies[k])];
        if (a.id == b.id) return "two equal prophecies on a coatl";
        if (config_.frames_apart && a.frame == b.frame) return "two equal frames on a coatl";
      }
    }
    if (!coatl.finished) return coatl.temple == kNoCard ? "" : "a temple on an incomplete coatl";
    if (coatl.prophecies.size() < config_.min_prophecies) return "finished with too few prophecies";
    if (config_.temple_required && coatl.temple == kNoCard) return "finished without a temple";
    int points = coatl.temple == kNoCard ? 0 : rules_.temples()[coatl.temple].Points(serpent);
    for (const uint8_t card : coatl.prophecies) {
      points += rules_.matcher().Points(rules_.KindOf(card), serpent);
    }
    return points == coatl.points ? "" : "points of a finished coatl";
  }

  std::string CheckMarco() {
    const Marco& marco = state_.marco;
    if (marco.cards.size() > (rules_.solo() ? config_.solo->marco_cards : 0U)) {
      return "number of cards";
    }
    for (const MarcoCard& open : marco.cards) {
      Need need = rules_.NeedOf(open.card);
      for (const Piece piece : open.pieces) {
        ++pieces_[piece];
        uint8_t& colored = need.of[static_cast<size_t>(ColorOf(piece))];
        if (colored == 0 && need.any == 0) return "a piece that its card does not need";
        --(colored > 0 ? colored : need.any);
      }
      if (need.size() == 0) return "a card that has all it needs";
    }
    for (Piece piece = 0; piece < kPieces; ++piece) pieces_[piece] += marco.discarded[piece];
    int points = 0;
    int best = 0;
    marco.completed.ForEach([&](uint8_t card) {
      const int worth = rules_.prophecies()[rules_.KindOf(card)].levels.back().points;
      points += worth;
      best = std::max(best, worth);
    });
    return points == marco.points && best == marco.best ? "" : "points";
  }

  std::string CheckPieces() {
    uint64_t filled = 0;
    for (size_t space = 0; space < kMaxSpaces; ++space) {
      const auto& content = state_.supply[space];
      for (const Piece piece : content) {
        if (piece == kNoPiece) continue;
        if (space >= config_.supply.size()) return "a piece on a space that is not there";
        if (PartOf(piece) != config_.supply[space]) return "a piece on the wrong space";
        ++pieces_[piece];
      }
      if (content[0] != kNoPiece) filled |= Slot(space);
    }
    std::array<int, kParts> left{};
    for (Piece piece = 0; piece < kPieces; ++piece) {
      pieces_[piece] += state_.bag[piece];
      left[piece / kColors] += state_.bag[piece];
    }
    for (size_t part = 0; part < kParts; ++part) {
      if (left[part] != state_.bag_left[part]) return "sum of a bag";
    }
    if (filled != state_.filled) return "filled spaces";
    for (size_t c = 0; c < kColors; ++c) {
      if (pieces_[c] != config_.body[c] || pieces_[kColors + c] != config_.heads[c] ||
          pieces_[2 * kColors + c] != config_.tails[c]) {
        return "pieces lost or made";
      }
    }
    return {};
  }

  std::string CheckCards() {
    std::array<int, kMaxCards> seen{};
    CardSet in_hands;
    const auto see = [&](const auto& cards) {
      for (const uint8_t card : cards) ++seen[card];
    };
    see(state_.row);
    see(state_.deck);
    state_.discards.ForEach([&](uint8_t card) { ++seen[card]; });
    for (const MarcoCard& open : state_.marco.cards) ++seen[open.card];
    state_.marco.completed.ForEach([&](uint8_t card) { ++seen[card]; });
    if (state_.phase == Phase::kKeep) see(state_.chosen);
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      see(state_.players[seat].hand);
      for (const uint8_t card : state_.players[seat].hand) in_hands.Add(card);
      for (size_t c = 0; c < state_.players[seat].coatl_count; ++c) {
        see(state_.players[seat].coatls[c].prophecies);
      }
    }
    for (size_t card = 0; card < kMaxCards; ++card) {
      if (seen[card] != (card < rules_.cards() ? 1 : 0)) return "prophecy cards lost or made";
    }
    bool open_elsewhere = false;
    state_.open_hands.ForEach([&](uint8_t card) { open_elsewhere |= !in_hands.Has(card); });
    if (open_elsewhere) return "an open card that is in no hand";
    return state_.row.size() <= config_.row ? "" : "too many cards in the row";
  }

  std::string CheckTemples() {
    std::array<int, kMaxTemples> seen{};
    for (size_t pile = 0; pile < kPiles; ++pile) {
      if (state_.tops[pile] != kNoCard) ++seen[state_.tops[pile]];
      if (state_.tops[pile] == kNoCard && state_.piles[pile] != 0) return "a pile without a top";
      for (uint64_t bits = state_.piles[pile]; bits != 0; bits &= bits - 1) {
        ++seen[static_cast<size_t>(std::countr_zero(bits))];
      }
    }
    for (size_t seat = 0; seat < state_.player_count; ++seat) {
      const Player& player = state_.players[seat];
      for (const uint8_t temple : player.temples) ++seen[temple];
      for (size_t c = 0; c < player.coatl_count; ++c) {
        if (player.coatls[c].temple != kNoCard) ++seen[player.coatls[c].temple];
      }
    }
    for (size_t temple = 0; temple < kMaxTemples; ++temple) {
      if (seen[temple] != (temple < rules_.temples().size() ? 1 : 0)) return "temples lost or made";
    }
    return {};
  }

  const Rules& rules_;
  const RulesConfig& config_;
  const State& state_;
  std::array<int, kPieces> pieces_{};
};

}  // namespace

void Derive(const Rules& rules, State* state) {
  state->filled = 0;
  for (size_t space = 0; space < kMaxSpaces; ++space) {
    if (state->supply[space][0] != kNoPiece) state->filled |= Slot(space);
  }
  for (size_t seat = 0; seat < state->player_count; ++seat) {
    Player& player = state->players[seat];
    player.playable = 0;
    player.closable = {};
    player.growing = 0;
    for (size_t c = 0; c < player.coatl_count; ++c) {
      if (player.coatls[c].finished) continue;
      player.growing = static_cast<uint8_t>(player.growing | 1U << c);
      player.SetPlayableOn(c, PlayableOn(rules, player, c));
      player.closable[c] = ClosingColors(rules, *state, player, c);
    }
  }
}

bool CoatlGame::IsConsistent(const Rules& rules, const State& state, std::string* why) {
  std::string wrong = Audit(rules, state).Run();
  const bool consistent = wrong.empty();
  if (why != nullptr) *why = std::move(wrong);
  return consistent;
}

int CoatlGame::MaxMoves(const Rules& rules, int players) {
  const RulesConfig& config = rules.config();
  int pieces = 0;
  for (size_t c = 0; c < kColors; ++c) pieces += config.body[c] + config.heads[c] + config.tails[c];
  // Every piece is taken (an action and a space) and built (an action, a step and done) once. A
  // hand is filled and played out: each card drawn (an action, a card and done) either stays in
  // hand, or goes onto a coatl for good (an action, a step and done), or is discarded by a token. A
  // coatl asks for a temple once, a token for a few choices. Passes stand between other actions, at
  // most one a seat.
  const int hands = players * (config.hand_limit + config.keep);
  const int played = players * config.max_coatls * (config.max_prophecies + 1);
  const int actions =
      5 * pieces + 6 * (hands + 2 * played) + players * static_cast<int>(10 * kSacrifices);
  // In the solo game a pass may stand between any two turns of M.A.R.C.O., each of which takes
  // pieces off the supply board.
  return players * actions + (rules.solo() ? pieces : 0) + 100;
}

}  // namespace prestige::coatl
