// Tools by taps: players are rows of a name and pieces, and faces write their codes into the row that is marked.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const made = (name, known, ...children) => {
    const one = Object.assign(document.createElement(name), known);
    one.append(...children);
    return one;
  };
  const form = byId("tool");
  if (!form) return;
  let target = null;

  // A line such as Ann="R2-5 A6-3" Bo=x5, as pairs.
  const pairs = (text) => [...text.matchAll(/([^\s=]+)(?:=(?:"([^"]*)"|(\S*)))?/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare ?? ""]);
  const NAMES = ["Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"];

  function mark(input) {
    target = input;
    for (const row of document.querySelectorAll(".who-has")) row.classList.toggle("chosen", row.contains(input));
    const who = input.closest(".who-has")?.querySelector("input").value;
    byId("faces-for").textContent = who ? `Tap what ${who} has, in order.` : "Tap the pieces, in order.";
  }

  function rows(raw) {
    const list = made("div", { className: "stack" }), label = raw.closest("label");
    const compose = () => {
      raw.value = [...list.querySelectorAll(".who-has")].map((row) => [...row.querySelectorAll("input")].map((one) => one.value.trim().replaceAll('"', ""))).filter(([name]) => name).map(([name, codes]) => (codes ? `${name}=${codes.includes(" ") ? `"${codes}"` : codes}` : name)).join(" ");
    };
    const add = (name, codes) => {
      const player = made("input", { value: name, ariaLabel: "Player", size: 6, maxLength: 40 });
      const pieces = made("input", { value: codes, ariaLabel: `Pieces of ${name}`, autocomplete: "off", spellcheck: false });
      const back = made("button", { type: "button", className: "square", textContent: "⌫", ariaLabel: "Take the last piece away" });
      back.addEventListener("click", () => { pieces.value = pieces.value.trim().split(/\s+/).slice(0, -1).join(" "); mark(pieces); compose(); });
      for (const input of [player, pieces]) input.addEventListener("input", compose);
      for (const input of [player, pieces]) input.addEventListener("focus", () => mark(pieces));
      list.append(made("div", { className: "who-has" }, player, pieces, back));
      return pieces;
    };
    const known = pairs(raw.value);
    (known.length ? known : [["Ann", ""], ["Bo", ""]]).forEach(([name, codes]) => add(name, codes));
    const more = made("button", { type: "button", className: "chip", textContent: "+ Player" });
    more.addEventListener("click", () => mark(add(NAMES[list.children.length % NAMES.length], "")));
    label.hidden = true;
    raw.required = false;
    label.after(list, more);
    mark(list.querySelector("input:nth-of-type(2)"));
    compose();
  }

  const faces = byId("faces");
  if (faces) {
    faces.hidden = false;
    const raw = form.querySelector("[data-players]");
    if (raw) rows(raw);
    const texts = [...form.querySelectorAll("label:not([hidden]) > input:not([type])")];
    for (const input of texts) input.addEventListener("focus", () => mark(input));
    if (!target) mark(texts[0]);
    faces.addEventListener("click", (event) => {
      const key = event.target.closest("[data-code]"), group = event.target.closest("[data-group]");
      if (key) {
        target.value = `${target.value} ${key.dataset.code}`.trim();
        target.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (!group) return;
      const now = group.getAttribute("aria-pressed") === "true" ? "" : group.dataset.group;
      faces.querySelectorAll("[data-group]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.group === now)));
      faces.querySelectorAll("[data-code]").forEach((one) => (one.hidden = Boolean(now) && one.dataset.tone !== now));
    });
  }

  // A field with few words has a button for each.
  for (const input of form.querySelectorAll("[data-words]")) {
    const row = made("div", { className: "row" }, ...input.dataset.words.split(" ").map((word) => made("button", { type: "button", className: "chip", textContent: word, onclick: (event) => {
      input.value = word;
      for (const one of event.target.parentNode.children) one.setAttribute("aria-pressed", String(one === event.target));
    } })));
    input.after(row);
  }
})();
