#include "engine/coatl/chance.h"
#include "engine/coatl/game.h"

namespace prestige::coatl {
namespace {

// One move being played: the state, and the sink that hears of every event.
template <class Events>
class Play {
 public:
  Play(const Rules& rules, State& state, Events& events)
      : rules_(rules), config_(rules.config()), state_(state), events_(events) {}

  void Apply(Move move) {
    switch (move.kind) {
      case MoveKind::kKeep:
        return Keep(move.a);
      case MoveKind::kAction:
        return Choose(static_cast<Action>(move.a));
      case MoveKind::kTake:
        return Take(move.a);
      case MoveKind::kDrawRow:
        return DrawFromRow(move.a);
      case MoveKind::kDrawDeck:
        return DrawFromDeck();
      case MoveKind::kStart:
        return Start(move.a);
      case MoveKind::kExtend:
        return Extend(move.a, static_cast<Side>(move.b), move.c);
      case MoveKind::kProphecy:
        return PlayProphecy(move.a, move.b);
      case MoveKind::kTempleHand:
        return PlayTempleFromHand(move.a);
      case MoveKind::kTemplePile:
        return PlayTempleFromPile(move.a);
      case MoveKind::kNoTemple:
        return Finish();
      case MoveKind::kPick:
        return PerfectPick(move.a, move.b);
      case MoveKind::kDiscard:
        return Discard(move.a);
      case MoveKind::kPile:
        return Commit(move.a);
      case MoveKind::kDone:
        return Done();
    }
  }

 private:
  Player& me() { return state_.players[state_.seat]; }

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
    Player& player = me();
    size_t place = player.hand.size();
    while (place > 0 && card < player.hand[place - 1]) --place;
    player.hand.Insert(place, card);
    const unsigned below = (1U << place) - 1;
    for (size_t c = 0; c < player.coatl_count; ++c) {
      if (player.coatls[c].finished) continue;
      const unsigned old = player.playable[c];
      const unsigned fits = CanPlay(rules_, player.coatls[c], card) ? 1U << place : 0U;
      player.playable[c] = static_cast<uint16_t>((old & below) | (old & ~below) << 1 | fits);
      if (player.closable[c] != kAllColors) UpdateClosable(c);
    }
  }
  void RemoveFromHandAt(size_t place) {
    Player& player = me();
    player.hand.Remove(place);
    const unsigned below = (1U << place) - 1;
    for (size_t c = 0; c < player.coatl_count; ++c) {
      const unsigned old = player.playable[c];
      player.playable[c] = static_cast<uint16_t>((old & below) | ((old >> 1) & ~below));
      if (!player.coatls[c].finished) UpdateClosable(c);
    }
  }

  // The coatl has grown: only cards that the new piece can have completed or broken are looked at anew.
  void UpdateGrown(size_t index, Side side, Color color) {
    Player& player = me();
    const Coatl& coatl = player.coatls[index];
    unsigned playable = player.playable[index];
    for (size_t i = 0; i < player.hand.size(); ++i) {
      const uint8_t kind = rules_.KindOf(player.hand[i]);
      const unsigned bit = 1U << i;
      const bool fixed = (playable & bit) != 0 ? rules_.StaysMet(kind) : !rules_.MayGrowInto(kind, side, color);
      if (fixed) continue;
      playable = CanPlay(rules_, coatl, player.hand[i]) ? playable | bit : playable & ~bit;
    }
    player.playable[index] = static_cast<uint16_t>(playable);
    UpdateClosable(index);
  }

