#include <algorithm>
#include <optional>

#include "engine/coatl/chance.h"
#include "engine/coatl/game.h"
#include "engine/coatl/marco.h"

namespace prestige::coatl {
namespace {

// The three actions that are not tokens open with a choice of their own; nothing else happens.
constexpr bool IsPlain(Action action) { return action <= Action::kBuild; }
constexpr Phase PhaseOf(Action action) {
  constexpr std::array<Phase, 3> kPhases{Phase::kTake, Phase::kDraw, Phase::kBuild};
  return kPhases[static_cast<size_t>(action)];
}

// One move being played: the state, and the sink that hears of every event.
template <class Events>
class Play {
 public:
  // Not inlined, so that Apply can answer the simplest moves without the registers that this needs.
  [[gnu::noinline]] static void Apply(const Rules& rules, State& state, Move move, Events& events) {
    Play(rules, state, events).Apply(move);
  }

 private:
  Play(const Rules& rules, State& state, Events& events)
      : rules_(rules),
        config_(rules.config()),
        state_(state),
        me_(&state.players[state.seat]),
        events_(events) {}

  void Apply(Move move) {
    if (Perform(move))
      EndAction(/*passed=*/move == Move{MoveKind::kAction, static_cast<uint8_t>(Action::kPass)});
  }

  // Says whether the action is over.
  bool Perform(Move move) {
    switch (move.kind) {
      case MoveKind::kKeep:
        Keep(move.a);
        return false;
      case MoveKind::kAction:
        return Choose(static_cast<Action>(move.a));
      case MoveKind::kTake:
        Take(move.a);
        return true;
      case MoveKind::kDrawRow:
        return DrawFromRow(move.a);
      case MoveKind::kDrawDeck:
        return DrawFromDeck();
      case MoveKind::kStart:
        Start(move.a);
        return false;
      case MoveKind::kExtend:
        Extend(move.a, static_cast<Side>(move.b), move.c);
        return false;
      case MoveKind::kProphecy:
        PlayProphecy(move.a, move.b);
        return false;
      case MoveKind::kTempleHand:
        PlayTempleFromHand(move.a);
        return false;
      case MoveKind::kTemplePile:
        PlayTempleFromPile(move.a);
        return false;
      case MoveKind::kNoTemple:
        Finish();
        return false;
      case MoveKind::kPick:
        PerfectPick(move.a, move.b);
        return true;
      case MoveKind::kDiscard:
        return Discard(move.a);
      case MoveKind::kPile:
        Commit(move.a);
        return true;
      case MoveKind::kDone:
        return Done();
    }
    return false;
  }

  void SetSeat(size_t seat) {
    state_.seat = static_cast<uint8_t>(seat);
    me_ = &state_.players[seat];
  }

  Event Make(Do what, uint8_t a = 0, uint8_t b = 0, uint8_t c = 0) const {
    Event event;
    event.what = static_cast<uint8_t>(what);
    event.seat = state_.seat;
    event.a = a;
    event.b = b;
    event.c = c;
    return event;
  }
  void Tell(Do what, uint8_t a = 0, uint8_t b = 0, uint8_t c = 0) {
    if constexpr (Events::kEnabled) events_.Take(Make(what, a, b, c));
  }
  void TellOne(uint8_t value, Do what, uint8_t a = 0, uint8_t b = 0) {
    if constexpr (Events::kEnabled) {
      Event event = Make(what, a, b);
      event.Add(value);
      events_.Take(event);
    }
  }
  template <class Cards>
  void TellCards(const Cards& cards, Do what, uint8_t a = 0) {
    if constexpr (Events::kEnabled) {
      Event event = Make(what, a);
      for (const uint8_t card : cards) event.Add(rules_.KindOf(card));
      events_.Take(event);
    }
  }

  // Takes one card of a kind out of a list, the first there is.
  template <class List>
  uint8_t RemoveKind(List& cards, uint8_t kind) {
    size_t i = 0;
    while (rules_.KindOf(cards[i]) != kind) ++i;
    const uint8_t card = cards[i];
    cards.Remove(i);
    return card;
  }

