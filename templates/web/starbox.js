// A page of a table: it hears of changes, fetches itself anew, and patches what is different.
// Everything works without this script, by reloading.
"use strict";
(() => {
  let stream = null, sending = false, missed = "";

  const byId = (id) => document.getElementById(id);
  const live = () => byId("live");
  const table = () => live()?.dataset.table;

  // The page as it is now. What is asked for meanwhile is fetched after that, unless the request hangs: it may
  // have been sent into a dead network.
  const PATIENCE = 2000; // ms
  let asked = null;
  async function refresh() {
    const here = live();
    if (!here || !window.htmx) return;
    if (asked && Date.now() - asked.since < PATIENCE) {
      asked.again = true;
      return;
    }
    giveUp();
    const own = (asked = { hope: new AbortController(), since: Date.now(), again: false });
    try {
      const [answer, sent] = await request(here.dataset.path, { signal: own.hope.signal });
      if (asked !== own) return;
      const text = whole(sent);
      if (!answer.ok || !isTable(text)) return answer.status < 500 && location.assign(here.dataset.path);
      heardAt = Date.now();
      if (!sending && !text.includes(`data-n="${live().dataset.n}"`)) await show(text);
    } catch { /* the stream tells when the table answers again */ }
    if (asked !== own) return;
    asked = null;
    if (own.again) refresh();
  }

  // A part of a page that this page has already comes as its name alone. Where one is missing, all is asked for.
  let parts = new Map();
  async function request(address, how) {
    const had = parts, headers = { "Starbox-Has": [...had.keys()].join(" ") };
    const answer = await fetch(address, { ...how, headers, priority: "high" });
    return [answer, { text: await answer.text(), had }];
  }

  function whole({ text, had }) {
    const now = new Map();
    const page = text.replace(/<!--(?:part (\w+)-->([^]*?)<!--end|same (\w+))-->/g, (_, name, sent, same) => {
      now.set(name || same, name ? sent : had.get(same));
      return now.get(name || same);
    });
    parts = now;
    return page;
  }

  // What was asked for before a move was made is older than the answer to the move.
  function giveUp() {
    asked?.hope.abort();
    asked = null;
  }

  const isTable = (text) => text.includes(`data-table="${table()}"`);

  // Patch what is different; what has the focus or is half chosen stays.
  const show = (text) => htmx.swap({ sourceElement: live(), text, target: live(), select: "#live", swap: "outerMorph" });

  function close() {
    if (stream) stream.close();
    stream = null;
  }

  function open() {
    close();
    if (!table()) return;
    stream = new EventSource(`/t/${table()}/news?n=${encodeURIComponent(live().dataset.n)}`);
    heardAt = Date.now();
    const own = stream;
    for (const sign of ["open", "beat", "news"]) stream.addEventListener(sign, hear);
    stream.addEventListener("news", (event) => {
      if (sending) missed = event.data;
      else if (event.data !== live()?.dataset.n) refresh();
    });
    // A stream that was refused is not tried again by itself.
    stream.addEventListener("error", () => own.readyState === 2 && setTimeout(() => own === stream && wake(), 3000));
  }

  // Silence is shown as silence. A stream gives a sign of life every few seconds.
  const HOLLOW = 4500, SILENT = 8000, SLOW = 1500; // ms
  let heardAt = Date.now(), queued = null, underway = null;
  function hear() {
    heardAt = Date.now();
    watch();
    if (queued && !sending) flush();
  }

  function watch() {
    const bar = byId("bar"), silent = Date.now() - heardAt;
    if (!bar || stream?.readyState === undefined) return; // on the site there is no server to be heard
    byId("link").classList.toggle("lost", silent > HOLLOW);
    byId("link").setAttribute("aria-label", silent > HOLLOW ? "No connection" : "Connected");
    const lost = silent > SILENT ? `No connection for ${Math.round(silent / 1000)} s.` : "";
    const slow = underway && Date.now() - underway.since > SLOW;
    const what = queued ? `${lost} “${queued.words}” is kept and sent as soon as the table answers.`
      : slow ? `${lost} “${underway.words}” is being sent …` : lost;
    bar.hidden = !what.trim();
    if (bar.querySelector("span").textContent !== what.trim()) bar.querySelector("span").textContent = what.trim();
    byId("unsend").hidden = !queued;
    live().classList.toggle("cut", !bar.hidden);
  }
  setInterval(() => !document.hidden && watch(), 1000);

  // A move that did not arrive is kept by its tab. As it answers one question, it is made once or not at all.
  const shelf = () => `starbox-queued-${table()}`;
  function queue(entry) {
    queued = entry;
    try {
      if (entry) sessionStorage.setItem(shelf(), JSON.stringify(entry));
      else sessionStorage.removeItem(shelf());
    } catch { /* it is kept as long as the page */ }
    watch();
  }
  const flush = () => alone(async () => {
    const one = queued;
    const [answer, text] = await post(one.action, one.body, [0]);
    if (queued !== one || !answer) return false;
    queue(null);
    giveUp();
    if (isTable(text)) await show(text);
    else location.assign(live().dataset.path);
    return true;
  });
  document.addEventListener("click", (event) => event.target.id === "unsend" && queue(null));

  // A phone that wakes has a stream that may be dead and does not know it.
  function wake() {
    if (!table()) return;
    refresh();
    open();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  document.addEventListener("resume", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);

  // What a reader hears: each new event once, and whose turn it is when that changes.
  const events = () => [...document.querySelectorAll("#log li")].reverse();
  let heard = new Set(events().map((event) => event.id));
  let turn = live()?.dataset.turn;
  function tell() {
    const news = events().filter((event) => !heard.has(event.id)).map((event) => event.textContent);
    heard = new Set(events().map((event) => event.id));
    const now = live()?.dataset.turn;
    if (now && now !== turn) news.push(now);
    turn = now;
    if (news.length) byId("told").textContent = news.slice(-4).join(" ");
  }

  // A move that gives something away asks every time; one after which dice or cards decide, once a table, unless nobody
  // but the player has to agree to take it back.
  const QUESTIONS = {
    gives: (what) => `${what}. This gives something away or leaves something out. Do it?`,
    final: (what) => `${what}. Dice or cards decide after such a move, so it can only be taken back if all agree. You are asked this once.`,
    leave: () => "Leave your seat? The host has to let you in again.",
    invite: () => "Make a new code? The one that is shown is good no longer; those who sit stay.",
    seat: (what) => `${what}? The phone that has the seat is sent away, and a code made before is good no longer.`,
    stop: () => "End this game for everybody? Its journal stays, and the table becomes a lobby again.",
    end: () => "Close this table for everybody? Its journal stays.",
  };

  const words = (button) => button.textContent.replace(/\s+/g, " ").trim();

  // The chosen move says whether it is to be asked for; other buttons say so themselves.
  function asksFor(form, button) {
    const kind = button?.dataset.asks || form.dataset.asks;
    return kind && !(kind === "final" && ("alone" in live().dataset || kept(`final-${table()}`))) ? kind : "";
  }

  document.addEventListener("submit", (event) => {
    const button = event.submitter, form = event.target, ask = byId("ask");
    const kind = asksFor(form, button);
    if (!kind || button.dataset.agreed) {
      if (!table() || !window.htmx || form.method !== "post" || !live().contains(form)) return;
      event.preventDefault();
      send(form, button);
      return;
    }
    event.preventDefault();
    byId("ask-what").textContent = QUESTIONS[kind](form.dataset.words || words(button));
    ask.returnValue = "no";
    ask.onclose = () => {
      if (ask.returnValue !== "yes") return button.focus();
      if (kind === "final") keep(`final-${table()}`, "1");
      button.dataset.agreed = "1";
      form.requestSubmit(button);
    };
    ask.showModal();
    ask.querySelector("[value=no]").focus();
  });

  // A form is sent without leaving the page, so that a phone without a connection keeps it. One that carries the
  // number of records its player had seen is done once, however often it is sent: it is sent again by itself, as
  // the network of a phone that has just woken may still be dead.
  const PAUSES = [0, 300, 1000]; // ms before each try
  const GIVEN_UP = 4000, PATIENT = 12000; // ms, after which a try is a failed one
  async function post(action, body, pauses) {
    for (const pause of pauses) {
      await new Promise((go) => setTimeout(go, pause));
      try {
        const signal = AbortSignal.timeout(pauses.length > 1 ? GIVEN_UP : PATIENT);
        const [answer, sent] = await request(action, { method: "POST", body, signal });
        return [answer, whole(sent)];
      } catch {
        if (!navigator.onLine) break;
      }
    }
    return [null, ""];
  }

  // While something is sent, news is noted. What came meanwhile, or after an attempt that failed, is asked for then.
  async function alone(does) {
    if (sending) return;
    sending = true;
    missed = "";
    let done = false;
    try {
      done = await does();
    } finally {
      sending = false;
      if (!done || (missed && missed !== live()?.dataset.n)) refresh();
    }
  }

  const send = (form, button) => alone(async () => {
    byId("unsent")?.remove();
    const chooses = form.id === "choose", here = live();
    const data = chooses ? window.starbox.choice.data() : new FormData(form);
    if (button?.name) data.append(button.name, button.value);
    const body = new URLSearchParams(data), what = form.dataset.words || words(button);
    if (chooses) queue(null);
    underway = { words: what, since: Date.now() };
    const [answer, text] = await post(form.action, body, data.has("ask") || data.has("seen") ? PAUSES : [0]);
    underway = null;
    giveUp();
    delete button?.dataset.agreed;
    if (!answer && data.has("ask")) queue({ action: form.action, body: String(body), words: what });
    else if (!answer) complain("The table does not answer. Wait a moment, then try again: nothing is done twice.");
    else if (!isTable(text)) location.assign(answer.redirected ? answer.url : here.dataset.path);
    if (!answer || !isTable(text)) return Boolean(answer);
    heardAt = Date.now();
    if (answer.ok) form.reset();
    if (answer.ok && chooses) window.starbox.choice.forget();
    await show(text);
    if (answer.ok && data.has("ask")) document.dispatchEvent(new CustomEvent("starbox:moved"));
    if (document.activeElement === document.body) byId("turn")?.focus({ preventScroll: true });
    document.querySelector(".said")?.scrollIntoView({ block: "nearest" });
    return true;
  });

  function complain(what) {
    const said = byId("unsent") || document.createElement("p");
    Object.assign(said, { id: "unsent", className: "said", textContent: what });
    said.setAttribute("role", "alert");
    (live().querySelector(".middle") || live()).prepend(said);
    said.scrollIntoView({ block: "nearest" });
  }

  // What a phone remembers. Without its storage it forgets.
  function kept(name) {
    try { return localStorage.getItem(`starbox-${name}`) || ""; } catch { return ""; }
  }
  function keep(name, value) {
    try { localStorage.setItem(`starbox-${name}`, value); } catch { /* forgotten */ }
  }

  function hands() {
    for (const select of document.querySelectorAll("select[data-sorts]")) {
      select.closest("label").hidden = false;
      select.value = kept(`sort-${select.dataset.sorts}`);
      sort(select);
    }
    for (const setting of document.querySelectorAll("[data-setting]")) {
      setting.hidden = false;
      setting.setAttribute("aria-pressed", String(kept(setting.dataset.setting) === "1"));
    }
    for (const name of ["left", "large"]) document.documentElement.classList.toggle(name, kept(name) === "1");
    for (const button of document.querySelectorAll("[data-shows]")) button.hidden = false;
  }

  function sort(select) {
    const hand = select.closest(".area").querySelector(".hand"), by = select.value || "order";
    const pieces = [...hand.children].sort((one, other) =>
      by === "order" ? one.dataset.order - other.dataset.order
        : one.dataset[by].localeCompare(other.dataset[by], "en", { numeric: true }) || one.dataset.code.localeCompare(other.dataset.code, "en", { numeric: true }));
    if (pieces.some((piece, number) => piece !== hand.children[number])) hand.append(...pieces);
  }

  document.addEventListener("change", (event) => {
    const select = event.target.closest("select[data-sorts]");
    if (!select) return;
    keep(`sort-${select.dataset.sorts}`, select.value);
    sort(select);
  });

  document.addEventListener("click", (event) => {
    const setting = event.target.closest("[data-setting]")?.dataset.setting, shows = event.target.closest("[data-shows]")?.dataset.shows;
    if (setting) keep(setting, kept(setting) === "1" ? "" : "1");
    if (setting) hands();
    if (shows) {
      tab("play");
      byId(shows).open = true;
      byId(shows).querySelector("input:not([type=hidden])").focus();
    }
    const menu = byId("menu");
    if (menu?.open && !event.target.closest("#menu summary") && !setting) menu.open = false;
    const to = event.target.closest("a[href^='#']")?.getAttribute("href").slice(1);
    if (to && live() && document.querySelector(`[data-tab="${to}"]`)) {
      event.preventDefault();
      tab(to);
    }
  });

  // Where the text is large for the screen, five rows would leave the middle one no room: the whole page scrolls.
  function flow() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize), upright = innerHeight > innerWidth;
    document.documentElement.classList.toggle("flows", upright ? innerHeight < 33 * rem : innerWidth < 42 * rem);
  }
  addEventListener("resize", flow);

  // Where a new question or another part begins.
  function top() {
    byId("stage")?.scrollTo(0, 0);
    if (document.documentElement.classList.contains("flows")) scrollTo(0, 0);
  }

  // The parts of the page, of which a phone shows one.
  function tab(name) {
    document.documentElement.dataset.part = name;
    for (const link of document.querySelectorAll(".tabs [data-tab]")) {
      if (link.dataset.tab === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    top();
    boards();
    document.dispatchEvent(new CustomEvent("starbox:part", { detail: name }));
  }

  // A board that a phone would show too small to be read begins enlarged, with what matters in its middle: where the
  // proposed move leads, else the reader's own pieces, else where any move leads.
  const phone = matchMedia("(max-width: 40rem)");
  const looked = new Map(); // by board: where somebody has scrolled it to
  function boards() {
    for (const zoom of document.querySelectorAll(".zoom input")) {
      const board = zoom.closest(".area").querySelector(".board");
      const choice = kept(zoom.id), small = phone.matches && board.clientWidth < board.dataset.least;
      zoom.checked = choice ? choice === "1" : small;
      if (zoom.checked) look(zoom, board);
    }
  }

  function look(zoom, board) {
    const before = looked.get(zoom.id);
    if (before) return board.scrollTo({ left: before.left, top: before.top, behavior: "instant" });
    const player = live().dataset.player;
    const own = (place) => place.getAttribute("aria-label")?.split(", ").some((part) => part === player || part === `${player}'s ship`);
    const goal = board.querySelector(".goal") || [...board.querySelectorAll("[data-at]")].find(own) || board.querySelector("a[data-at]") || board.querySelector("[data-here]");
    if (!goal) return middle(board);
    const frame = board.getBoundingClientRect(), place = goal.getBoundingClientRect();
    board.scrollBy({
      left: place.left + place.width / 2 - frame.left - frame.width / 2,
      top: place.top + place.height / 2 - frame.top - frame.height / 2, behavior: "instant",
    });
  }

  // A map whose columns have numbers is read from the left.
  function middle(board) {
    if (board.closest(".hexes") && board.querySelector(".axis")) return;
    board.scrollTo({
      left: (board.scrollWidth - board.clientWidth) / 2, top: (board.scrollHeight - board.clientHeight) / 2, behavior: "instant",
    });
  }

  document.addEventListener("change", (event) => {
    const zoom = event.target.closest(".zoom input");
    if (!zoom) return;
    keep(zoom.id, zoom.checked ? "1" : "0");
    if (zoom.checked) look(zoom, zoom.closest(".area").querySelector(".board"));
  });
  for (const moved of ["pointerup", "touchend", "wheel", "keyup"])
    document.addEventListener(moved, (event) => {
      const board = event.target.closest?.(".board"), zoom = board?.closest(".area")?.querySelector(".zoom input");
      if (zoom?.checked) setTimeout(() => looked.set(zoom.id, { left: board.scrollLeft, top: board.scrollTop }), 400);
    }, { passive: true });

  function dress() {
    flow();
    hands();
    boards();
    tab(document.documentElement.dataset.part || "play");
  }

  document.addEventListener("starbox:pointed", boards);
  let question = live()?.querySelector(".turn strong")?.textContent;

  // What was unfolded stays so. The odds are asked for when they are unfolded.
  const unfolded = new Set();
  document.addEventListener("toggle", (event) => {
    const box = event.target;
    if (box.nodeName !== "DETAILS") return;
    if (box.open) unfolded.add(box.id);
    else unfolded.delete(box.id);
    if (box.open && box.dataset.reads) read(box);
  }, true);

  async function read(box) {
    const lines = box.querySelector("pre");
    const answer = await fetch(box.dataset.reads).catch(() => null);
    const found = answer && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("pre");
    if (found) lines.replaceChildren(...found.childNodes);
    else lines.textContent = "The table does not answer.";
  }

  document.addEventListener("htmx:after:swap", () => {
    tell();
    watch();
    const asked = live()?.querySelector(".turn strong")?.textContent;
    if (asked !== question) document.documentElement.dataset.part = "play";
    if (asked !== question) top();
    question = asked;
    dress();
    for (const id of [...unfolded]) {
      const box = byId(id);
      if (box && !box.open) box.open = true;
      else if (box?.dataset.reads) read(box);
    }
  });

  // A refused move was answered at an address that cannot be reloaded.
  const path = live()?.dataset.path;
  if (path && location.pathname !== path) history.replaceState(null, "", path);

  try { queued = table() ? JSON.parse(sessionStorage.getItem(shelf())) : null; } catch { queued = null; }
  document.addEventListener("DOMContentLoaded", open);
  if (document.readyState !== "loading") open();
  dress();
})();
