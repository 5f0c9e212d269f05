// Choosing a move: all moves of the reader are on the page, and every tap narrows them down. The dock says what
// the choice comes to. What is half chosen is kept in this tab alone, by the question that it answers.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const form = () => byId("choose");
  const question = () => `draft-${byId("live").dataset.table}-${form().dataset.question}`;
  const TEXT = 0, WORDS = 1, REMARK = 2, PARTS = 3, ASKS = 4, FINAL = 5, SPOTS = 6, ABOUT = 7;
  let kinds = [], draft = null, chosen = null, about = "";

  // A draft: the number of the form, the values picked by part, and the place that was tapped.
  const fresh = (verb = 0) => ({ verb, picks: {}, spot: "" });
  function recall() {
    try { return JSON.parse(sessionStorage.getItem(question())) || fresh(); } catch { return fresh(); }
  }
  function keep() {
    try { sessionStorage.setItem(question(), JSON.stringify(draft)); } catch { /* it is kept as long as the page */ }
  }

  const box = (verb = draft.verb) => form().querySelector(`[data-kind="${verb}"]`);
  const facets = () => [...box().querySelectorAll("[data-facet]")];
  const several = (facet) => Number(facet.dataset.most) > 1;
  const inputs = (facet) => [...facet.querySelectorAll("input")];

  // The moves that fit the draft, without what was picked of one part.
  function left(without = -1) {
    return kinds[draft.verb].filter((one) =>
      (!draft.spot || one[SPOTS].includes(draft.spot)) &&
      Object.entries(draft.picks).every(([part, values]) => Number(part) === without || values.every((value) => one[PARTS][part].includes(value))));
  }

  // The move that is meant: the only one left, or the one that has exactly the pieces that were picked.
  function meant() {
    const fits = left(), many = facets().flatMap((facet, part) => (several(facet) ? [part] : []));
    const exact = fits.filter((one) => many.every((part) => one[PARTS][part].length === (draft.picks[part] || []).length));
    if (exact.length === 1) return exact[0];
    return fits.length === 1 && !many.length ? fits[0] : null;
  }

  const touched = () => Boolean(draft.spot || Object.values(draft.picks).some((values) => values.length));

  // What the page proposes before anything is picked: never what gives something away, nor five pieces of eight.
  function proposed() {
    const first = kinds[draft.verb][0];
    if (touched() || !first) return null;
    if (kinds[draft.verb].length === 1) return first;
    return first[ASKS] || facets().some((facet) => Number(facet.dataset.most) > 2) ? null : first;
  }

  function pick(part, value) {
    const facet = facets()[part], before = draft.picks[part] || [];
    if (several(facet)) draft.picks[part] = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
    else if (before[0] === value && chosen) return byId("go").click();
    else draft.picks[part] = [value];
    if (left().length) return show();
    draft.spot = "";
    if (!left().length) draft.picks = several(facet) ? { ...draft.picks, [part]: before } : { [part]: [value] };
    show();
  }

  function tap(spot) {
    const fits = (verb) => kinds[verb].some((one) => one[SPOTS].includes(spot));
    if (draft.spot === spot && chosen) return byId("go").click();
    const verb = fits(draft.verb) ? draft.verb : kinds.findIndex((_, other) => fits(other));
    if (verb < 0) return;
    if (verb !== draft.verb) draft = fresh(verb);
    draft.spot = spot;
    if (!left().length) draft.picks = {};
    show();
  }

  function say(strong, small) {
    const [first, second] = byId("say").children;
    first.textContent = strong;
    second.textContent = small;
  }

  // The remark of a move in two parts: what it comes to, and the rest.
  function explain(move) {
    const remark = move[REMARK] || move[WORDS];
    const [, head, tail] = /^(.{1,70}?)(?:[;.]\s+)(.+)$/s.exec(remark) || [null, remark, ""];
    say(move[ABOUT] ? `${move[ABOUT]}: ${head}` : head, tail);
  }

  function show() {
    keep();
    about = "";
    const rows = form().querySelector(".choices");
    chosen = rows ? kinds.flat().find((one) => one[TEXT] === rows.querySelector(":checked")?.value) || null : meant() || proposed();
    if (!rows) mark();
    if (wide()) return reckon(box());
    const go = byId("go"), missing = rows ? null : lacking();
    if (chosen) explain(chosen);
    else if (missing) say(missing.head, missing.more);
    else say("", "");
    go.disabled = !chosen;
    go.textContent = chosen ? chosen[WORDS] : missing ? missing.button : "Choose";
    byId("anew").hidden = rows || !touched();
    form().dataset.asks = !chosen ? "" : chosen[ASKS] ? "gives" : chosen[FINAL] ? "final" : "";
    form().dataset.words = chosen ? chosen[WORDS] : "";
    point();
  }

  // What is still to be chosen.
  function lacking() {
    const fits = left(), best = fits[0];
    for (const [part, facet] of facets().entries()) {
      const name = facet.querySelector("legend").textContent, picked = (draft.picks[part] || []).length;
      if (several(facet)) {
        const needed = Math.min(...kinds[draft.verb].map((one) => one[PARTS][part].length));
        const more = Math.max(1, needed - picked);
        return { head: picked ? `${picked} of ${needed}. Still within reach:` : `Tap ${needed} of the ${inputs(facet).length}.`,
          more: picked && best ? best[REMARK] : "", button: `Choose ${more} more` };
      }
      if (!picked && new Set(fits.map((one) => one[PARTS][part][0])).size > 1) return { head: `Choose: ${name.toLowerCase()}`, more: `${fits.length} moves`, button: "Choose" };
    }
    return null;
  }

  function mark() {
    form().querySelectorAll("[data-verb]").forEach((verb) => verb.setAttribute("aria-pressed", String(Number(verb.dataset.verb) === draft.verb)));
    form().querySelectorAll("[data-kind]").forEach((kind) => (kind.hidden = Number(kind.dataset.kind) !== draft.verb));
    for (const [part, facet] of wide() ? [] : facets().entries()) {
      const may = new Set(left(part).flatMap((one) => one[PARTS][part])), picked = draft.picks[part] || [];
      const full = several(facet) && chosen && touched();
      inputs(facet).forEach((input, value) => {
        const taken = picked.includes(value), label = input.closest("label");
        const meant = chosen?.[PARTS][part].includes(value);
        input.checked = taken || Boolean(meant);
        label.classList.toggle("suggested", Boolean(meant) && !touched());
        label.classList.toggle("no", !taken && (!may.has(value) || (Boolean(full) && !left().some((one) => one[PARTS][part].includes(value)))));
        label.dataset.order = taken ? String(picked.indexOf(value) + 1) : "";
      });
    }
  }

  // Where moves lead is marked on the boards, and where the chosen one leads.
  function point() {
    const rows = form().querySelector(".choices");
    const reach = new Set((rows ? kinds.flat() : kinds[draft.verb]).flatMap((one) => one[SPOTS])), goal = new Set(chosen ? chosen[SPOTS] : []);
    for (const place of document.querySelectorAll("#board [data-at]")) {
      place.classList.toggle("reach", reach.has(place.dataset.at));
      place.classList.toggle("goal", goal.has(place.dataset.at));
    }
  }

  // A form of which there are too many moves for a page: its numbers are all there from the beginning, and the
  // table says what they come to.
  let asking = 0;
  async function reckon(kind) {
    const numbers = inputs(kind).map((input) => ["part", input.value]), own = ++asking;
    const asks = new URLSearchParams([["form", kind.dataset.form], ["at", ""], ...numbers]);
    const answer = await fetch(`${form().dataset.choice}?${asks}`).then((found) => found.ok && found.json()).catch(() => null);
    if (own !== asking || !answer || !form()) return;
    const whole = answer.parts.every((part, place) => part === numbers[place][1]);
    const [head, ...rest] = whole ? answer.remark.split("; ") : ["This does not go together.", "Change one of the numbers."];
    say(head, rest.join("; "));
    byId("go").disabled = !whole;
    byId("go").textContent = kind.querySelector("legend").textContent;
    form().dataset.asks = whole && answer.asks ? "gives" : "";
  }

  const wide = () => form() && !form().querySelector(".choices") && kinds[draft?.verb] && Number(box()?.dataset.many) > kinds[draft.verb].length;

  // The form as it is sent: the chosen move itself, in place of its parts.
  function data() {
    const sent = new FormData(form());
    if (!chosen || wide() || form().querySelector(".choices")) {
      if (wide()) sent.set("form", box().dataset.form);
      return sent;
    }
    for (const name of [...sent.keys()]) if (name.includes("|")) sent.delete(name);
    sent.set("move", chosen[TEXT]);
    return sent;
  }

  function begin() {
    chosen = null;
    if (!form()) return;
    kinds = JSON.parse(byId("options").textContent);
    if (!kinds.length) return plain();
    draft = recall();
    if (!kinds[draft.verb]) draft = fresh();
    const rows = form().querySelector(".choices");
    if (rows && !rows.querySelector(":checked") && form().dataset.best) {
      const best = [...rows.querySelectorAll("input")].find((one) => one.value === form().dataset.best);
      if (best) best.checked = true;
    }
    show();
  }

  // Faces of dice, of which each is tapped in.
  function plain() {
    const go = byId("go");
    if (!form().querySelector(".dice")) return byId("dock").querySelector(".row").setAttribute("hidden", "");
    const missing = form().querySelectorAll("fieldset:not(:has(:checked))").length;
    go.disabled = missing > 0;
    go.textContent = "Enter the roll";
    say(missing ? `${missing} still to tap` : "All are there.", "");
  }

  document.addEventListener("change", (event) => {
    if (!form()?.contains(event.target)) return;
    if (!kinds.length) return plain();
    if (form().querySelector(".choices")) return show();
    const facet = event.target.closest("[data-facet]");
    if (!facet) return;
    if (wide()) return reckon(box());
    event.target.checked = !event.target.checked;
    pick(Number(facet.dataset.facet), inputs(facet).indexOf(event.target));
  });

  document.addEventListener("click", (event) => {
    if (!form() || !kinds.length) return;
    const verb = event.target.closest("[data-verb]"), step = event.target.closest("[data-step]");
    const link = event.target.closest("#board a[data-at], #board a[data-code]");
    if (verb) {
      draft = fresh(Number(verb.dataset.verb));
      show();
    } else if (step) {
      const number = step.parentElement.querySelector("input");
      number.value = Math.min(number.max, Math.max(number.min, Number(number.value) + Number(step.dataset.step)));
      reckon(box());
    } else if (event.target.closest("#anew")) {
      draft = fresh(draft.verb);
      show();
    } else if (link && !form().querySelector(".choices")) {
      event.preventDefault();
      tap(link.dataset.at || link.dataset.code);
    }
  });

  // What is tapped again is what the button does.
  document.addEventListener("dblclick", (event) => event.target.closest(".choice") && !byId("go").disabled && byId("go").click());

  window.starbox = { ...window.starbox, choice: { data, begin, forget: () => sessionStorage.removeItem(question()) } };
  document.addEventListener("htmx:after:swap", begin);
  begin();
})();
