#include "engine/toy/toy.h"

#include <algorithm>
#include <numeric>

#include "engine/core/words.h"

namespace prestige::toy {
namespace {

int Count(const Cards& cards) { return std::accumulate(cards.begin(), cards.end(), 0); }

void AddTo(Cards& sum, const Cards& cards) {
  for (size_t i = 0; i < kMaxNumber; ++i) sum[i] = static_cast<uint8_t>(sum[i] + cards[i]);
}

// The index of the k-th card, k below Count(cards).
size_t KthCard(const Cards& cards, uint32_t k) {
  size_t i = 0;
  while (k >= cards[i]) k -= cards[i++];
  return i;
}

// All chance goes through here: the n-th value of a source is a function of the deal's key, the
// source and n, whoever asks and whatever was done in between.
uint32_t DrawBelow(State& state, Source source, uint32_t bound) {
  const auto s = static_cast<size_t>(source);
  return Bounded(ValueAt(SplitKey(state.key, s), state.draws[s]++), bound);
}

// Moves the deck's next card into a hand; returns its index.
size_t DealTo(State& state, Cards& hand) {
  const auto left = static_cast<uint32_t>(Count(state.deck));
  const size_t card = KthCard(state.deck, DrawBelow(state, Source::kDeck, left));
  --state.deck[card];
  ++hand[card];
  return card;
}

bool HasCardsLeft(const State& state) {
  return Count(state.deck) > 0 || std::any_of(state.hands.begin(), state.hands.end(),
                                              [](const Cards& hand) { return Count(hand) > 0; });
}

template <class Events>
void Tell(Events* events, Do what, uint8_t seat, size_t a, size_t b = 0) {
  if constexpr (Events::kEnabled) {
    Event event;
    event.what = static_cast<uint8_t>(what);
    event.seat = seat;
    event.a = static_cast<uint8_t>(a);
    event.b = static_cast<uint8_t>(b);
    events->Take(event);
  }
}

}  // namespace

int View::hand_size(int seat) const { return Count(state_->hands[static_cast<size_t>(seat)]); }
int View::deck_size() const { return Count(state_->deck); }

Cards View::Unseen() const {
  Cards unseen = state_->deck;
  for (size_t seat = 0; seat < state_->player_count; ++seat) {
    if (seat != seat_) AddTo(unseen, state_->hands[seat]);
  }
  return unseen;
}

State ToyGame::Setup(const Rules& rules, int players, uint64_t key) {
  State state;
  state.key = key;
  state.player_count = static_cast<uint8_t>(players);
  std::fill_n(state.deck.begin(), rules.numbers, rules.copies);
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    for (int i = 0; i < rules.deal; ++i) DealTo(state, state.hands[seat]);
  }
  return state;
}

void ToyGame::LegalMoves(const Rules& rules, const State& state, MoveList* moves) {
  moves->Reset();
  if (state.over) return;
  const Cards& hand = state.hands[state.seat];
  if (Count(state.deck) > 0 && Count(hand) < rules.hand_limit) moves->push_back({0});
  // Equal cards are one choice.
  for (size_t i = 0; i < kMaxNumber; ++i) {
    if (hand[i] > 0) moves->push_back({static_cast<uint8_t>(i + 1)});
  }
}

template <class Events>
void ToyGame::Apply(const Rules& rules, State* state, Move move, Events* events) {
  const uint8_t seat = state->seat;
  if (move.number == 0) {
    Tell(events, Do::kDraw, seat, DealTo(*state, state->hands[seat]) + 1);
  } else {
    --state->hands[seat][move.number - 1U];
    ++state->played[move.number - 1U];
    const uint32_t wind = DrawBelow(*state, Source::kWind, 2);
    state->place[seat] = static_cast<uint8_t>(state->place[seat] + move.number + wind);
    Tell(events, Do::kPlay, seat, move.number, wind);
  }
  // All that follows without a decision belongs to the move: the end, and runners who have nothing
  // left to do.
  state->over = state->place[seat] >= rules.goal || !HasCardsLeft(*state);
  if (state->over) return;
  do {
    state->seat = static_cast<uint8_t>((state->seat + 1) % state->player_count);
  } while (Count(state->deck) == 0 && Count(state->hands[state->seat]) == 0);
}

