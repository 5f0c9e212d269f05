// The television: it hears of changes, fetches its picture anew, and patches what is different.
"use strict";
(() => {
  // The picture. Parts stand where the page says; the areas of a part stand on shelves, the widest first, all at the
  // largest scale at which they fit. A row of pieces is broken where it is too long.
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
    for (const told of document.querySelectorAll("footer li"))  // all of it or nothing
      told.classList.toggle("unseen", told.previousElementSibling && told.offsetTop + told.offsetHeight > told.parentNode.offsetTop + told.parentNode.offsetHeight);
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
    const across = Math.max(1, Math.min(one.cells.length, Math.floor(width / one.wide / scale))), down = Math.ceil(one.cells.length / across);
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
  const SILENCE = 8000; // ms without a word from the table before the picture says so
  let heard = Date.now(), asking = false, stale = false;

  async function refresh() {
    if (asking) return void (stale = true);
    asking = true;
    try {
      do {
        stale = false;
        const answer = await fetch(live().dataset.path, { signal: AbortSignal.timeout(SILENCE) });
        const text = await answer.text();
        if (answer.status >= 400 && answer.status < 500) return location.reload();
        if (!answer.ok) return;
        heard = Date.now();
        if (!text.includes(`data-n="${live().dataset.n}"`))
          await htmx.swap({ sourceElement: live(), text, target: live(), select: "#live", swap: "outerMorph" }).then(arrange);
      } while (stale);
    } catch { /* the veil says so */ } finally { asking = false; }
  }

  const stream = () => {
    const news = new EventSource(`/t/${live().dataset.table}/news?n=${encodeURIComponent(live().dataset.n)}`);
    news.onopen = () => { lost = 0; refresh(); };
    news.onerror = () => { lost ||= Date.now(); if (news.readyState === EventSource.CLOSED) setTimeout(stream, 2000); };
    news.addEventListener("news", (event) => event.data !== live().dataset.n && refresh());
  };

  // A lost connection is a veil with the seconds, so that nobody plays on by an old picture.
  let lost = 0;
  setInterval(() => {
    const seconds = lost ? Math.round((Date.now() - lost) / 1000) : 0;
    byId("lost").hidden = seconds < 4;
    byId("lost").textContent = `Reconnecting … ${seconds} s`;
  }, 500);
  stream();
})();
