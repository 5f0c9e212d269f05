// The television: it hears of changes, fetches its picture anew, and patches what is different.
"use strict";
(() => {
  // The picture. Parts stand where the page says; the areas of a part stand on shelves, the widest first, all at the
  // largest scale at which they fit. A row of pieces is broken where it is too long,
  // unless its places are fixed.
  const TITLE = 2, GAP = 1, APART = 2, LARGEST = 0.6; // rem of a title and between areas; mm between pieces; rem a mm
  function arrange() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    for (const part of document.querySelectorAll("[data-at]")) {
      const [left, top, width, height] = part.dataset.at.split(" ").map((one) => `${one}rem`);
      Object.assign(part.style, { left, top, width, height });
    }
    for (const room of document.querySelectorAll(".room")) {
      const { width, height } = room.getBoundingClientRect();
      fill(room, width / rem, height / rem);
    }
    const line = document.querySelector("header p"), facts = [...line?.querySelectorAll("span") || []];
    for (const fact of facts) fact.hidden = false;
    while (line?.scrollWidth > line?.clientWidth && facts.length) facts.pop().hidden = true;
    for (const fact of document.querySelectorAll(".podium .fact")) {  // all of it or nothing; so with news
      fact.hidden = false;
      fact.hidden = fact.parentNode.scrollHeight > fact.parentNode.clientHeight;
    }
    const told = [...document.querySelectorAll("footer li")];
    for (const one of told) one.hidden = false;
    for (const one of told.slice(1).reverse()) one.hidden = one.offsetTop + one.offsetHeight > one.parentNode.offsetTop + one.parentNode.offsetHeight;
  }

  function fill(room, width, height) {
    const areas = [...room.querySelectorAll(":scope > .area")].map(measured);
    const placed = (scale) => {
      const shelves = [];
      for (const one of areas) Object.assign(one, sized(one, scale, width));
      for (const one of [...areas].sort((a, b) => b.width - a.width)) {
        const shelf = shelves.find((row) => row.width + GAP + one.width <= width);
        if (shelf) { shelf.push(one); shelf.width += GAP + one.width; }
        else { shelves.push(Object.assign([one], { width: one.width })); }
      }
      for (const shelf of shelves) shelf.height = Math.max(...shelf.map((one) => one.height));
      return shelves;
    };
    const tall = (shelves) => shelves.reduce((sum, one) => sum + one.height + GAP, -GAP);
    let low = 0, high = LARGEST;
    for (let step = 0; step < 20; step++) {
      const scale = (low + high) / 2, shelves = placed(scale);
      if (shelves.every((one) => one.width <= width) && tall(shelves) <= height) low = scale;
      else high = scale;
    }
    const shelves = placed(low);
    room.setAttribute("viewBox", `0 0 ${width} ${height}`);
    let y = (height - tall(shelves)) / 2;
    for (const shelf of shelves) {
      let x = (width - shelf.width) / 2;
      for (const one of shelf) {
        put(one, x, y, low);
        x += one.width + GAP;
      }
      y += shelf.height + GAP;
    }
  }

  // An area in mm: a board as it is, a map without what is beyond its edge, a row as cells that are all as large as the largest.
  function measured(svg) {
    const edge = [...svg.querySelector("clipPath polygon")?.points || []], xs = edge.map((one) => one.x), ys = edge.map((one) => one.y);
    if (edge.length) svg.setAttribute("viewBox", [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)].join(" "));
    const box = svg.viewBox.baseVal, title = svg.previousElementSibling?.matches(".title") ? svg.previousElementSibling : null;
    if (!svg.matches(".row")) return { svg, title, wide: box.width, high: box.height, cells: [] };
    const cells = [...svg.children], boxes = cells.map((one) => one.viewBox.baseVal);
    return { svg, title, cells, wide: Math.max(...boxes.map((one) => one.width)) + APART, high: Math.max(...boxes.map((one) => one.height)) + APART };
  }

  function sized(one, scale, width) {
    const across = one.svg.dataset.line ? one.cells.length : Math.max(1, Math.min(one.cells.length, Math.floor(width / one.wide / scale))), down = Math.ceil(one.cells.length / across);
    return { across, width: (one.cells.length ? across : 1) * one.wide * scale, height: (down || 1) * one.high * scale + (one.title ? TITLE : 0) };
  }

  const box = (svg, places) => Object.entries(places).forEach(([name, value]) => svg.setAttribute(name, value));

  // Words that are too long for their place lose what stands after a comma or a colon, then letters.
  function shorten(text, room) {
    const last = text.lastElementChild || text;
    last.textContent = last.dataset.whole ||= last.textContent;
    while (text.getComputedTextLength() > room && last.textContent.length > 1)
      last.textContent = /[,:]/.test(last.textContent) ? last.textContent.replace(/[,:][^,:]*$/, "") : `${last.textContent.replace(/.…?$/u, "").trimEnd()}…`;
  }

  function put(one, x, y, scale) {
    if (one.title) { box(one.title, { x, y: y + 1.4 }); shorten(one.title, one.width); y += TITLE; }
    one.svg.style.setProperty("--mm", 1 / scale);
    for (const word of one.svg.querySelectorAll("text.word")) shorten(word, word.dataset.room * 0.94);
    for (const pin of one.svg.querySelectorAll(".pin")) {
      const [back, text] = pin.children, edge = 0.5 / scale;
      box(text, { x: pin.dataset.x, y: pin.dataset.y });
      shorten(text, 8.5 / scale);
      const { x, y, width, height } = text.getBBox();
      box(back, { x: x - edge, y: y - edge / 2, width: width + 2 * edge, height: height + edge, rx: height / 2 });
    }
    box(one.svg, { x, y, width: one.width, height: one.height - (one.title ? TITLE : 0) });
    if (!one.cells.length) return;
    one.svg.setAttribute("viewBox", `0 0 ${one.width / scale} ${Math.ceil(one.cells.length / one.across) * one.high}`);
    one.cells.forEach((cell, number) => {
      const { width, height } = cell.viewBox.baseVal;
      box(cell, { x: (number % one.across) * one.wide, y: Math.floor(number / one.across) * one.high, width, height });
    });
  }
  addEventListener("resize", arrange);
  arrange();

  const byId = (id) => document.getElementById(id), live = () => byId("live");

  // What has moved flies to its new place, what was lost falls, and dice tumble; slower than on a phone, as nobody
  // waits for a tap. Who wants no motion sees outlines instead.
  const FLIGHT = 600, FALL = 1000, SHOW = 2600, BUSY = 30; // ms; and pieces that move at once before nobody can follow
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function where(node) {
    if (node.matches("g")) return { node, ...node.getBoundingClientRect().toJSON() };
    const to = node.parentNode.getScreenCTM(), [x, y, width, height] = ["x", "y", "width", "height"].map((name) => node[name].baseVal.value);
    return { node, left: to.a * x + to.e, top: to.d * y + to.f, width: to.a * width, height: to.d * height };
  }

  function seen() {
    const found = new Map();
    for (const node of document.querySelectorAll("main [data-piece]")) {
      const key = node.dataset.piece;
      found.set(key, [...(found.get(key) || []), where(node)]);
    }
    return found;
  }

  const apart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top) > 4;

  function move(before) {
    const after = seen(), flights = [], falls = [], news = [];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const olds = (before.get(key) || []).filter((old) => !(after.get(key) || []).some((now) => !apart(old, now)));
      const nows = (after.get(key) || []).filter((now) => !(before.get(key) || []).some((old) => !apart(old, now)));
      olds.forEach((old, number) => (nows[number] ? flights.push([old, nows[number]]) : falls.push(old)));
      news.push(...nows.slice(olds.length));
    }
    if (flights.length + falls.length > BUSY) return;
    if (still.matches) return [...flights.map(([, now]) => now), ...news.slice(0, BUSY)].forEach(outline);
    for (const [old, now] of flights) {
      if (now.node.matches("g")) {  // words that are pinned to a place
        const scale = now.node.getScreenCTM().a;
        now.node.animate([{ transform: `translate(${(old.left - now.left) / scale}px, ${(old.top - now.top) / scale}px)` }, { transform: "none" }], { duration: FLIGHT, easing: "ease-in-out" });
        continue;
      }
      const from = `translate(${old.left - now.left}px, ${old.top - now.top}px) scale(${old.width / now.width}, ${old.height / now.height})`;
      ghost(now, [{ transform: from }, { transform: "none" }], FLIGHT);
      now.node.animate([{ opacity: 0 }, { opacity: 0 }], FLIGHT);
    }
    for (const old of falls.filter((one) => !one.node.matches("g"))) ghost(old, [{ opacity: 1 }, { transform: `translateY(${old.height}px) rotate(9deg)`, filter: "grayscale(1)", opacity: 0 }], FALL);
    for (const now of news.slice(0, BUSY)) now.node.animate([{ opacity: 0 }, { opacity: 1 }], FLIGHT);
  }

  function over(place, kind) {
    const one = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    one.setAttribute("class", kind);
    Object.assign(one.style, Object.fromEntries(["left", "top", "width", "height"].map((side) => [side, `${place[side]}px`])));
    document.body.append(one);
    return one;
  }

  function ghost(place, frames, duration) {
    const one = over(place, "flying"), copy = place.node.cloneNode(true);
    box(copy, { x: 0, y: 0, width: place.width, height: place.height });
    one.append(copy);
    one.animate(frames, { duration, easing: "ease-in-out" }).onfinish = () => one.remove();
  }

  function outline(place) {
    const one = over(place, "changed");
    setTimeout(() => one.remove(), 1500);
  }

  // Dice that were thrown are shown large, unless they stay in the picture anyway.
  let told = "";
  function throwDice() {
    const dice = document.querySelector(".thrown"), now = document.querySelector("footer ol")?.textContent;
    const fresh = told && now !== told;
    told = now;
    if (!dice || !fresh) return;
    rattle();
    dice.hidden = Boolean(document.querySelector(".picture .die"));
    if (!still.matches)
      (dice.hidden ? document.querySelectorAll(".picture .die > *") : dice.querySelectorAll(".die")).forEach((die, number) =>
        die.animate([{ transform: `translateY(-${3 + number % 3}rem) rotate(${number % 2 ? -200 : 260}deg)`, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 700 + 60 * number, easing: "cubic-bezier(.2,1.3,.5,1)" }));
    setTimeout(() => (dice.hidden = true), SHOW);
  }

  // Sound, once somebody has touched the screen or pressed a key: only dice, and a fanfare at the end.
  let audio = null, ended = false;
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => (audio ||= new AudioContext()), { once: true });
  function note(pitch, start, length, type = "triangle", loud = 0.15) {
    if (!audio) return;
    const tone = audio.createOscillator(), level = audio.createGain(), at = audio.currentTime + start;
    Object.assign(tone, { type }).frequency.value = pitch;
    level.gain.setValueAtTime(loud, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
  const rattle = () => [0, 0.09, 0.16, 0.27, 0.41, 0.6].forEach((start, number) => note(170 + 60 * (number % 3), start, 0.05, "square", 0.06));
  const fanfare = () => [523, 659, 784, 1047].forEach((pitch, number) => note(pitch, 0.17 * number, number === 3 ? 1.2 : 0.3));
  function cheer() {
    const now = Boolean(document.querySelector(".over"));
    if (now && !ended && told) fanfare();
    ended = now;
  }

  async function show(text) {
    const before = seen();
    await htmx.swap({ sourceElement: live(), text, target: live(), select: "#live", swap: "outerMorph" });
    arrange();
    move(before);
    cheer();
    throwDice();
  }

  // The picture is asked for when the table has news, and whenever the connection is back.
  const PATIENCE = 8000, RETRY = 2000, SILENCE = 8000; // ms for an answer, between tries, and without a heartbeat
  let asking = false, stale = false, lost = 0, why = "", heard = Date.now();
  async function refresh() {
    if (asking) return void (stale = true);
    asking = true;
    try {
      do {
        stale = false;
        const answer = await fetch(live().dataset.path, { signal: AbortSignal.timeout(PATIENCE) });
        why = { 403: "This screen may not look on any more. Open the host's address on it.", 404: "This table has been closed." }[answer.status] || "";
        if (!answer.ok) return missed();
        const text = await answer.text();
        lost = 0;
        if (!text.includes(`data-n="${live().dataset.n}"`)) await show(text);
      } while (stale);
    } catch { missed(); } finally { asking = false; }
  }

  const missed = () => void (lost ||= Date.now());

  let news = null;
  function listen() {
    news?.close();
    news = new EventSource(`/t/${live().dataset.table}/news?n=${encodeURIComponent(live().dataset.n)}`);
    news.onopen = refresh;
    news.onerror = missed;
    heard = Date.now();
    news.addEventListener("beat", () => (heard = Date.now()));
    news.addEventListener("news", (event) => event.data !== live().dataset.n && refresh());
  }

  // A lost connection is a veil with the seconds, so that nobody plays on by an old picture. A stream that was refused
  // is opened again, as the server may have been started anew.
  setInterval(() => {
    if (Date.now() - heard > SILENCE) missed();
    if (lost && (news.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE)) listen();
  }, RETRY);
  setInterval(() => {
    const seconds = lost ? Math.round((Date.now() - lost) / 1000) : 0;
    byId("lost").hidden = seconds < 4;
    byId("lost").textContent = why || `Reconnecting … ${seconds} s`;
  }, 500);
  for (const back of ["online", "pageshow"]) addEventListener(back, refresh);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  cheer();
  throwDice();
  listen();
})();