template void ToyGame::Apply(const Rules&, State*, Move, NoEvents*);
template void ToyGame::Apply(const Rules&, State*, Move, EventLog*);
template void ToyGame::Apply(const Rules&, State*, Move, EventHash*);

Outcome ToyGame::OutcomeOf(const Rules&, const State& state) {
  Outcome outcome;
  outcome.seats = state.player_count;
  std::copy(state.place.begin(), state.place.end(), outcome.points.begin());
  outcome.RankBy([&](int a, int b) {
    return outcome.points[static_cast<size_t>(a)] > outcome.points[static_cast<size_t>(b)];
  });
  return outcome;
}

bool ToyGame::SameView(const View& a, const View& b) {
  if (a.seat() != b.seat() || a.players() != b.players()) return false;
  for (int seat = 0; seat < a.players(); ++seat) {
    if (a.place(seat) != b.place(seat) || a.hand_size(seat) != b.hand_size(seat)) return false;
  }
  return a.seat_to_act() == b.seat_to_act() && a.hand() == b.hand() && a.played() == b.played();
}

// A new key: the deck's order and the wind to come are unknown to everyone. Then the unseen cards
// are dealt anew, which must ask the view alone, never the true hands.
State ToyGame::Resample(const View& view, Stream& stream) {
  State state = *view.state_;
  state.key = stream.Next();
  state.draws = {};
  state.deck = view.Unseen();
  for (int seat = 0; seat < view.players(); ++seat) {
    if (seat == view.seat()) continue;
    Cards& hand = state.hands[static_cast<size_t>(seat)];
    hand = {};
    for (int i = 0; i < view.hand_size(seat); ++i) {
      const size_t card =
          KthCard(state.deck, stream.Below(static_cast<uint32_t>(Count(state.deck))));
      --state.deck[card];
      ++hand[card];
    }
  }
  return state;
}

std::string ToyGame::MoveText(const Rules&, Move move) {
  return move.number == 0 ? "draw" : "play " + std::to_string(move.number);
}

std::optional<Move> ToyGame::ParseMove(const Rules& rules, std::string_view text) {
  if (text == "draw") return Move{0};
  const auto words = SplitWords<2>(text);
  if (!words || words->size() != 2 || (*words)[0] != "play" || (*words)[1].size() != 1)
    return std::nullopt;
  const int number = (*words)[1][0] - '0';
  if (number < 1 || number > rules.numbers) return std::nullopt;
  return Move{static_cast<uint8_t>(number)};
}

bool ToyGame::IsConsistent(const Rules& rules, const State& state, std::string* why) {
  const auto answer = [why](const std::string& wrong) {
    if (why != nullptr) *why = wrong;
    return wrong.empty();
  };
  if (state.player_count < kMinPlayers || state.player_count > kMaxPlayers)
    return answer("number of players");
  if (state.seat >= state.player_count) return answer("seat to act");
  Cards all = state.deck;
  AddTo(all, state.played);
  for (const Cards& hand : state.hands) {
    if (Count(hand) > rules.hand_limit) return answer("hand limit");
    AddTo(all, hand);
  }
  Cards printed{};
  std::fill_n(printed.begin(), rules.numbers, rules.copies);
  if (all != printed) return answer("cards lost or made");
  const bool arrived = *std::max_element(state.place.begin(), state.place.end()) >= rules.goal;
  if (state.over != (arrived || !HasCardsLeft(state))) return answer("the end");
  return answer("");
}

// Every card is drawn once and played once.
int ToyGame::MaxMoves(const Rules& rules, int) { return 2 * rules.numbers * rules.copies; }

}  // namespace prestige::toy