  // The hand changes: what is derived from it follows.
  void InsertIntoHand(uint8_t card) {
    Player& player = *me_;
    size_t place = player.hand.size();
    while (place > 0 && card < player.hand[place - 1]) --place;
    player.hand.Insert(place, card);
    const uint64_t below = Slot(place) - 1;
    player.playable = (player.playable & below) | (player.playable & ~below) << 4;
    ForEachGrowing([&](size_t c) {
      if (CanPlay(rules_, player.coatls[c], card)) player.playable |= Slot(place) << c;
      UpdateClosable(c);
    });
  }
  void RemoveFromHandAt(size_t place) {
    Player& player = *me_;
    player.hand.Remove(place);
    const uint64_t below = Slot(place) - 1;
    player.playable = (player.playable & below) | (player.playable >> 4 & ~below);
    ForEachGrowing([&](size_t c) { UpdateClosable(c); });
  }

  void UpdateClosable(size_t coatl) {
    me_->closable[coatl] = ClosingColors(rules_, state_, *me_, coatl);
  }

  // Calls f(c) for each incomplete coatl c of the seat to act.
  template <class F>
  void ForEachGrowing(const F& f) {
    for (unsigned bits = me_->growing; bits != 0; bits &= bits - 1) {
      f(static_cast<size_t>(std::countr_zero(bits)));
    }
  }

  // The coatl has grown: only cards that the new piece can have completed or broken are looked at
  // anew.
  void UpdateGrown(size_t index, Side side, Color color) {
    Player& player = *me_;
    const Serpent& serpent = player.coatls[index].serpent;
    const Color next = serpent.ColorAt(side == Side::kHead ? 1 : serpent.length - 2U);
    uint64_t playable = player.PlayableOn(index);
    uint64_t unsure = playable;
    for (size_t i = 0; i < player.hand.size(); ++i) {
      const uint64_t growing = rules_.GrowingColors(player.hand[i], side, next);
      unsure |= (growing >> (4 * static_cast<unsigned>(color)) & 1) << (4 * i);
    }
    for (; unsure != 0; unsure &= unsure - 1) {
      const uint64_t slot = unsure & -unsure;
      const uint8_t card = player.hand[LowestSlot(slot)];
      if ((playable & slot) != 0 && rules_.StaysMet(card)) continue;
      playable = CanPlay(rules_, player.coatls[index], card) ? playable | slot : playable & ~slot;
    }
    player.SetPlayableOn(index, playable);
    UpdateClosable(index);
  }

  // A card leaves the hand. Of two equal ones that which everyone knows of goes first: seeing the
  // kind played, nobody can be sure any more that the other is there.
  uint8_t RemoveFromHand(uint8_t kind) {
    auto& hand = me_->hand;
    size_t found = hand.size();
    for (size_t i = 0; i < hand.size(); ++i) {
      if (rules_.KindOf(hand[i]) != kind) continue;
      if (found == hand.size() || state_.open_hands.Has(hand[i])) found = i;
    }
    const uint8_t card = hand[found];
    RemoveFromHandAt(found);
    state_.open_hands.Remove(card);
    return card;
  }

  // Opening hand.
  void Keep(uint8_t kind) {
    state_.chosen.InsertSorted(RemoveKind(me_->hand, kind));
    if (state_.chosen.size() == config_.keep || me_->hand.empty()) KeepDone();
  }
  void KeepDone() {
    TellCards(state_.chosen, Do::kKeep);
    for (const uint8_t card : me_->hand) state_.discards.Add(card);
    me_->hand = state_.chosen;
    state_.chosen.Clear();
    const bool last = state_.seat + 1 == state_.player_count;
    SetSeat(last ? 0 : state_.seat + 1U);
    if (!last) return;
    if (rules_.solo()) {
      MarcoTurn();
    } else {
      BeginTurn(1);
    }
  }

  void BeginTurn(uint8_t actions) {
    ++state_.turns;
    state_.actions_left = actions;
    BeginAction(false);
  }
  void BeginAction(bool optional) {
    state_.phase = Phase::kAction;
    state_.optional = optional;
    state_.steps = 0;
  }

