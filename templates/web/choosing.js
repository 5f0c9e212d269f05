// Choosing a move: all moves of the reader are on the page, and every tap narrows them down. The dock says what
// the choice comes to. What is half chosen is kept in this tab alone, by the question that it answers.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const form = () => byId("choose");
  const question = () => `draft-${byId("live").dataset.table}-${form().dataset.question}`;
  const TEXT = 0, WORDS = 1, REMARK = 2, PARTS = 3, ASKS = 4, FINAL = 5, SPOTS = 6, ABOUT = 7, FIGURE = 8, FACTS = 9;
  const NONE = "∅";
  let kinds = [], draft = null, chosen = null, touchedVerb = false;

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

  // Copies of a piece are picked one by one; moves know them all by the number of the first.
  const original = (facet, value) => inputs(facet).findIndex((one) => one.value === inputs(facet)[value]?.value);
  const joined = (part) => (draft.picks[part] || []).map((value) => original(facets()[part], value));
  const copies = (facet, numbers) => numbers.reduce((found, number) => [...found, inputs(facet).findIndex((_, value) => !found.includes(value) && original(facet, value) === number)], []);
  function holds(all, some) {
    const rest = [...all];
    return some.every((value) => rest.includes(value) && rest.splice(rest.indexOf(value), 1));
  }

  // The moves that fit the draft, without what was picked of one part.
  function left(without = -1) {
    const wanted = Object.keys(draft.picks).map(Number).filter((part) => part !== without).map((part) => [part, joined(part)]);
    return kinds[draft.verb].filter((one) => (!draft.spot || one[SPOTS].includes(draft.spot)) && wanted.every(([part, values]) => holds(one[PARTS][part], values)));
  }

  // The move that is meant: the only one left, or the one that has exactly the pieces that were picked.
  function meant() {
    const fits = left(), many = facets().flatMap((facet, part) => (several(facet) ? [part] : []));
    const exact = fits.filter((one) => many.every((part) => one[PARTS][part].length === (draft.picks[part] || []).length));
    if (exact.length === 1) return exact[0];
    return fits.length === 1 && !many.length ? fits[0] : null;
  }

  // Whoever took all pieces away again has chosen none, if that is a move.
  const touched = () => Boolean(draft.spot || Object.values(draft.picks).some((values) => values.length) || (Object.keys(draft.picks).length && meant()));

  // What the page proposes before anything is picked: never what gives something away, nor five pieces of eight.
  function proposed() {
    const first = kinds[draft.verb][0];
    if (touched() || !first) return null;
    if (kinds[draft.verb].length === 1) return first;
    return first[ASKS] || facets().some((facet) => Number(facet.dataset.most) > 2 && !facet.classList.contains("dice")) ? null : first;
  }

  function pick(part, value) {
    const facet = facets()[part];
    if (several(facet) && chosen && !touched()) draft.picks[part] = copies(facet, chosen[PARTS][part]); // what is proposed is changed
    const before = draft.picks[part] || [];
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

  const made = (name, known, ...children) => {
    const one = Object.assign(document.createElement(name), known);
    one.append(...children);
    return one;
  };

  function say(strong, small) {
    const [first, second] = byId("say").children;
    first.textContent = strong;
    second.textContent = small;
  }

  // The remark of a move in two parts: what it comes to, and the rest, or figures in its place.
  function explain(move) {
    const remark = move[REMARK] || move[WORDS], facts = move[FACTS] || [];
    const [, head, tail] = /^(.{1,70}?)(?:[;.]\s+)(.+)$/s.exec(remark) || [null, remark, ""];
    say(move[ABOUT] ? `${move[ABOUT]}: ${head}` : head[0].toUpperCase() + head.slice(1), facts.length ? "" : tail);
    byId("say").children[1].append(...facts.map(([figure, what]) => made("span", { className: "fact" }, made("b", { textContent: figure }), ` ${what}`)));
  }

  function show() {
    keep();
    const rows = form().querySelector(".choices");
    chosen = rows ? kinds.flat().find((one) => one[TEXT] === rows.querySelector(":checked")?.value) || null : meant() || proposed();
    if (!rows && kinds.length) mark();
    const asked = box()?.dataset.asked;
    if (asked && touchedVerb) document.querySelector("#turn strong").textContent = asked;
    if (wide()) return reckon();
    const go = byId("go"), missing = rows ? null : lacking();
    if (chosen) explain(chosen);
    else if (missing) say(missing.head, missing.more);
    else say("", "");
    go.disabled = !chosen;
    go.textContent = chosen ? chosen[WORDS] : missing ? missing.button : "Choose";
    byId("anew").hidden = rows || !touched();
    byId("propose").hidden = rows || Boolean(chosen) || touched() || !facets().some(several);
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
      const own = draft.picks[part] || [], joins = several(facet) ? joined(part) : [];
      const fits = left(part), meant = chosen ? [...chosen[PARTS][part]] : [];
      const proposes = chosen && !touched() ? [...meant] : [];
      inputs(facet).forEach((input, value) => {
        const taken = own.includes(value), label = input.closest("label"), number = original(facet, value);
        const among = (list) => list.includes(number) && Boolean(list.splice(list.indexOf(number), 1));
        input.checked = taken || (!(several(facet) && touched()) && among(meant));
        label.classList.toggle("suggested", among(proposes));
        label.classList.toggle("no", !taken && !fits.some((one) => holds(one[PARTS][part], [...joins, number])));
        label.dataset.order = taken ? String(own.indexOf(value) + 1) : "";
      });
      slots(facet, own);
    }
  }

  // The pieces of a set that were picked so far, each where it can be put back, and room for the others.
  function slots(facet, own) {
    const row = facet.querySelector(".slots");
    if (!row) return;
    row.replaceChildren(...Array.from({ length: Number(facet.dataset.most) }, (_, place) => {
      const label = place < own.length && inputs(facet)[own[place]].closest("label");
      if (!label) return made("span", { className: place === own.length ? "cell next" : "cell", textContent: place + 1 });
      const cell = made("button", { type: "button", className: "cell", ariaLabel: `Put ${label.querySelector("img").alt} back` }, label.querySelector("img").cloneNode());
      cell.dataset.back = own[place];
      return cell;
    }));
  }

  // Where moves lead is marked on the boards, and where the chosen one leads.
  function point() {
    const rows = form().querySelector(".choices");
    const reach = new Set((rows ? kinds.flat() : kinds[draft.verb] || []).flatMap((one) => one[SPOTS])), goal = new Set(chosen ? chosen[SPOTS] : []);
    for (const place of document.querySelectorAll("#board [data-at]")) {
      place.classList.toggle("reach", reach.has(place.dataset.at));
      place.classList.toggle("goal", goal.has(place.dataset.at));
    }
    document.querySelectorAll("#board .pin").forEach((pin) => pin.remove());
    const figures = new Map((kinds[draft.verb] || []).filter((one) => one[FIGURE]).flatMap((one) => one[SPOTS].map((spot) => [spot, one[FIGURE]])));
    for (const place of document.querySelectorAll("#board svg .reach")) {
      const figure = figures.get(place.dataset.at), name = place.getAttribute("aria-label")?.split(",")[0];
      if (figure) pin(place, figure, true);
      else if (place.classList.contains("goal") && place.closest(".hexes")) pin(place, chosen[ABOUT] || name, false);
    }
  }

  // A number in the middle of a place, or a name over it, as large as other words of the page.
  function pin(place, words, within) {
    const svg = place.ownerSVGElement, box = place.getBBox(), shown = svg.getBoundingClientRect().width;
    if (!words || !shown) return;
    const unit = svg.viewBox.baseVal.width / shown, size = (within ? 19 : 14) * unit, high = size * 1.5;
    const [group, ground, text] = ["g", "rect", "text"].map((name) => document.createElementNS(svg.namespaceURI, name));
    const middle = box.x + box.width / 2, over = box.y - high > 0 ? box.y - high * 0.6 : box.y + box.height - high * 0.6;
    const top = within ? box.y + (box.height - high) / 2 : over;
    text.textContent = words;
    text.setAttribute("style", `font-size:${size}px`);
    group.setAttribute("class", within ? "pin figure" : "pin");
    group.append(ground, text);
    svg.append(group);
    const wide = Math.max(high, text.getComputedTextLength() + size), left = Math.max(0, Math.min(svg.viewBox.baseVal.width - wide - 2, middle - wide / 2));
    for (const [name, value] of Object.entries({ x: left, y: top, width: wide, height: high, rx: high / 2 })) ground.setAttribute(name, value);
    text.setAttribute("x", left + wide / 2);
    text.setAttribute("y", top + high * 0.72);
  }

  // A form of which there are too many moves for a page, or what was drawn at the table: the table says what is
  // left of the choice. Only the last answer counts.
  const wide = () => Boolean(form() && kinds.length && box()?.classList.contains("wide"));
  let asking = 0;
  async function reckon() {
    const kind = box(), of = kind.dataset.form, own = ++asking;
    const parts = Object.entries(draft.parts || {}).map(([name, text]) => [`${of}|${name}`, text]);
    const answer = await fetch(`${form().dataset.rest}?${new URLSearchParams([["form", of], ...parts])}`).then((found) => found.ok && found.json()).catch(() => null);
    if (own !== asking || !form() || box() !== kind) return;
    if (answer) paint(kind, answer);
    else say("The table does not answer.", "Wait a moment, then tap again.");
  }

  function paint(kind, found) {
    draft.parts = found.parts;
    keep();
    const why = Object.fromEntries(found.why.map(([name, text, reason]) => [`${name} ${text}`, reason]));
    for (const facet of facets()) {
      const name = facet.dataset.name, part = found.parts[name] || "", may = found.values[name] || [];
      const step = facet.querySelector(".step input");
      if (step) {
        step.value = part === NONE ? "" : part;
        const [price, more] = found.prices?.[name] || [0, 0];
        facet.querySelector(".price").textContent = price ? `${price} ${kind.dataset.total}` : "";
        facet.querySelector(".more").textContent = more ? ` · +1 costs ${more}` : "";
        facet.querySelectorAll("[data-step]").forEach((button) => {
          const next = String(Number(part) + Number(button.dataset.step));
          button.setAttribute("aria-disabled", String(!may.includes(next)));
          button.dataset.why = why[`${name} ${next}`] || "";
        });
      } else if (facet.classList.contains("faces")) field(facet, part, may, found);
      else for (const input of inputs(facet)) {
        input.checked = part === input.value || (several(facet) && part.split(/[ ,]+/).includes(input.value));
        input.closest("label").classList.toggle("no", !input.checked && !may.includes(input.value));
      }
    }
    chosen = found.whole ? [found.whole, found.does || "Enter it", found.remark, [], found.asks, false, [], "", "", []] : null;
    if (chosen) explain(chosen);
    else say(kind.dataset.asked && found.remark ? found.remark : found.remark || kind.dataset.asked, found.missing ? `${found.missing} still to enter` : "");
    meter(kind, found.remark);
    const go = byId("go");
    go.disabled = !chosen;
    go.textContent = chosen ? chosen[WORDS] : found.missing ? `${found.missing} more` : "Enter it";
    byId("anew").hidden = !kind.querySelector(".cells button");
    byId("propose").hidden = true;
    form().dataset.asks = chosen?.[ASKS] ? "gives" : "";
    form().dataset.words = chosen ? chosen[WORDS] : "";
  }

  // How much of what one has a mix costs.
  function meter(kind, remark) {
    const [, paid, rest] = new RegExp(`([0-9]+) ${kind.dataset.total}, ([0-9]+) left`).exec(remark) || [];
    const there = byId("meter") || Object.assign(document.createElement("progress"), { id: "meter" });
    if (!kind.dataset.total || !paid) return there.remove();
    there.max = Number(paid) + Number(rest);
    there.value = Number(paid);
    there.setAttribute("aria-label", `${paid} of ${there.max} ${kind.dataset.total}`);
    byId("say").after(there);
  }

  // What was entered so far, over a keyboard of faces. A tap on what is there takes it away.
  function field(facet, part, may, found) {
    const codes = part === NONE ? [] : part.split(/[ ,]+/).filter(Boolean);
    const input = facet.querySelector(".typed-codes"), cells = facet.querySelector(".cells");
    input.value = codes.join(" ");
    const most = Number(facet.dataset.most), across = /row 1, (?:column|space) ([0-9]+)/.test(found.remark) || most > 20 ? 7 : Math.min(most, 6);
    cells.style.setProperty("--across", String(across || 1));
    const made = codes.map((code, place) => {
      const key = facet.querySelector(`[data-key="${CSS.escape(code)}"] img`);
      const cell = Object.assign(document.createElement("button"), { type: "button", className: "cell", textContent: key ? "" : code });
      cell.dataset.cell = place;
      cell.setAttribute("aria-label", `${place + 1}: ${code}. Take it away`);
      if (key) cell.append(Object.assign(document.createElement("img"), { src: key.src, alt: "" }));
      return cell;
    });
    for (let place = codes.length; place < Math.min(most, 60); place++) {
      const cell = Object.assign(document.createElement("span"), { className: place === codes.length ? "cell next" : "cell", textContent: place + 1 });
      made.push(cell);
    }
    cells.replaceChildren(...made);
    cells.querySelector(".next")?.scrollIntoView({ block: "nearest" });
    for (const key of facet.querySelectorAll(".key")) {
      key.setAttribute("aria-disabled", String(!may.includes(key.dataset.key)));
      key.querySelector("small").textContent = found.left ? (found.left[key.dataset.key] || "none left") : "";
    }
  }

  function enter(facet, change) {
    const name = facet.dataset.name, part = draft.parts?.[name] || "";
    const codes = part === NONE ? [] : part.split(/[ ,]+/).filter(Boolean);
    change(codes);
    draft.parts = { ...draft.parts, [name]: codes.join(" ") };
    if (!codes.length) delete draft.parts[name];
    reckon();
  }

  // The form as it is sent: the chosen move itself, in place of its parts.
  function data() {
    const sent = new FormData(form());
    if (!chosen || form().querySelector(".choices")) return sent;
    for (const name of [...sent.keys()]) if (name.includes("|") || name === "form") sent.delete(name);
    sent.set("move", chosen[TEXT]);
    return sent;
  }

  function begin() {
    chosen = null;
    touchedVerb = false;
    if (!form() || !byId("go")) return;
    kinds = JSON.parse(byId("options").textContent);
    form().querySelectorAll(".camera").forEach((one) => (one.hidden = false));
    if (!kinds.length) return plain();
    draft = recall();
    if (!kinds[draft.verb]) draft = fresh();
    const rows = form().querySelector(".choices");
    if (rows && !rows.querySelector(":checked") && form().dataset.best) {
      const best = [...rows.querySelectorAll("input")].find((one) => one.value === form().dataset.best);
      if (best) best.checked = true;
    }
    show();
    document.dispatchEvent(new CustomEvent("starbox:pointed"));
  }

  // Faces of dice, of which each is tapped in.
  function plain() {
    byId("propose").hidden = true;
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
    if (!facet || event.target.type === "file") return;
    if (wide()) {
      const many = several(facet) && event.target.type === "checkbox";
      const value = many ? inputs(facet).filter((one) => one.checked).map((one) => one.value).join(" ") : event.target.value;
      draft.parts = { ...draft.parts, [facet.dataset.name]: value };
      return reckon();
    }
    event.target.checked = !event.target.checked;
    pick(Number(facet.dataset.facet), inputs(facet).indexOf(event.target));
  });

  // What can be tapped besides the choices themselves; `with` is the element, `facet` the part that it is in.
  const TAPS = {
    "[data-verb]": (button) => {
      touchedVerb = true;
      draft = fresh(Number(button.dataset.verb));
      show();
    },
    "[data-offer]": (button) => {
      draft.parts = JSON.parse(button.dataset.offer);
      reckon();
    },
    "[data-step]": (button, facet) => {
      if (button.dataset.why) return say(button.dataset.why, "");
      const number = facet.querySelector("input");
      draft.parts = { ...draft.parts, [facet.dataset.name]: String(Math.max(0, Number(number.value) + Number(button.dataset.step))) };
      reckon();
    },
    "[data-key]": (key, facet) => enter(facet, (codes) => codes.push(key.dataset.key)),
    "[data-back]": (cell, facet) => pick(Number(facet.dataset.facet), Number(cell.dataset.back)),
    "[data-cell]": (cell, facet) => enter(facet, (codes) => codes.splice(Number(cell.dataset.cell), 1)),
    "[data-group]": (button, facet) => {
      const now = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.group;
      facet.querySelectorAll("[data-group]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.group === now)));
      facet.querySelectorAll("[data-key]").forEach((key) => (key.hidden = Boolean(now) && key.dataset.tone !== now));
    },
    "#propose": () => {
      const best = kinds[draft.verb][0];
      facets().forEach((facet, part) => several(facet) && (draft.picks[part] = copies(facet, best[PARTS][part])));
      show();
    },
    "#anew": () => {
      const faces = wide() && box().querySelector(".facet.faces:has(.cells button)");
      if (faces) return enter(faces, (codes) => codes.pop());
      draft = fresh(draft.verb);
      show();
    },
  };

  document.addEventListener("click", (event) => {
    if (!form() || !kinds.length) return;
    const link = event.target.closest("#board a[data-at]");
    for (const [what, does] of Object.entries(TAPS)) {
      const found = event.target.closest(what);
      if (found) return does(found, found.closest("[data-facet]"));
    }
    if (!link || form().querySelector(".choices")) return;
    event.preventDefault();
    tap(link.dataset.at);
  });

  // What is tapped again is what the button does.
  document.addEventListener("dblclick", (event) => event.target.closest(".choice") && !byId("go").disabled && byId("go").click());

  window.starbox = { ...window.starbox, choice: { data, begin, enter, forget: () => sessionStorage.removeItem(question()) } };
  document.addEventListener("htmx:after:swap", begin);
  begin();
})();
