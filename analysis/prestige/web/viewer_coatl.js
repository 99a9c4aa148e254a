// Cóatl for 2 to 4 players, and the solo game against M.A.R.C.O., for the replay viewer.
"use strict";

{
  const TOKENS = {
    "perfect-pick": "perfect pick",
    "see-the-future": "see the future",
    "priests-commitment": "priest's commitment",
  };

  function removeOne(list, value) {
    const i = list.indexOf(value);
    if (i >= 0) list.splice(i, 1);
    return i;
  }

  function start(setup) {
    const seats = setup.dealt.map((dealt, seat) => ({
      pieces: [],
      hand: [...dealt],
      temples: [...(setup.temples[seat] ?? [])],
      tokens: setup.tokens ? Object.keys(TOKENS) : [],
      coameh: [],
      points: 0,
    }));
    const marco = setup.marco
      ? { cards: setup.marco.map((card) => ({ card, pieces: [] })), pieces: [], done: [], points: 0 }
      : null;
    return {
      supply: setup.supply.map((space) => [...space]),
      row: [...setup.row],
      piles: [...setup.piles],
      seats,
      marco,
      last: null,
      fresh: new Set(),
    };
  }

  const onSeat = {
    keep(state, seat, event) {
      seat.hand = [...event.cards];
      seat.hand.forEach((_, i) => state.fresh.add(`hand:${event.seat}:${i}`));
    },
    take(state, seat, event) {
      state.supply[event.space - 1] = [];
      state.fresh.add(`space:${event.space - 1}`);
      gain(state, seat, event);
    },
    draw(state, seat, event) {
      if (event.from === "row") removeOne(state.row, event.card);
      seat.hand.push(event.card);
      state.fresh.add(`hand:${event.seat}:${seat.hand.length - 1}`);
    },
    start(state, seat, event) {
      removeOne(seat.pieces, event.piece);
      seat.coameh[event.coatl] = { pieces: [event.piece], cards: [], points: null };
      state.fresh.add(`coatl:${event.seat}:${event.coatl}:0`);
    },
    extend(state, seat, event) {
      removeOne(seat.pieces, event.piece);
      const { pieces } = seat.coameh[event.coatl];
      if (event.end === "head") pieces.unshift(event.piece);
      else pieces.push(event.piece);
      const i = event.end === "head" ? 0 : pieces.length - 1;
      state.fresh.add(`coatl:${event.seat}:${event.coatl}:${i}`);
    },
    prophecy(state, seat, event) {
      removeOne(seat.hand, event.card);
      seat.coameh[event.coatl].cards.push({ id: event.card, points: null });
      state.fresh.add(`on:${event.seat}:${event.coatl}:${event.card}`);
    },
    temple(state, seat, event) {
      if (event.from === "hand") removeOne(seat.temples, event.card);
      else state.piles[event.from === "pile0" ? 0 : 1] = null;
      seat.coameh[event.coatl].cards.push({ id: event.card, points: null });
      state.fresh.add(`on:${event.seat}:${event.coatl}:${event.card}`);
    },
    finish(state, seat, event) {
      const coatl = seat.coameh[event.coatl];
      coatl.points = event.points;
      for (const card of coatl.cards) card.points = event.cards[card.id] ?? 0;
      seat.points += event.points;
      state.fresh.add(`finish:${event.seat}:${event.coatl}`);
    },
    token(state, seat, event) {
      removeOne(seat.tokens, event.kind);
      if (event.pieces) gain(state, seat, event);
      if (event.kind === "priests-commitment") {
        state.piles[event.pile] = null;
        seat.temples.push(event.card);
        state.fresh.add(`temple:${event.seat}:${seat.temples.length - 1}`);
      }
    },
    discard(state, seat, event) {
      const from = event.from === "row" ? state.row : seat.hand;
      for (const card of event.cards) removeOne(from, card);
    },
  };

  function gain(state, seat, event) {
    for (const piece of event.pieces) {
      seat.pieces.push(piece);
      state.fresh.add(`board:${event.seat}:${seat.pieces.length - 1}`);
    }
  }

  // The pieces that M.A.R.C.O. needs for a card: those of its highest level.
  function needed({ pattern, levels }) {
    if (!pattern) return Infinity;
    const times = Number(levels.trim().split(/\s+/).at(-1).split(":")[0]);
    return times * pattern.split(/\s+/).filter((token) => token && !token.startsWith("!")).length;
  }

  const onMarco = {
    take(state, marco, event) {
      state.supply[event.space - 1] = [];
      state.fresh.add(`space:${event.space - 1}`);
      marco.pieces = [...event.pieces];
    },
    discard_space(state, marco, event) {
      state.supply[event.space - 1] = [];
      state.fresh.add(`space:${event.space - 1}`);
    },
    place(state, marco, event, game) {
      removeOne(marco.pieces, event.piece);
      // Of two copies of a card, the left one until it has all.
      const slot = marco.cards.find(({ card, pieces }) =>
        card === event.card && pieces.length < needed(game.card(card)));
      if (!slot) return;
      slot.pieces.push(event.piece);
      state.fresh.add(`marco:${event.card}:${slot.pieces.length - 1}`);
    },
    complete(state, marco, event) {
      const i = marco.cards.findIndex(({ card }) => card === event.card);
      if (i >= 0) marco.pieces.push(...marco.cards.splice(i, 1)[0].pieces);
      marco.done.push({ id: event.card, points: event.points });
      marco.points += event.points;
    },
    claim(state, marco, event) {
      const i = state.row.lastIndexOf(event.card);
      if (i >= 0) state.row.splice(i, 1);
      marco.cards.push({ card: event.card, pieces: [] });
      state.fresh.add(`marco:${event.card}`);
    },
    end_action(state, marco) {
      marco.pieces = [];
    },
  };

  const anyone = {
    refill(state, event) {
      for (const [space, pieces] of Object.entries(event.spaces)) {
        state.supply[Number(space) - 1] = [...pieces];
        state.fresh.add(`space:${Number(space) - 1}`);
      }
    },
    reveal(state, event) {
      state.row.unshift(...event.cards);
      event.cards.forEach((_, i) => state.fresh.add(`row:${i}`));
    },
    uncover(state, event) {
      state.piles[event.pile] = event.card;
      state.fresh.add(`pile:${event.pile}`);
    },
    last_turns(state, event) {
      state.last = { seat: event.seat, why: event.why };
    },
  };

  function apply(state, event, game) {
    if (anyone[event.do]) anyone[event.do](state, event);
    else if (state.marco && event.seat === 1) onMarco[event.do]?.(state, state.marco, event, game);
    else onSeat[event.do]?.(state, state.seats[event.seat], event);
  }

  const isNew = (state, key) => (state.fresh.has(key) ? "new" : "");

  function drawCoatl(state, game, seat, i) {
    const coatl = state.seats[seat].coameh[i];
    const done = coatl.points !== null;
    const body = make("div", { class: "serpent" }, coatl.pieces.map((piece, k) =>
      cards.piece(piece, isNew(state, `coatl:${seat}:${i}:${k}`))));
    const on = coatl.cards.map((card) =>
      cards.draw(game.card(card.id), `small ${isNew(state, `on:${seat}:${i}:${card.id}`)}`,
        card.points === null ? null : make("strong", { class: card.points ? "paid" : "paid none" }, `+${card.points}`)));
    return make(
      "section",
      { class: `coatl ${done ? "done" : ""} ${isNew(state, `finish:${seat}:${i}`)}`, "data-coatl": `${seat}:${i}` },
      make("h4", null, `coatl ${i}`, make("span", { class: "quiet" },
        ` ${coatl.pieces.length} ${coatl.pieces.length === 1 ? "piece" : "pieces"}`),
      done ? make("strong", { class: "total" }, `${coatl.points} points`) : null),
      body,
      on.length ? make("div", { class: "cards" }, on) : null,
    );
  }

  function drawSeat(state, game, seat, event) {
    const player = state.seats[seat];
    const room = Math.max(8, player.pieces.length);
    const slots = Array.from({ length: room }, (_, i) =>
      i < player.pieces.length
        ? cards.piece(player.pieces[i], isNew(state, `board:${seat}:${i}`))
        : make("span", { class: "slot" }));
    const acting = event && event.seat === seat ? "acting" : "";
    return make(
      "section",
      { class: `panel seat-panel seat-${seat} ${acting}`, "data-seat": seat },
      make("h3", null, make("span", { class: `seat seat-${seat}` }, `${seat}`),
        ` ${game.setup.strategies[seat] ?? ""}`,
        make("strong", { class: "points" }, `${player.points} points`)),
      make("div", { class: "pieces", "aria-label": "board" }, slots),
      player.coameh.length
        ? make("div", { class: "coameh" }, player.coameh.map((_, i) => drawCoatl(state, game, seat, i)))
        : make("p", { class: "quiet none" }, "no coatl yet"),
      make("div", { class: "holding" },
        labelled("hand", player.hand.map((id, i) => cards.draw(game.card(id), `small ${isNew(state, `hand:${seat}:${i}`)}`))),
        labelled("temples", player.temples.map((id, i) => cards.draw(game.card(id), `small ${isNew(state, `temple:${seat}:${i}`)}`))),
        game.setup.tokens
          ? labelled("tokens", Object.entries(TOKENS).map(([kind, name]) =>
            make("span", { class: `token ${player.tokens.includes(kind) ? "" : "spent"}` }, name)))
          : null),
    );
  }

  function labelled(label, nodes) {
    if (!nodes.length) return null;
    return make("div", { class: "labelled" }, make("h5", null, label), make("div", { class: "cards" }, nodes));
  }

  function drawMarco(state, game, event) {
    const { marco } = state;
    return make(
      "section",
      { class: `panel seat-panel seat-1 ${event?.seat === 1 ? "acting" : ""}`, "data-seat": 1 },
      make("h3", null, make("span", { class: "seat seat-1" }, "1"), " M.A.R.C.O.",
        make("strong", { class: "points" }, `${marco.points} points`)),
      make("div", { class: "cards" }, marco.cards.map(({ card, pieces }) =>
        make("div", { class: "marco-card" }, cards.draw(game.card(card), `small ${isNew(state, `marco:${card}`)}`),
          make("div", { class: "pieces" }, pieces.map((piece, i) =>
            cards.piece(piece, isNew(state, `marco:${card}:${i}`))))))),
      labelled("completed", marco.done.map(({ id, points }) =>
        cards.draw(game.card(id), "small", make("strong", { class: "paid" }, `+${points}`)))),
    );
  }

  function draw(state, game, event) {
    const supply = state.supply.map((space, i) =>
      make("div", { class: `space ${isNew(state, `space:${i}`)}`, "data-space": i + 1 },
        make("span", { class: "number" }, `${i + 1}`),
        space.length ? space.map((piece) => cards.piece(piece)) : make("span", { class: "slot" })));
    const row = state.row.map((id, i) => cards.draw(game.card(id), `small ${isNew(state, `row:${i}`)}`));
    const piles = state.piles.map((id, i) =>
      id === null
        ? make("span", { class: "card small empty" }, "empty")
        : cards.draw(game.card(id), `small ${isNew(state, `pile:${i}`)}`));
    const seats = state.seats.map((_, seat) => drawSeat(state, game, seat, event));
    if (state.marco) seats.push(drawMarco(state, game, event));
    return make(
      "div",
      { class: "coatl-board" },
      make("section", { class: "panel common" },
        make("div", null, make("h3", null, "Supply"), make("div", { class: "supply" }, supply)),
        make("div", { class: "open-cards" },
          make("div", null, make("h3", null, "Prophecies"), make("div", { class: "cards" }, row)),
          make("div", null, make("h3", null, "Temples"), make("div", { class: "cards" }, piles))),
        state.last ? make("p", { class: "last" }, `Last turns: seat ${state.last.seat} set off the end (${state.last.why}).`) : null),
      ...seats,
    );
  }

  const idOf = (game, id) => make("b", null, id);
  const listed = (nodes) => (nodes.length ? nodes.flatMap((node, i) => (i ? [" ", node] : [node])) : ["nothing"]);
  const ids = (game, list) => listed(list.map((id) => idOf(game, id)));
  const pieces = (list) => listed(list.map((piece) => cards.piece(piece)));

  const tales = {
    keep: (e, game) => ["keeps ", ...ids(game, e.cards)],
    take: (e) => ["takes ", ...pieces(e.pieces), ` from space ${e.space}`],
    discard_space: (e) => ["discards ", ...pieces(e.pieces), ` of space ${e.space}`],
    refill: () => ["the supply is filled"],
    draw: (e, game) => ["draws ", idOf(game, e.card), ` from the ${e.from}`],
    reveal: (e, game) => ["new in the row: ", ...ids(game, e.cards)],
    reshuffle: (e) => [`the ${e.size} discards become the deck`],
    start: (e) => [`starts coatl ${e.coatl} with `, cards.piece(e.piece)],
    extend: (e) => ["adds ", cards.piece(e.piece), ` at the ${e.end} of coatl ${e.coatl}`],
    prophecy: (e, game) => ["plays ", idOf(game, e.card), ` on coatl ${e.coatl}`],
    temple: (e, game) => ["plays temple ", idOf(game, e.card),
      e.from === "hand" ? ` on coatl ${e.coatl}` : ` from a pile on coatl ${e.coatl}`],
    uncover: (e, game) => (e.card === null ? ["the temple pile is empty"] : ["next temple: ", idOf(game, e.card)]),
    finish: (e) => [`finishes coatl ${e.coatl}: `, make("b", { class: "paid" }, `${e.points} points`)],
    token: (e, game) => [`spends ${TOKENS[e.kind] ?? e.kind}`,
      ...(e.pieces ? [": ", ...pieces(e.pieces)] : []), ...(e.card ? [": ", idOf(game, e.card)] : [])],
    discard: (e, game) => ["discards ", ...ids(game, e.cards), ` from the ${e.from}`],
    pass: () => ["passes"],
    last_turns: (e) => [make("b", null, `last turns: ${e.why}`)],
    place: (e, game) => (e.card === null ? ["drops ", cards.piece(e.piece)]
      : ["puts ", cards.piece(e.piece), " on ", idOf(game, e.card)]),
    complete: (e, game) => ["completes ", idOf(game, e.card), ": ", make("b", { class: "paid" }, `${e.points} points`)],
    claim: (e, game) => ["claims ", idOf(game, e.card)],
    end_action: () => null,
  };
  const tell = (event, game) => (tales[event.do] ?? ((e) => [e.do]))(event, game);

  function finish(event) {
    if (event.do === "finish") return `seat ${event.seat} finishes: ${event.points}`;
    if (event.do === "complete") return `M.A.R.C.O. completes ${event.card}: ${event.points}`;
    return null;
  }

  const points = (state) => [...state.seats.map((seat) => seat.points), ...(state.marco ? [state.marco.points] : [])];
  const seatName = (seat, setup) =>
    setup.marco && seat === 1 ? "M.A.R.C.O." : `seat ${seat} · ${setup.strategies[seat] ?? ""}`;

  renderers.coatl = { title: "Cóatl", start, apply, draw, tell, finish, points, seatName };
  renderers["coatl-solo"] = { ...renderers.coatl, title: "Cóatl solo" };
}
