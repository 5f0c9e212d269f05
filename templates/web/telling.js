// What just happened: the row of news, a sheet of what was missed, movement, thrown dice, sound, rules as sheets.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const live = () => byId("live");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const AWAY = 15000; // ms out of sight after which one is told what happened meanwhile
  const events = () => [...document.querySelectorAll("#log li[id]")].map((one) => ({ one, number: Number(one.id.slice(6)), who: one.dataset.who }));
  const latest = () => Math.max(-1, ...events().map((event) => event.number));
  const others = (since) => events().filter((event) => event.number > since && event.who !== live().dataset.seat);
  const acts = () => Boolean(live()?.classList.contains("acts"));
  const kept = (name) => { try { return localStorage.getItem(`starbox-${name}`) || ""; } catch { return ""; } };
  const keep = (name, value) => { try { localStorage.setItem(`starbox-${name}`, value); } catch { /* forgotten */ } };
  const mark = () => `seen-${live().dataset.table}-${live().dataset.player}`;

  // How much is new: what others did since one last made a move or read the log.
  function count() {
    if (!live()?.dataset.table || !byId("log")) return;
    if (!kept(mark())) keep(mark(), String(latest()));
    const many = others(Number(kept(mark()))).length;
    for (const badge of document.querySelectorAll(".news .count, .tabs .count")) {
      badge.hidden = many < 2;
      badge.textContent = badge.closest(".news") ? `${many} new` : many;
    }
    const title = live().dataset.title || document.title;
    const now = acts() ? `● Your turn · ${title}` : `${live().dataset.turn} · ${title}`;
    document.title = document.hidden && many ? `(${many}) ${now}` : now;
  }
  const read = () => live()?.dataset.table && byId("log") && (keep(mark(), String(latest())), count());

  // While one was away.
  let left = { since: Infinity, at: 0 };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) left = { since: latest(), at: Date.now() };
    else if (Date.now() - left.at < AWAY) left.since = Infinity;
  });

  function missed() {
    const dialog = byId("sheet"), found = document.hidden || left.since === Infinity ? [] : others(left.since);
    if (found.length < 2 || dialog.open) return;
    left.since = Infinity;
    const list = document.createElement("ol");
    list.className = "story";
    list.append(...found.slice(0, 12).reverse().map(({ one }) => {
      const copy = one.cloneNode(true);
      copy.removeAttribute("id");
      copy.querySelector("small")?.remove();
      return copy;
    }));
    if (acts()) list.append(Object.assign(document.createElement("li"), { className: "mine", textContent: `Now it is your turn. ${document.querySelector("#turn strong").textContent}.` }));
    sheet("While you were away", list, acts() ? "To my turn" : "To the table");
  }

  // A sheet over the page; the button Back of a browser closes it.
  function sheet(heading, content, back = "Back to the table", whole = "") {
    const dialog = byId("sheet");
    byId("sheet-title").textContent = heading;
    byId("sheet-body").replaceChildren(content);
    byId("sheet-back").textContent = back;
    byId("sheet-whole").hidden = !whole;
    byId("sheet-whole").href = whole || "#";
    if (!dialog.open) {
      history.pushState({ sheet: true }, "");
      dialog.showModal();
    }
  }
  byId("sheet")?.addEventListener("close", () => history.state?.sheet && history.back());
  window.addEventListener("popstate", () => byId("sheet")?.open && byId("sheet").close());

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.rule");
    if (!link || !live()?.dataset.table || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const answer = await fetch(link.getAttribute("href")).catch(() => null);
    const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page?.querySelector(".answer") || Object.assign(document.createElement("p"), { textContent: "The table does not answer." });
    sheet(link.textContent, document.adoptNode(found), "Back to the table", link.getAttribute("href"));
  });

  // Where pieces were before the page changed, and where they have gone.
  const pieces = () => [...document.querySelectorAll("#board .hand li[data-code]:not([data-code=''])")].filter((one) => one.offsetParent);
  const name = (one) => one.dataset.code;
  const faces = (place) => [...place.querySelectorAll("image")].map((one) => one.getAttribute("href")).join(" ");
  const places = () => new Map([...document.querySelectorAll("#board [data-at]")].map((one) => [one.dataset.at, faces(one)]));
  let before = { at: new Map(), places: new Map(), acted: acts(), heard: -1, number: "" };
  function remember() {
    before = { at: new Map(pieces().map((one) => [name(one), one.getBoundingClientRect()])), places: places(), acted: acts(), heard: latest(), number: live()?.dataset.n };
  }

  function move() {
    for (const one of pieces()) {
      const was = before.at.get(name(one)), now = one.getBoundingClientRect();
      if (!was) point(one);
      else if (!still.matches && (Math.abs(was.x - now.x) > 2 || Math.abs(was.y - now.y) > 2) && Math.abs(was.y - now.y) < innerHeight)
        one.animate([{ transform: `translate(${was.x - now.x}px, ${was.y - now.y}px)` }, { transform: "none" }], { duration: 220, easing: "ease-out" });
    }
    const now = places();
    for (const place of document.querySelectorAll("#board [data-at]"))
      if (before.places.has(place.dataset.at) && before.places.get(place.dataset.at) !== now.get(place.dataset.at)) point(place);
  }
  function point(one) {
    one.classList.add("moved");
    setTimeout(() => one.classList.remove("moved"), 1500);
  }

  // Sound and vibration, once the page has been touched.
  let sound = null;
  document.addEventListener("pointerdown", () => (sound ??= window.AudioContext ? new AudioContext() : null), { once: true });
  function note(pitch, after = 0) {
    const tone = sound.createOscillator(), gain = sound.createGain(), at = sound.currentTime + after;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.08, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
    tone.connect(gain).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.25);
  }
  function sing() {
    if (!sound || kept("mute") === "1") return;
    const news = events().filter((event) => event.number > before.heard);
    const dice = news.some(({ one }) => one.querySelector(".die"));
    if (acts() && !before.acted) {
      note(660);
      note(880, 0.14);
      navigator.vibrate?.(30);
    } else if (dice) navigator.vibrate?.(15);
    if (dice && !still.matches) byId("news")?.classList.add("thrown");
  }

  document.addEventListener("htmx:before:swap", remember);
  document.addEventListener("starbox:moved", read);
  document.addEventListener("starbox:part", (event) => event.detail === "log" && read());
  document.addEventListener("htmx:after:swap", () => {
    if (live()?.dataset.n !== before.number) {
      move();
      sing();
    }
    count();
    missed();
    remember();
  });
  remember();
  count();
})();
