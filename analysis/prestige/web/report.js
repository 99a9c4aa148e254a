// The report: cards drawn, tables sorted and filtered, charts that answer the pointer, replays.
"use strict";

const report = (() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);

  function drawCards(decks) {
    const rows = {};
    for (const [anchor, deck] of Object.entries(decks)) {
      rows[anchor] = new Map(Object.values(deck).flat().map((row) => [row.id, row]));
    }
    for (const place of document.querySelectorAll("[data-card]")) {
      const card = rows[place.dataset.run]?.get(place.dataset.card);
      if (!card) continue;
      const drawn = cards.inline(card);
      if (card.name) drawn.append(make("span", { class: "quiet name" }, card.name));
      place.replaceChildren(drawn);
    }
  }

  // Numbers sort by data-value, missing ones last; texts by what they say.
  function sortBy(table, column, ascending) {
    const body = table.tBodies[0];
    const key = (row) => {
      const cell = row.cells[column];
      if (!("value" in cell.dataset)) return cell.textContent.trim();
      return cell.dataset.value === "" ? null : Number(cell.dataset.value);
    };
    const rows = [...body.rows].map((row) => [key(row), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      const order = typeof a === "number" ? a - b : a.localeCompare(b);
      return ascending ? order : -order;
    });
    body.append(...rows.map(([, row]) => row));
    [...table.tHead.rows[0].cells].forEach((cell, i) => {
      if (i === column) cell.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
  }

  function makeSortable(table) {
    [...table.tHead.rows[0].cells].forEach((cell, i) => {
      cell.querySelector("button")?.addEventListener("click", () => {
        const number = "value" in (table.tBodies[0].rows[0]?.cells[i].dataset ?? {});
        const now = cell.getAttribute("aria-sort");
        sortBy(table, i, now ? now === "descending" : !number);
      });
    });
  }

  function makeFilterable(box) {
    const table = document.getElementById(box.dataset.table);
    const text = box.querySelector("input[type=search]");
    const frame = box.querySelector("select");
    const outliers = box.querySelector("input[type=checkbox]");
    const count = box.querySelector("output");
    const update = () => {
      const wanted = text.value.trim().toLowerCase();
      let shown = 0;
      for (const row of table.tBodies[0].rows) {
        const fits = row.dataset.text.toLowerCase().includes(wanted)
          && (!frame.value || row.dataset.frame === frame.value)
          && (!outliers?.checked || row.dataset.verdict !== "no verdict");
        row.hidden = !fits;
        shown += fits;
      }
      count.textContent = `${shown} of ${table.tBodies[0].rows.length} cards`;
    };
    for (const control of [text, frame, outliers]) control?.addEventListener("input", update);
    update();
  }

  // What a mark of a chart stands for, where the pointer is; a click leads to the card's row.
  function makeCharts() {
    const tip = make("div", { class: "tip", role: "tooltip", hidden: "" });
    document.body.append(tip);
    const markOf = (event) => event.target.closest?.("figure [aria-roledescription]:not(g)[aria-label]");
    document.addEventListener("pointermove", (event) => {
      const mark = markOf(event);
      tip.hidden = !mark;
      if (!mark) return;
      tip.textContent = mark.getAttribute("aria-label");
      tip.style.left = `${Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8)}px`;
      tip.style.top = `${Math.max(8, event.clientY - tip.offsetHeight - 12)}px`;
    });
    document.addEventListener("click", (event) => {
      const prefix = event.target.closest?.("figure[data-rows]")?.dataset.rows;
      const card = markOf(event)?.getAttribute("aria-label").split(" ")[0].replace(/:$/, "");
      if (prefix && card && document.getElementById(`${prefix}-${card}`)) location.hash = `${prefix}-${card}`;
    });
  }

  function makeReplays(games, decks) {
    const theatre = document.querySelector("dialog.theatre");
    const stage = theatre.querySelector(".stage");
    let shown = null;
    theatre.querySelector(".close").addEventListener("click", () => theatre.close());
    theatre.addEventListener("close", () => {
      shown?.stop();
      stage.replaceChildren();
    });
    for (const button of document.querySelectorAll("button[data-game]")) {
      button.addEventListener("click", () => {
        const mine = games.filter((game) => game.anchor === button.dataset.run);
        const game = mine.findIndex((g) => g.setup.index === Number(button.dataset.game));
        theatre.showModal();
        shown = viewer.mount(stage, mine, decks[button.dataset.run], { game });
      });
    }
  }

  function start() {
    const decks = read("decks");
    drawCards(decks);
    document.querySelectorAll("table.sortable").forEach(makeSortable);
    document.querySelectorAll(".filters").forEach(makeFilterable);
    makeCharts();
    makeReplays(read("games"), decks);
  }
  return { start };
})();

report.start();
