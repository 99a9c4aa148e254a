// Splendor, for the replay viewer.
"use strict";

{
  const TOKENS = [...cards.GEMS, "gold"];

  function start(setup) {
    const none = () => Object.fromEntries(TOKENS.map((gem) => [gem, 0]));
    return {
      bank: { ...none(), ...setup.bank },
      table: setup.table.map((tier) => [...tier]),
      nobles: [...setup.nobles],
      seats: Array.from({ length: setup.players }, () =>
        ({ tokens: none(), bought: [], reserved: [], nobles: [] })),
      holes: {},
      last: null,
      fresh: new Set(),
    };
  }

  function move(from, to, gem, n = 1) {
    from[gem] -= n;
    to[gem] += n;
  }

  // The place of a card that left the table is where the next one is put.
  function leaveTable(state, card) {
    state.table.forEach((tier, t) => {
      const place = tier.indexOf(card);
      if (place >= 0) {
        tier.splice(place, 1);
        state.holes[t] = place;
      }
    });
  }

  const on = {
    take(state, seat, event) {
      for (const gem of event.tokens) {
        move(state.bank, seat.tokens, gem);
        state.fresh.add(`gem:${event.seat}:${gem}`);
      }
    },
    return(state, seat, event) {
      for (const gem of event.tokens) move(seat.tokens, state.bank, gem);
    },
    reserve(state, seat, event) {
      if (event.from === "table") leaveTable(state, event.card);
      seat.reserved.push(event.card);
      state.fresh.add(`held:${event.seat}:${event.card}`);
      if (event.gold) {
        move(state.bank, seat.tokens, "gold");
        state.fresh.add(`gem:${event.seat}:gold`);
      }
    },
    buy(state, seat, event) {
      if (event.from === "table") leaveTable(state, event.card);
      else seat.reserved = seat.reserved.filter((card) => card !== event.card);
      for (const [gem, n] of Object.entries(event.paid)) move(seat.tokens, state.bank, gem, n);
      seat.bought.push(event.card);
      state.fresh.add(`bought:${event.seat}:${event.card}`);
    },
    reveal(state, seat, event) {
      if (event.card === null) return;
      const t = event.tier - 1;
      state.table[t].splice(state.holes[t] ?? state.table[t].length, 0, event.card);
      state.fresh.add(`table:${event.card}`);
    },
    noble(state, seat, event) {
      state.nobles = state.nobles.filter((card) => card !== event.card);
      seat.nobles.push(event.card);
      state.fresh.add(`noble:${event.seat}:${event.card}`);
    },
    last_turns(state, seat, event) {
      state.last = event.seat;
    },
  };
  const apply = (state, event) => on[event.do]?.(state, state.seats[event.seat], event);

  const isNew = (state, key) => (state.fresh.has(key) ? "new" : "");
  // The deck is known to the game, not to the position.
  const worth = (game, id) => Number(game.card(id).points ?? 0);
  const pointsOf = (seat, game) => [...seat.bought, ...seat.nobles].reduce((sum, id) => sum + worth(game, id), 0);

  function purse(state, tokens, bonuses, seat) {
    return make("div", { class: "purse" }, TOKENS.map((gem) =>
      make("span", { class: "gem-letter" },
        make("span", { class: `gem ${gem} ${isNew(state, `gem:${seat}:${gem}`)}`, title: `${gem} tokens` }, `${tokens[gem]}`),
        bonuses && gem !== "gold"
          ? make("span", { class: `gem square ${gem}`, title: `${gem} bonuses` }, `${bonuses[gem]}`)
          : null,
        gem)));
  }

  function drawSeat(state, game, seat, event) {
    const player = state.seats[seat];
    const bonuses = Object.fromEntries(cards.GEMS.map((gem) =>
      [gem, player.bought.filter((id) => game.card(id).bonus === gem).length]));
    const group = (label, ids, key) => (ids.length
      ? make("div", { class: "labelled" }, make("h5", null, label), make("div", { class: "cards" },
        ids.map((id) => cards.draw(game.card(id), `small ${isNew(state, `${key}:${seat}:${id}`)}`))))
      : null);
    return make(
      "section",
      { class: `panel seat-panel seat-${seat} ${event?.seat === seat ? "acting" : ""}`, "data-seat": seat },
      make("h3", null, make("span", { class: `seat seat-${seat}` }, `${seat}`), ` ${game.setup.strategies[seat] ?? ""}`,
        make("strong", { class: "points" }, `${pointsOf(player, game)} points`)),
      purse(state, player.tokens, bonuses, seat),
      group("reserved", player.reserved, "held"),
      group("nobles", player.nobles, "noble"),
      group("bought", player.bought, "bought"),
    );
  }

  function draw(state, game, event) {
    return make(
      "div",
      { class: "splendor-board" },
      make("section", { class: "panel common" },
        make("h3", null, "Bank"), purse(state, state.bank, null, "bank"),
        make("h3", null, "Nobles"), make("div", { class: "cards row" },
          state.nobles.map((id) => cards.draw(game.card(id), "small"))),
        make("h3", null, "Developments"),
        [2, 1, 0].map((t) => make("div", { class: "tier" }, make("span", { class: "tier-name" }, `tier ${t + 1}`),
          make("div", { class: "cards" }, state.table[t].map((id) =>
            cards.draw(game.card(id), `small ${isNew(state, `table:${id}`)}`))))),
        state.last === null ? null : make("p", { class: "last" }, `Last round: seat ${state.last} has 15 points.`)),
      ...state.seats.map((_, seat) => drawSeat(state, game, seat, event)),
    );
  }

  const gems = (list) => cards.gems(Object.fromEntries(TOKENS.map((gem) => [gem, list.filter((g) => g === gem).length])));
  const bold = (id) => make("b", null, id);
  const tales = {
    take: (e) => ["takes ", gems(e.tokens)],
    reserve: (e) => ["reserves ", bold(e.card), ` from the ${e.from}`, ...(e.gold ? [", with gold"] : [])],
    buy: (e) => ["buys ", bold(e.card), e.from === "hand" ? " from hand" : "", " for ",
      Object.keys(e.paid).length ? cards.gems(e.paid) : "nothing"],
    reveal: (e) => (e.card === null ? [`the deck of tier ${e.tier} is empty`] : ["next card: ", bold(e.card)]),
    return: (e) => ["gives back ", gems(e.tokens)],
    noble: (e) => ["receives noble ", bold(e.card)],
    pass: () => ["passes"],
    last_turns: () => [make("b", null, "last round")],
    end_action: () => null,
  };
  const tell = (event) => (tales[event.do] ?? ((e) => [e.do]))(event);
  const finish = (event) => (event.do === "noble" ? `seat ${event.seat} receives ${event.card}`
    : event.do === "last_turns" ? `seat ${event.seat} reaches the end` : null);
  const points = (state, game) => state.seats.map((seat) => pointsOf(seat, game));
  const seatName = (seat, setup) => `seat ${seat} · ${setup.strategies[seat] ?? ""}`;

  renderers.splendor = { title: "Splendor", start, apply, draw, tell, finish, points, seatName };
}