  // ClosableBy, with a short cut where one more prophecy is all that a coatl needs.
  void UpdateClosable(size_t index) {
    Player& player = me();
    const Coatl& coatl = player.coatls[index];
    const Serpent& serpent = coatl.serpent;
    uint32_t& closable = player.closable[index];
    if (serpent.has_head == serpent.has_tail) {
      closable = 0;
      return;
    }
    if (coatl.prophecies.size() + 1 != config_.min_prophecies || serpent.length == 1) {
      closable = ClosableBy(rules_, player, index);
      return;
    }
    for (unsigned bits = player.playable[index]; bits != 0; bits &= bits - 1) {
      const auto i = static_cast<size_t>(std::countr_zero(bits));
      if (rules_.StaysMet(rules_.KindOf(player.hand[i]))) {
        closable = kAllColors;
        return;
      }
    }
    const Side side = serpent.has_tail ? Side::kHead : Side::kTail;
    ClosedSerpent closed(serpent, side);
    closable = 0;
    for (size_t c = 0; c < kColors; ++c) {
      closed.Paint(static_cast<Color>(c));
      for (const uint8_t card : player.hand) {
        const uint8_t kind = rules_.KindOf(card);
        if (rules_.MayGrowInto(kind, side, static_cast<Color>(c)) &&
            rules_.matcher().Met(kind, closed.serpent())) {
          closable |= 1U << (4 * c);
          break;
        }
      }
    }
  }
  static constexpr uint32_t kAllColors = 0x11111;

  // A serpent closed at its open end by a piece whose colour can be changed at will.
  class ClosedSerpent {
   public:
    ClosedSerpent(const Serpent& open, Side side) : serpent_(open) {
      serpent_.AddAt(side, MakePiece(side == Side::kHead ? Part::kHead : Part::kTail, color_));
      place_ = side == Side::kHead ? 0 : serpent_.length - 1U;
    }
    const Serpent& serpent() const { return serpent_; }
    void Paint(Color color) {
      auto& words = place_ < 64 ? serpent_.low : serpent_.high;
      const uint64_t bit = uint64_t{1} << (place_ % 64);
      words[static_cast<size_t>(color_)] ^= bit;
      --serpent_.count[static_cast<size_t>(color_)];
      words[static_cast<size_t>(color)] ^= bit;
      ++serpent_.count[static_cast<size_t>(color)];
      color_ = color;
    }

   private:
    Serpent serpent_;
    Color color_ = Color::kYellow;
    size_t place_ = 0;
  };

