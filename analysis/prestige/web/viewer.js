// The replay viewer: steps through a game's events. What a game looks like is the business of its
// renderer, registered under the game's name:
//   start(setup)               the position before the first event, a plain object
//   apply(state, event, game)  changes the position; state.fresh (a Set) names what is new
//   draw(state, game, event)   the board as a node
//   tell(event, game)          the event as a list of texts and nodes, null to leave it out
//   finish(event)              a label if the event is worth jumping to, else null
//   points(state, game)        points by seat
//   seatName(seat, setup)      how the seat is called
//   title                      how the game is called
// `game` has setup, events, result and card(id), the deck's row (or the id where it is unknown).
"use strict";

const renderers = {};

const viewer = (() => {
  const KEYS = [
    ["← →", "a step back, on"],
    ["↑ ↓", "an action back, on"],
    ["F, Shift F", "the next finish, the one before"],
    ["Home, End", "start, end"],
    ["Space", "play, stop"],
  ];

  function prepare(log, deck) {
    const rows = new Map();
    for (const table of Object.values(deck ?? {})) {
      if (Array.isArray(table)) for (const row of table) rows.set(row.id, row);
    }
    const game = { ...log, card: (id) => rows.get(id) ?? id };
    const renderer = renderers[log.setup.game];
    if (!renderer) return { game, renderer: null };
    const states = [renderer.start(log.setup)];
    for (const event of log.events) {
      const state = structuredClone(states.at(-1));
      state.fresh = new Set();
      renderer.apply(state, event, game);
      states.push(state);
    }
    const finishes = [];
    log.events.forEach((event, i) => {
      const label = renderer.finish(event);
      if (label) finishes.push({ step: i + 1, label });
    });
    const ends = [0, ...log.events.flatMap((e, i) => (e.do === "end_action" ? [i + 1] : []))];
    if (ends.at(-1) !== log.events.length) ends.push(log.events.length);
    return { game, renderer, states, finishes, ends };
  }

  // Shows the games in `root`; `step` is where to begin. Returns {go, stop}.
  function mount(root, logs, deck, options = {}) {
    const prepared = new Map();
    let at = 0;
    let step = 0;
    let timer = null;
    let lines = [];
    const current = () => {
      if (!prepared.has(at)) prepared.set(at, prepare(logs[at], deck));
      return prepared.get(at);
    };

    const title = make("h1");
    const about = make("p", { class: "quiet about" });
    const score = make("div", { class: "score", "aria-live": "polite" });
    const board = make("main", { class: "board" });
    const story = make("ol", { class: "story" });
    const slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "step" });
    const place = make("output", { class: "place" });
    const marks = make("div", { class: "marks" });
    const finishes = make("div", { class: "finishes" });
    const play = button("play", "play or stop (Space)", () => toggle());
    const picker = make("select", { "aria-label": "game" });
    logs.forEach((log, i) => picker.append(make("option", { value: i }, `game ${log.setup.index}`)));
    picker.addEventListener("change", () => open(Number(picker.value)));

    function button(text, label, action) {
      const node = make("button", { type: "button", title: label, "aria-label": label }, text);
      node.addEventListener("click", action);
      return node;
    }

    const controls = make(
      "nav",
      { class: "controls", "aria-label": "steps" },
      make("div", { class: "slide" }, slider, marks),
      make(
        "div",
        { class: "buttons" },
        button("|◀", "start (Home)", () => go(0)),
        button("◀◀", "an action back (↑)", () => goAction(-1)),
        button("◀", "a step back (←)", () => go(step - 1)),
        play,
        button("▶", "a step on (→)", () => go(step + 1)),
        button("▶▶", "an action on (↓)", () => goAction(1)),
        button("▶|", "end (End)", () => go(Infinity)),
        place,
      ),
      finishes,
    );
    const help = make(
      "p",
      { class: "quiet keys" },
      KEYS.flatMap(([key, what]) => [make("kbd", null, key), ` ${what}  `]),
    );
    root.classList.add("viewer");
    root.replaceChildren(
      make("header", null, make("div", null, title, about), logs.length > 1 ? picker : null, score),
      make("div", { class: "table" }, board, make("aside", null, make("h2", null, "What happened"), story)),
      controls,
      help,
    );

    function open(index) {
      at = index;
      picker.value = `${index}`;
      const { game, renderer, finishes: jumps, states } = current();
      const { setup, result } = game;
      title.textContent = `${renderer?.title ?? setup.game}, game ${setup.index}`;
      const levels = setup.levels?.length ? `, levels ${setup.levels.join(" ")}` : "";
      const end = result ? ` · ended by ${result.end} after ${result.turns} turns` : "";
      about.textContent =
        `${setup.players} ${setup.players === 1 ? "player" : "players"} · ruleset ${setup.ruleset}` +
        `${levels} · seed ${setup.seed}${end}`;
      if (!renderer) {
        board.replaceChildren(make("p", null, `There is no picture of ${setup.game} yet.`));
        return;
      }
      slider.max = states.length - 1;
      tellStory();
      marks.replaceChildren(
        ...jumps.map(({ step: s, label }) =>
          make("span", { class: "mark", style: `left:${(100 * s) / (states.length - 1)}%`, title: label })),
      );
      finishes.replaceChildren(
        ...jumps.map(({ step: s, label }) => {
          const jump = button(label, `jump to: ${label}`, () => go(s));
          jump.dataset.step = s;
          return jump;
        }),
      );
      go(options.step ?? 0);
    }

    function tellStory() {
      const { game, renderer } = current();
      lines = [];
      const items = game.events.flatMap((event, i) => {
        const parts = renderer.tell(event, game);
        if (!parts) return [];
        const before = game.events[i - 1];
        const opens = before?.seat !== event.seat || before.do === "end_action";
        const line = make("li", { class: opens ? "opening" : "" },
          make("span", { class: `seat seat-${event.seat}` }, `${event.seat}`), make("span", null, parts));
        line.addEventListener("click", () => go(i + 1));
        lines.push({ step: i + 1, line });
        return [line];
      });
      story.replaceChildren(...items);
    }

    function go(target) {
      const { game, renderer, states, finishes: jumps } = current();
      if (!renderer) return;
      step = Math.max(0, Math.min(target, states.length - 1));
      const state = states[step];
      const event = step > 0 ? game.events[step - 1] : null;
      board.replaceChildren(renderer.draw(state, game, event));
      const winners = step === states.length - 1 ? (game.result?.winners ?? []) : [];
      score.replaceChildren(
        ...renderer.points(state, game).map((points, seat) =>
          make("div", { class: `seat-score seat-${seat}${winners.includes(seat) ? " winner" : ""}` },
            make("span", { class: "who" }, renderer.seatName(seat, game.setup)),
            make("strong", null, `${points}`),
            winners.includes(seat) ? make("span", { class: "crown" }, winners.length > 1 ? "shares" : "wins") : null)),
      );
      slider.value = step;
      place.textContent = `${step} / ${states.length - 1}`;
      let shown = null;
      for (const { step: s, line } of lines) {
        if (s <= step) shown = line;
        line.classList.toggle("future", s > step);
        line.classList.remove("now");
      }
      if (shown) {
        shown.classList.add("now");
        // Scrolls the list alone, never the page.
        story.scrollTop = shown.offsetTop - story.offsetTop - story.clientHeight / 2;
      } else {
        story.scrollTop = 0;
      }
      for (const jump of finishes.children) {
        jump.classList.toggle("now", Number(jump.dataset.step) === step);
      }
      if (step === states.length - 1) stop();
      options.onStep?.(at, step);
    }

    function goAction(direction) {
      const { ends } = current();
      if (!ends) return;
      const next = direction > 0 ? ends.find((s) => s > step) : ends.findLast((s) => s < step);
      if (next !== undefined) go(next);
    }

    function goFinish(direction) {
      const { finishes: jumps } = current();
      const next = direction > 0
        ? jumps?.find((jump) => jump.step > step)
        : jumps?.findLast((jump) => jump.step < step);
      if (next) go(next.step);
    }

    function stop() {
      clearInterval(timer);
      timer = null;
      play.textContent = "play";
    }

    function toggle() {
      if (timer) return stop();
      play.textContent = "stop";
      timer = setInterval(() => goAction(1), 900);
      goAction(1);
    }

    slider.addEventListener("input", () => go(Number(slider.value)));
    const onKey = (event) => {
      if (!root.isConnected || root.closest("dialog:not([open])")) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.target === picker) return;
      const actions = {
        ArrowLeft: () => go(step - 1),
        ArrowRight: () => go(step + 1),
        ArrowUp: () => goAction(-1),
        ArrowDown: () => goAction(1),
        Home: () => go(0),
        End: () => go(Infinity),
        " ": () => toggle(),
        f: () => goFinish(1),
        F: () => goFinish(-1),
      };
      // A button that has the focus keeps the space bar.
      if (event.key === " " && event.target.closest?.("button")) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    open(options.game ?? 0);
    return {
      go,
      stop: () => {
        stop();
        document.removeEventListener("keydown", onKey);
      },
    };
  }

  return { mount };
})();