  bool Choose(Action action) {
    const auto spend = [&](Sacrifice token) {
      state_.tokens[state_.seat] =
          static_cast<uint8_t>(state_.tokens[state_.seat] & ~(1U << static_cast<unsigned>(token)));
    };
    switch (action) {
      case Action::kTake:
      case Action::kDraw:
      case Action::kBuild:
        state_.phase = PhaseOf(action);
        return false;
      case Action::kPerfectPick:
        spend(Sacrifice::kPerfectPick);
        state_.phase = Phase::kPick;
        return false;
      case Action::kSeeTheFuture:
        spend(Sacrifice::kSeeTheFuture);
        return SeeTheFuture();
      case Action::kPriestsCommitment:
        spend(Sacrifice::kPriestsCommitment);
        state_.phase = Phase::kPile;
        return false;
      case Action::kPass:
        Tell(Do::kPass);
        return true;
    }
    return false;
  }

  void AddToBoard(Piece piece) {
    me_->board.Add(piece);
    ++me_->board_count;
  }

  void Take(uint8_t space) {
    for (const Piece piece : EmptySpace(space, Do::kTake)) {
      if (piece != kNoPiece) AddToBoard(piece);
    }
  }

  // Takes all out of a supply space, by an event of that kind, and refills the supply if that is
  // due.
  std::array<Piece, kMaxPerSpace> EmptySpace(uint8_t space, Do what) {
    const std::array<Piece, kMaxPerSpace> content = state_.supply[space];
    if constexpr (Events::kEnabled) {
      Event event = Make(what, space);
      for (const Piece piece : content) {
        if (piece != kNoPiece) event.Add(piece);
      }
      events_.Take(event);
    }
    state_.supply[space].fill(kNoPiece);
    state_.filled &= ~Slot(space);
    if ((state_.filled & rules_.body_spaces()) == 0 || (state_.filled & rules_.end_spaces()) == 0)
      Refill();
    return content;
  }

  void Refill() {
    if constexpr (Events::kEnabled) {
      Event refill = Make(Do::kRefill);
      FillSupply(rules_, state_, [&](size_t space) {
        refill.Add(static_cast<uint8_t>(space));
        for (const Piece piece : state_.supply[space]) refill.Add(piece);
      });
      if (refill.count > 0) events_.Take(refill);
    } else {
      FillSupply(rules_, state_, [](size_t) {});
    }
  }

  void PerfectPick(Piece first, Piece second) {
    if constexpr (Events::kEnabled) {
      Event event = Make(Do::kToken, static_cast<uint8_t>(Sacrifice::kPerfectPick), kNoCard);
      event.Add(first);
      if (second != kNoPiece) event.Add(second);
      events_.Take(event);
    }
    for (const Piece piece : {first, second}) {
      if (piece == kNoPiece) continue;
      --state_.bag[piece];
      --state_.bag_left[static_cast<size_t>(PartOf(piece))];
      AddToBoard(piece);
    }
    Refill();
  }

  // The discards become the deck.
  void Reshuffle() {
    Tell(Do::kReshuffle, static_cast<uint8_t>(state_.discards.size()));
    state_.discards.ForEach([&](uint8_t card) { state_.deck.push_back(card); });
    state_.discards = {};
  }

  // Fills the row from the left, as far as deck and discards reach.
  void FillRow() {
    while (state_.row.size() < config_.row) {
      if (state_.deck.empty()) {
        if (state_.discards.empty()) return;
        Reshuffle();
      }
      const size_t before = state_.row.size();
      SourceStream stream(state_, Source::kDeck);
      while (state_.row.size() < config_.row && !state_.deck.empty()) {
        state_.row.Insert(0, DrawCard(state_, stream));
      }
      if constexpr (Events::kEnabled) {
        Event event = Make(Do::kReveal);
        for (size_t i = 0; i < state_.row.size() - before; ++i) {
          event.Add(rules_.KindOf(state_.row[i]));
        }
        events_.Take(event);
      }
    }
  }

