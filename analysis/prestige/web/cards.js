// Draws pieces and cards of every game, for the report and for the viewer. All text from files
// goes through text nodes: a name is never read as HTML.
"use strict";

// An element with attributes ("class" and so on) and children: nodes or texts; null is left out.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const cards = (() => {
  const PARTS = { h: "head", b: "body", t: "tail" };
  const COLORS = { Y: "yellow", R: "red", K: "black", G: "green", B: "blue" };
  const FRAMES = new Set(["red", "black", "blue", "yellow", "green"]);

  // A piece as the replay writes it: "hY", "bG", "tK".
  function piece(text, extra = "") {
    const part = PARTS[text[0]] ?? "body";
    const color = text[1];
    const title = `${COLORS[color] ?? color} ${part}`;
    return make("span", { class: `piece ${part} ${color} ${extra}`, title }, color);
  }

  function token(text) {
    if (text === "*+") {
      return make("span", { class: "piece any more", title: "one or more pieces of any colours" }, "∗");
    }
    const color = text.replace(/[^YRKGB]/g, "");
    const name = COLORS[color] ?? text;
    if (text.startsWith("!")) {
      return make("span", { class: `piece not ${color}`, title: `no ${name} piece here` }, color);
    }
    if (text.startsWith("#")) {
      return make("span", { class: `piece ${color}`, title: `${name} pieces anywhere` }, color);
    }
    const more = text.endsWith("+");
    const title = more ? `one or more ${name} pieces` : `a ${name} piece`;
    return make("span", { class: `piece ${color}${more ? " more" : ""}`, title }, color);
  }

  // "!G G G !G" as pieces in colour.
  function pattern(text) {
    const box = make("span", { class: "pattern", role: "img", "aria-label": text });
    if (text.startsWith("#")) box.append(make("span", { class: "times" }, "#"));
    box.append(...text.split(" ").map(token));
    return box;
  }

  // "none K", "length 8", "equal B R" as a line of words and pieces.
  function requirement(text) {
    const [kind, ...rest] = text.split(" ");
    const box = make("span", { class: "pattern", role: "img", "aria-label": text });
    if (kind === "none") box.append("no ", token(rest[0]));
    else if (kind === "equal") box.append(token(rest[0]), "=", token(rest[1]));
    else box.append(`${rest[0]} long`);
    return box;
  }

  function levels(text) {
    const steps = text.split(" ").map((step) => step.split(":"));
    const parts = steps.flatMap(([times, points], i) => [
      `${i ? " · " : ""}${times}× `,
      make("b", null, points),
    ]);
    return make("span", { class: "levels", title: "times met, and points" }, parts);
  }

  // Gems of Splendor: a cost or a purse such as {white: 2, red: 1}.
  function gems(counts, kind = "gem") {
    const box = make("span", { class: "gems" });
    for (const [gem, n] of Object.entries(counts)) {
      if (n > 0) box.append(make("span", { class: `${kind} ${gem}`, title: `${n} ${gem}` }, `${n}`));
    }
    return box;
  }
  const GEMS = ["white", "blue", "green", "red", "black"];
  const cost = (card) => Object.fromEntries(GEMS.map((gem) => [gem, Number(card[gem] ?? 0)]));

  // The lines that say what a card asks and pays.
  function body(card) {
    if ("pattern" in card) return [pattern(card.pattern), levels(card.levels)];
    if ("first" in card) {
      return [
        requirement(card.first),
        requirement(card.second),
        make("span", { class: "levels" }, "one ", make("b", null, `${card.one}`), " · both ",
          make("b", null, `${card.both}`)),
      ];
    }
    return [gems(cost(card))];
  }

  function frame(card) {
    if ("frame" in card) return FRAMES.has(card.frame) ? `frame-${card.frame}` : "";
    if ("first" in card) return "frame-temple";
    return "bonus" in card ? `bonus-${card.bonus}` : "frame-noble";
  }

  function worth(card) {
    if (!("points" in card)) return null;
    return make("span", { class: "worth", title: "points" }, `${card.points}`);
  }

  // A whole card; `card` is a row of the deck, or an id alone where the deck is not known.
  function draw(card, extra = "", note = null) {
    if (typeof card === "string") {
      return make("span", { class: `card ${extra}` }, make("span", { class: "id" }, card));
    }
    return make(
      "span",
      { class: `card ${frame(card)} ${extra}` },
      make("span", { class: "top" }, make("span", { class: "id" }, card.id), worth(card), note),
      card.name ? make("span", { class: "name" }, card.name) : null,
      ...body(card),
    );
  }

  // The card in a line of text: its id and what it asks.
  function inline(card) {
    const asks = "pattern" in card ? [pattern(card.pattern)]
      : "first" in card ? [requirement(card.first), requirement(card.second)]
      : [gems(cost(card))];
    return make("span", { class: "inline-card" }, make("span", { class: "id" }, card.id), ...asks);
  }

  return { piece, pattern, requirement, levels, gems, cost, draw, inline, GEMS };
})();