  // A card leaves the hand. Of two equal ones that which everyone knows of goes first: seeing the kind played, nobody
  // can be sure any more that the other is there.
  uint8_t RemoveFromHand(uint8_t kind) {
    auto& hand = me().hand;
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
    state_.chosen.InsertSorted(RemoveKind(me().hand, kind));
    if (state_.chosen.size() == config_.keep || me().hand.empty()) KeepDone();
  }
  void KeepDone() {
    TellCards(state_.chosen, Do::kKeep);
    for (const uint8_t card : me().hand) state_.discards.Add(card);
    me().hand = state_.chosen;
    state_.chosen.Clear();
    if (++state_.seat == state_.player_count) {
      state_.seat = 0;
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

  void Choose(Action action) {
    const auto spend = [&](Sacrifice token) {
      state_.tokens[state_.seat] = static_cast<uint8_t>(state_.tokens[state_.seat] &
                                                        ~(1U << static_cast<unsigned>(token)));
    };
    switch (action) {
      case Action::kTake:
        state_.phase = Phase::kTake;
        return;
      case Action::kDraw:
        state_.phase = Phase::kDraw;
        return;
      case Action::kBuild:
        state_.phase = Phase::kBuild;
        return;
      case Action::kPerfectPick:
        spend(Sacrifice::kPerfectPick);
        state_.phase = Phase::kPick;
        return;
      case Action::kSeeTheFuture:
        spend(Sacrifice::kSeeTheFuture);
        return SeeTheFuture();
      case Action::kPriestsCommitment:
        spend(Sacrifice::kPriestsCommitment);
        state_.phase = Phase::kPile;
        return;
      case Action::kPass:
        Tell(Do::kPass);
        return EndAction(/*passed=*/true);
    }
  }

  void AddToBoard(Piece piece) {
    me().board.Add(piece);
    ++me().board_count;
  }

  void Take(uint8_t space) {
    auto& content = state_.supply[space];
    if constexpr (Events::kEnabled) {
      Event event = Make(Do::kTake, space);
      for (const Piece piece : content) {
        if (piece != kNoPiece) event.Add(piece);
      }
      events_.Take(event);
    }
    for (Piece& piece : content) {
      if (piece != kNoPiece) AddToBoard(piece);
      piece = kNoPiece;
    }
    --state_.on_supply[static_cast<size_t>(config_.supply[space])];
    if (state_.on_supply[0] == 0 || state_.on_supply[1] + state_.on_supply[2] == 0) Refill();
    EndAction();
  }

  void Refill() {
    Event refill = Make(Do::kRefill);
    FillSupply(config_, state_, refill);
    if constexpr (Events::kEnabled) {
      if (refill.count > 0) events_.Take(refill);
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
    EndAction();
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
      while (state_.row.size() < config_.row && !state_.deck.empty()) {
        state_.row.Insert(0, DrawCard(state_));
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

  void DrawFromRow(uint8_t kind) {
    TellOne(kind, Do::kDraw, 0);
    const uint8_t card = RemoveKind(state_.row, kind);
    InsertIntoHand(card);
    state_.open_hands.Add(card);
    AfterDraw();
  }
  void DrawFromDeck() {
    if (state_.deck.empty()) Reshuffle();
    const uint8_t card = DrawCard(state_);
    TellOne(rules_.KindOf(card), Do::kDraw, 1);
    InsertIntoHand(card);
    AfterDraw();
  }
  void AfterDraw() {
    state_.steps = 1;
    if (!CanDraw(rules_, state_)) EndAction();
  }

  void SeeTheFuture() {
    Tell(Do::kToken, static_cast<uint8_t>(Sacrifice::kSeeTheFuture), kNoCard);
    TellCards(state_.row, Do::kDiscard, 0);
    for (const uint8_t card : state_.row) state_.discards.Add(card);
    state_.row.Clear();
    FillRow();
    state_.phase = Phase::kDiscard;
    if (me().hand.empty()) DiscardDone();
  }
  void Discard(uint8_t kind) {
    const uint8_t card = RemoveFromHand(kind);
    state_.discards.Add(card);
    state_.chosen.InsertSorted(card);
    if (me().hand.empty()) DiscardDone();
  }
  void DiscardDone() {
    if (!state_.chosen.empty()) TellCards(state_.chosen, Do::kDiscard, 1);
    state_.chosen.Clear();
    state_.phase = Phase::kDraw;
    if (!CanDraw(rules_, state_)) EndAction();
  }

  void Commit(uint8_t pile) {
    const uint8_t temple = state_.tops[pile];
    TellOne(temple, Do::kToken, static_cast<uint8_t>(Sacrifice::kPriestsCommitment), pile);
    me().temples.InsertSorted(temple);
    state_.open_temples |= uint64_t{1} << temple;
    Uncover(pile);
    EndAction();
  }
  void Uncover(uint8_t pile) {
    UncoverTemple(state_, pile);
    TellOne(state_.tops[pile], Do::kUncover, pile);
  }

  void RemoveFromBoard(Piece piece) {
    me().board.Remove(piece);
    --me().board_count;
  }

  void Start(Piece piece) {
    const uint8_t index = me().coatl_count++;
    Tell(Do::kStart, index, piece);
    RemoveFromBoard(piece);
    me().coatls[index].serpent = Serpent::Start(piece);
    me().playable[index] = PlayableOn(rules_, me(), index);
    state_.steps = 1;
  }

  void Extend(uint8_t index, Side side, Piece piece) {
    Tell(Do::kExtend, index, static_cast<uint8_t>(side), piece);
    RemoveFromBoard(piece);
    Serpent& serpent = me().coatls[index].serpent;
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
    me().coatls[index].prophecies.push_back(RemoveFromHand(kind));
    me().playable[index] = PlayableOn(rules_, me(), index);
    UpdateClosable(index);
    state_.steps = 1;
    if (state_.phase == Phase::kFinish) FinishProphecies();
  }

  // Goes on to the temple when no further prophecy can be played onto the closed coatl.
  void FinishProphecies() {
    if (me().playable[state_.focus] == 0) FinishTemple();
  }

  // Asks for a temple, unless the coatl meets none that is at hand.
  void FinishTemple() {
    const Serpent& serpent = me().coatls[state_.focus].serpent;
    const auto met = [&](uint8_t temple) { return rules_.temples()[temple].Met(serpent) > 0; };
    bool any = false;
    for (const uint8_t temple : me().temples) any = any || met(temple);
    for (const uint8_t temple : state_.tops) any = any || (temple != kNoCard && met(temple));
    if (!any) return Finish();
    state_.phase = Phase::kTemple;
  }

  void PlayTempleFromHand(uint8_t temple) {
    TellOne(temple, Do::kTemple, state_.focus, 0);
    auto& temples = me().temples;
    size_t i = 0;
    while (temples[i] != temple) ++i;
    temples.Remove(i);
    state_.open_temples &= ~(uint64_t{1} << temple);
    me().coatls[state_.focus].temple = temple;
    Finish();
  }
  void PlayTempleFromPile(uint8_t pile) {
    const uint8_t temple = state_.tops[pile];
    TellOne(temple, Do::kTemple, state_.focus, static_cast<uint8_t>(1 + pile));
    me().coatls[state_.focus].temple = temple;
    Uncover(pile);
    Finish();
  }

  // The closed coatl's points are fixed; the build goes on.
  void Finish() {
    Coatl& coatl = me().coatls[state_.focus];
    Event event = Make(Do::kFinish, state_.focus, coatl.temple);
    int points = 0;
    for (const uint8_t card : coatl.prophecies) {
      const uint8_t kind = rules_.KindOf(card);
      const int worth = rules_.matcher().Points(kind, coatl.serpent);
      points += worth;
      event.Add(kind);
      event.Add(static_cast<uint8_t>(worth));
    }
    if (coatl.temple != kNoCard) {
      const int worth = rules_.temples()[coatl.temple].Points(coatl.serpent);
      points += worth;
      event.Add(static_cast<uint8_t>(worth));
    }
    if constexpr (Events::kEnabled) events_.Take(event);
    coatl.points = static_cast<uint16_t>(points);
    coatl.finished = 1;
    ++me().finished;
    me().playable[state_.focus] = 0;
    me().closable[state_.focus] = 0;
    state_.phase = Phase::kBuild;
    state_.focus = 0;
  }

  void Done() {
    switch (state_.phase) {
      case Phase::kKeep:
        return KeepDone();
      case Phase::kFinish:
        return FinishTemple();
      case Phase::kDiscard:
        return DiscardDone();
      default:
        return EndAction();
    }
  }

  void EndAction(bool passed = false) {
    FillRow();
    Tell(Do::kEndAction);
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

  // Did the action that is just over set off the last turns?
  void SetOffEnd() {
    const int others = state_.player_count - 1;
    if (me().finished >= config_.end_coatls) {
      state_.end = End::kCoatls;
      state_.turns_left = static_cast<uint8_t>(others);
    } else if (config_.end_bodies && state_.on_supply[0] == 0 && state_.bag_left[0] == 0) {
      // The rest of this round, then a last turn for everyone.
      state_.end = End::kBodies;
      state_.turns_left = static_cast<uint8_t>(others - state_.seat + state_.player_count);
    } else {
      return;
    }
    state_.ender = state_.seat;
    Tell(Do::kLastTurns, static_cast<uint8_t>(state_.end));
  }

  void NextTurn() {
    do {
      if (state_.end != End::kNone && state_.turns_left-- == 0) {
        state_.turns_left = 0;
        state_.phase = Phase::kOver;
        return;
      }
      state_.seat = static_cast<uint8_t>(state_.seat + 1 == state_.player_count ? 0 : state_.seat + 1);
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

  const Rules& rules_;
  const RulesConfig& config_;
  State& state_;
  Events& events_;
};

}  // namespace

template <class Events>
void CoatlGame::Apply(const Rules& rules, State* state, Move move, Events* events) {
  Play<Events>(rules, *state, *events).Apply(move);
}

template void CoatlGame::Apply(const Rules&, State*, Move, NoEvents*);
template void CoatlGame::Apply(const Rules&, State*, Move, EventLog*);
template void CoatlGame::Apply(const Rules&, State*, Move, EventHash*);

}  // namespace prestige::coatl