  bool DrawFromRow(uint8_t kind) {
    TellOne(kind, Do::kDraw, 0);
    const uint8_t card = RemoveKind(state_.row, kind);
    InsertIntoHand(card);
    state_.open_hands.Add(card);
    return AfterDraw();
  }
  bool DrawFromDeck() {
    if (state_.deck.empty()) Reshuffle();
    SourceStream stream(state_, Source::kDeck);
    const uint8_t card = DrawCard(state_, stream);
    TellOne(rules_.KindOf(card), Do::kDraw, 1);
    InsertIntoHand(card);
    return AfterDraw();
  }
  bool AfterDraw() {
    state_.steps = 1;
    return !CanDraw(rules_, state_);
  }

  bool SeeTheFuture() {
    Tell(Do::kToken, static_cast<uint8_t>(Sacrifice::kSeeTheFuture), kNoCard);
    TellCards(state_.row, Do::kDiscard, 0);
    for (const uint8_t card : state_.row) state_.discards.Add(card);
    state_.row.Clear();
    FillRow();
    state_.phase = Phase::kDiscard;
    return me_->hand.empty() && DiscardDone();
  }
  bool Discard(uint8_t kind) {
    const uint8_t card = RemoveFromHand(kind);
    state_.discards.Add(card);
    state_.chosen.InsertSorted(card);
    return me_->hand.empty() && DiscardDone();
  }
  bool DiscardDone() {
    if (!state_.chosen.empty()) TellCards(state_.chosen, Do::kDiscard, 1);
    state_.chosen.Clear();
    state_.phase = Phase::kDraw;
    return !CanDraw(rules_, state_);
  }

  void Commit(uint8_t pile) {
    const uint8_t temple = state_.tops[pile];
    TellOne(temple, Do::kToken, static_cast<uint8_t>(Sacrifice::kPriestsCommitment), pile);
    me_->temples.InsertSorted(temple);
    state_.open_temples |= uint64_t{1} << temple;
    Uncover(pile);
  }
  void Uncover(uint8_t pile) {
    UncoverTemple(state_, pile);
    TellOne(state_.tops[pile], Do::kUncover, pile);
    TemplesChanged();
  }
  // Which pieces may close a coatl depends on the temples at hand where one is required.
  void TemplesChanged() {
    if (config_.temple_required) ForEachGrowing([&](size_t c) { UpdateClosable(c); });
  }

  void RemoveFromBoard(Piece piece) {
    me_->board.Remove(piece);
    --me_->board_count;
  }

  void Start(Piece piece) {
    const uint8_t index = me_->coatl_count++;
    Tell(Do::kStart, index, piece);
    RemoveFromBoard(piece);
    me_->coatls[index].serpent = Serpent::Start(piece);
    me_->growing = static_cast<uint8_t>(me_->growing | 1U << index);
    me_->SetPlayableOn(index, PlayableOn(rules_, *me_, index));
    UpdateClosable(index);
    state_.steps = 1;
  }

  void Extend(uint8_t index, Side side, Piece piece) {
    Tell(Do::kExtend, index, static_cast<uint8_t>(side), piece);
    RemoveFromBoard(piece);
    Serpent& serpent = me_->coatls[index].serpent;
    serpent.AddAt(side, piece);
    UpdateGrown(index, side, ColorOf(piece));
    state_.steps = 1;
    if (serpent.has_head && serpent.has_tail) {
      state_.focus = index;
      state_.phase = Phase::kFinish;
      FinishProphecies();
    }
  }

  void PlayProphecy(uint8_t index, uint8_t kind) {
    TellOne(kind, Do::kProphecy, index);
    auto& prophecies = me_->coatls[index].prophecies;
    const uint8_t card = RemoveFromHand(kind);
    prophecies.push_back(card);
    // No second one of this family, and no other once the coatl is full.
    uint64_t playable = prophecies.size() < config_.max_prophecies ? me_->PlayableOn(index) : 0;
    for (size_t i = 0; i < me_->hand.size(); ++i) {
      if (rules_.FamilyOf(me_->hand[i]) == rules_.FamilyOf(card)) playable &= ~Slot(i);
    }
    me_->SetPlayableOn(index, playable);
    UpdateClosable(index);
    state_.steps = 1;
    if (state_.phase == Phase::kFinish) FinishProphecies();
  }

  // Goes on to the temple when no further prophecy can be played onto the closed coatl.
  void FinishProphecies() {
    if (me_->PlayableOn(state_.focus) == 0) FinishTemple();
  }

  // Asks for a temple, unless the coatl meets none that is at hand.
  void FinishTemple() {
    if (!MeetsTemple(rules_, state_, *me_, me_->coatls[state_.focus].serpent)) return Finish();
    state_.phase = Phase::kTemple;
  }

  void PlayTempleFromHand(uint8_t temple) {
    TellOne(temple, Do::kTemple, state_.focus, 0);
    auto& temples = me_->temples;
    size_t i = 0;
    while (temples[i] != temple) ++i;
    temples.Remove(i);
    state_.open_temples &= ~(uint64_t{1} << temple);
    me_->coatls[state_.focus].temple = temple;
    TemplesChanged();
    Finish();
  }
  void PlayTempleFromPile(uint8_t pile) {
    const uint8_t temple = state_.tops[pile];
    TellOne(temple, Do::kTemple, state_.focus, static_cast<uint8_t>(1 + pile));
    me_->coatls[state_.focus].temple = temple;
    Uncover(pile);
    Finish();
  }

  // The closed coatl's points are fixed; the build goes on.
  void Finish() {
    Coatl& coatl = me_->coatls[state_.focus];
    [[maybe_unused]] Event event = Make(Do::kFinish, state_.focus, coatl.temple);
    int points = 0;
    const auto add = [&](int worth) {
      points += worth;
      if constexpr (Events::kEnabled) event.Add(static_cast<uint8_t>(worth));
    };
    for (const uint8_t card : coatl.prophecies) {
      const uint8_t kind = rules_.KindOf(card);
      if constexpr (Events::kEnabled) event.Add(kind);
      add(rules_.matcher().Points(kind, coatl.serpent));
    }
    if (coatl.temple != kNoCard) add(rules_.temples()[coatl.temple].Points(coatl.serpent));
    if constexpr (Events::kEnabled) events_.Take(event);
    coatl.points = static_cast<uint16_t>(points);
    coatl.finished = 1;
    ++me_->finished;
    me_->growing = static_cast<uint8_t>(me_->growing & ~(1U << state_.focus));
    me_->SetPlayableOn(state_.focus, 0);
    me_->closable[state_.focus] = 0;
    state_.phase = Phase::kBuild;
    state_.focus = 0;
  }

  bool Done() {
    switch (state_.phase) {
      case Phase::kKeep:
        KeepDone();
        return false;
      case Phase::kFinish:
        FinishTemple();
        return false;
      case Phase::kDiscard:
        return DiscardDone();
      default:
        return true;
    }
  }

  void EndAction(bool passed) {
    FillRow();
    Tell(Do::kEndAction);
    if (rules_.solo()) {
      if (!EndsSolo()) MarcoTurn();
      return;
    }
    if (state_.end == End::kNone) {
      SetOffEnd();
      state_.passes = static_cast<uint8_t>(passed ? state_.passes + 1 : 0);
      if (state_.end == End::kNone && state_.passes == state_.player_count) {
        state_.end = End::kPasses;
        state_.phase = Phase::kOver;
        return;
      }
    }
    if (--state_.actions_left > 0) {
      BeginAction(/*optional=*/true);
    } else {
      NextTurn();
    }
  }

  // Did the action that is just over set off the end? Then it is noted how, and by whom.
  bool NoteEnd() {
    if (me_->finished >= config_.end_coatls) {
      state_.end = End::kCoatls;
    } else if (config_.end_bodies && (state_.filled & rules_.body_spaces()) == 0 &&
               state_.bag_left[0] == 0) {
      state_.end = End::kBodies;
    } else {
      return false;
    }
    state_.ender = state_.seat;
    return true;
  }

  void SetOffEnd() {
    if (!NoteEnd()) return;
    const int others = state_.player_count - 1;
    // When the segments ran out: the rest of this round, then a last turn for everyone.
    const int last_turns =
        state_.end == End::kCoatls ? others : others - state_.seat + state_.player_count;
    state_.turns_left = static_cast<uint8_t>(last_turns);
    Tell(Do::kLastTurns, static_cast<uint8_t>(state_.end));
  }

  void NextTurn() {
    do {
      if (state_.end != End::kNone && state_.turns_left-- == 0) {
        state_.turns_left = 0;
        state_.phase = Phase::kOver;
        return;
      }
      SetSeat(state_.seat + 1 == state_.player_count ? 0 : state_.seat + 1U);
    } while (ActionsThisTurn() == 0);
    BeginTurn(ActionsThisTurn());
  }

  uint8_t ActionsThisTurn() const {
    if (state_.end == End::kCoatls) {
      return state_.seat > state_.ender ? config_.last_actions_after : config_.last_actions_before;
    }
    if (state_.end == End::kBodies && state_.turns_left < state_.player_count) {
      return config_.last_actions_bodies;
    }
    return 1;
  }

  // The turn that is just over is the last one of a solo game if it set off the end.
  bool EndsSolo() {
    if (!NoteEnd()) return false;
    state_.phase = Phase::kOver;
    return true;
  }

  // M.A.R.C.O. plays, then the player is to act.
  [[gnu::noinline]] void MarcoTurn() {
    SetSeat(kMarcoSeat);
    ++state_.turns;
    const MarcoChoice choice = ChooseSpace(rules_, state_);
    const auto content = EmptySpace(choice.space, choice.take ? Do::kTake : Do::kDiscardSpace);
    for (const Piece piece : content) {
      if (piece == kNoPiece) continue;
      if (choice.take) {
        Place(piece);
      } else {
        ++state_.marco.discarded[piece];
      }
    }
    if (choice.take) {
      while (const auto complete = CompleteCard(rules_, state_.marco)) Complete(*complete);
      ClaimCards();
      FillRow();
    }
    Tell(Do::kEndAction);
    const bool over = EndsSolo();
    SetSeat(0);
    if (!over) BeginTurn(1);
  }

  // Onto the leftmost of its cards that lacks the piece; a piece that none lacks is discarded.
  void Place(Piece piece) {
    Marco& marco = state_.marco;
    const std::optional<size_t> place = CardFor(rules_, marco, piece);
    TellOne(place ? rules_.KindOf(marco.cards[*place].card) : kNoCard, Do::kPlace, piece);
    if (place) {
      marco.cards[*place].pieces.push_back(piece);
    } else {
      ++marco.discarded[piece];
    }
  }

  void Complete(size_t place) {
    Marco& marco = state_.marco;
    const MarcoCard done = marco.cards[place];
    const uint8_t points = rules_.TopPoints(done.card);
    TellOne(rules_.KindOf(done.card), Do::kComplete, 0, points);
    marco.cards.Remove(place);
    marco.completed.Add(done.card);
    marco.points = static_cast<uint16_t>(marco.points + points);
    marco.best = std::max(marco.best, points);
    for (const Piece piece : done.pieces) Place(piece);
  }

  // From the right of the row to the right of its cards.
  void ClaimCards() {
    Marco& marco = state_.marco;
    while (marco.cards.size() < config_.solo->marco_cards && !state_.row.empty()) {
      MarcoCard claimed;
      claimed.card = state_.row.back();
      state_.row.Remove(state_.row.size() - 1);
      TellOne(rules_.KindOf(claimed.card), Do::kClaim);
      marco.cards.push_back(claimed);
    }
  }

  const Rules& rules_;
  const RulesConfig& config_;
  State& state_;
  Player* me_;  // the seat to act; a blank one while M.A.R.C.O. plays
  Events& events_;
};

}  // namespace

template <class Events>
void CoatlGame::Apply(const Rules& rules, State* state, Move move, Events* events) {
  if (move.kind == MoveKind::kAction && IsPlain(static_cast<Action>(move.a))) {
    state->phase = PhaseOf(static_cast<Action>(move.a));
    return;
  }
  Play<Events>::Apply(rules, *state, move, *events);
}

template void CoatlGame::Apply(const Rules&, State*, Move, NoEvents*);
template void CoatlGame::Apply(const Rules&, State*, Move, EventLog*);
template void CoatlGame::Apply(const Rules&, State*, Move, EventHash*);

}  // namespace prestige::coatl
