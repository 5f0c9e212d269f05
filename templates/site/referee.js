// The page Play: the pages of `referee serve`, asked of the worker instead of a server, in a frame.
import { ask, running, start } from "./engine.js";
import { addressOf, forget, tidied } from "./files.js";

const HERE = new URL("./", import.meta.url).pathname;
const WAITING = "starbox-waiting", NAME = "starbox-name"; // a game that is not over; how the reader is called
let root, frame, load, path, shown;
const byId = (id) => root.querySelector(`#${id}`);

function heard({ loaded }) {
  if (!loaded) return;
  byId("bar").hidden = false;
  byId("bar").max = load;
  byId("bar").value = loaded;
  byId("state").textContent = `Loading ${(Math.min(loaded, load) / 1e6).toFixed(1)} of ${(load / 1e6).toFixed(1)} MB`;
}

async function asked(method, about) {
  try {
    await start(heard);
    byId("bar").hidden = true;
    byId("state").textContent = "";
    const answer = await ask("referee", method, about);
    if (!answer.problem) return answer;
    refuse(answer.problem);
  } catch (trouble) {
    refuse(trouble.message);
  }
  byId("bar").hidden = true;
  return null;
}

function refuse(what) {
  byId("state").textContent = "";
  byId("problem").textContent = what;
  byId("problem").hidden = false;
  byId("problem").scrollIntoView({ block: "nearest" });
}

// A page's files are files of the site.
const PLACES = { static: "referee", faces: "faces" };
const led = (text) => text.replaceAll(/(\b(?:src|href)=")\/(static|faces)\//g, (_, before, place) => `${before}${HERE}${PLACES[place]}/`);

// What a page's script asks while it is looked at.
window.starboxFetch = async (address, options = {}) => {
  const answer = await ask("referee", "page", { method: options.method ?? "GET", path: String(address), body: String(options.body ?? "") });
  return new Response(answer.text, { status: answer.status, headers: { "content-type": answer.kind } });
};
// There is no server whose news could come: a page changes when it is asked. And the frame has no address of its own.
// What is clicked before all its pictures are there must not be asked of a server either.
const STANDS_FOR = `<script>
  parent.starboxWatch(window);
  history.replaceState = () => {};
  window.fetch = (...asked) => parent.starboxFetch(...asked);
  window.EventSource = class { addEventListener() {} close() {} };
</script>`;

async function go(method, to, body = "", keep = true) {
  byId("problem").hidden = true;
  const answer = await asked("page", { method, path: to, body });
  if (!answer) return;
  const moved = answer.path.split("?")[0] !== path.split("?")[0];
  path = answer.path;
  if (keep && moved) history.pushState({ path }, "");
  enter();
  seats(answer);
  remember(answer.waits);
  try {
    await show(led(answer.text), to.split("#")[1] ?? "", moved);
  } catch (trouble) {
    refuse(`This page of the game cannot be shown (${trouble.message}). Leave the game and go on with it.`);
  }
}

// A game takes the whole window, and the rest of the page is there again when it is left.
function enter() {
  document.body.classList.add("plays");
  byId("room").hidden = false;
}

async function leave(step = true) {
  if (byId("room").hidden) return;
  if (document.fullscreenElement) await document.exitFullscreen();
  document.body.classList.remove("plays");
  byId("room").hidden = byId("problem").hidden = true;
  if (step) history.pushState({}, "");
  [path, shown] = ["", false];
  offer();
  await shelf();
  root.querySelector("h1").scrollIntoView();
}

// A game that is not over is offered at once, before anything is loaded.
function remember(waits) {
  if (!waits) return path.startsWith("/t/") && kept()?.path === path && localStorage.removeItem(WAITING);
  const players = new Intl.ListFormat("en").format(waits.players);
  localStorage.setItem(WAITING, JSON.stringify({ path, words: `${waits.game} (${players})` }));
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(WAITING));
  } catch {
    return null;
  }
}

function offer() {
  const game = kept();
  byId("waiting").hidden = !game;
  byId("go-on").textContent = game ? `Go on: ${game.words}` : "";
}

async function learn(game) {
  byId("problem").hidden = true;
  const begun = await asked("learn", { game });
  if (begun) await go("GET", begun.path);
}

async function against(game) {
  byId("problem").hidden = true;
  const player = byId("against").elements.player.value.trim() || "Ann";
  localStorage.setItem(NAME, player);
  const begun = await asked("begin", { game, player });
  if (!begun) return;
  await go("GET", begun.path);
  // Whoever sees the game for the first time has a first choice before them, and may change it.
  frame.contentDocument?.querySelector("#propose:not([hidden])")?.click();
}

// The first page fills the frame; later ones take the place of its main part, as its own script expects.
async function show(text, part, moved) {
  if (!shown) {
    const page = new DOMParser().parseFromString(text, "text/html");
    page.head.insertAdjacentHTML("beforeend", `<link rel="stylesheet" href="${HERE}room.css">`);
    await new Promise((done) => {
      frame.addEventListener("load", done, { once: true });
      page.querySelector("script[src*=htmx]")?.remove();
      page.head.insertAdjacentHTML("afterbegin", STANDS_FOR);
      frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
    });
    shown = true;
  } else {
    const inside = frame.contentDocument;
    const page = inside.createElement("template"); // a document for each page would be a hundred times as large
    page.innerHTML = text;
    renew(inside.getElementById("live"), page.content.getElementById("live"));
    inside.dispatchEvent(new frame.contentWindow.Event("htmx:after:swap"));
    tidied();
  }
  const inside = frame.contentDocument;
  const goal = part ? inside.getElementById(part) : inside.querySelector(".said");
  if (goal) goal.scrollIntoView();
  else if (moved) frame.contentWindow.scrollTo(0, 0);
  inside.querySelector("[autofocus]")?.focus();
}

// What is as it was stays: a page has a thousand nodes, and a move changes few of them.
function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const olds = [...old.childNodes], news = [...fresh.childNodes];
  while (olds.length && news.length && olds[0].isEqualNode(news[0])) olds.shift(), news.shift();
  let after = null;
  while (olds.length && news.length && olds.at(-1).isEqualNode(news.at(-1))) (after = olds.pop()), news.pop();
  for (const node of olds.splice(news.length)) node.remove();
  news.forEach((node, at) => (at < olds.length ? renew(olds[at], node) : old.insertBefore(node, after)));
  if (old.nodeName === "FORM") old.reset(); // what was chosen was for the move before
}

window.starboxWatch = (inside) => {
  inside.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const to = link.getAttribute("href");
    if (to.startsWith("#")) inside.document.getElementById(to.slice(1))?.scrollIntoView();
    else if (to.startsWith("/")) go("GET", to);
    else return;
    event.preventDefault();
  });
  inside.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method === "dialog") return;
    event.preventDefault();
    const chooses = form.id === "choose", { choice } = inside.starbox ?? {};
    const sent = new URLSearchParams(chooses ? choice.data() : new inside.FormData(form, event.submitter)).toString();
    if (chooses) choice.forget();
    const to = form.getAttribute("action");
    if (form.method === "post") go("POST", to, sent);
    else go("GET", `${to}?${sent}`);
  });
};

// Of several people at one screen, each sees only the own page: the curtain falls when the turn passes.
function seats({ seats: had, at, next }) {
  const more = had.length > 1;
  byId("seats").hidden = !more;
  byId("seats").replaceChildren("At the screen:", ...had.map((player) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: player });
    button.setAttribute("aria-pressed", String(player === at));
    button.addEventListener("click", () => pass(player));
    return button;
  }));
  const other = more && !next.includes(at) && next.find((player) => had.includes(player));
  curtain(other || "");
}

function curtain(player) {
  byId("curtain").hidden = !player;
  frame.hidden = Boolean(player);
  byId("whose").textContent = player && `It is ${player}'s turn.`;
  byId("look").onclick = async () => {
    await asked("sit", { path, player });
    go("GET", path, "", false);
  };
  if (player) byId("look").focus();
}

function pass(player) {
  frame.hidden = true;
  byId("curtain").hidden = false;
  byId("whose").textContent = `${player}'s page`;
  byId("look").onclick = async () => {
    await asked("sit", { path, player });
    go("GET", path, "", false);
  };
}

// Journals.
async function shelf() {
  const found = await asked("journals", {});
  if (!found) return;
  byId("shelf").hidden = false;
  byId("journals").replaceChildren(...found.journals.map((one) => {
    const entry = document.createElement("li");
    const button = (words, act) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: words, ariaLabel: `${words} ${one.name}` });
      made.addEventListener("click", act);
      return made;
    };
    const moves = one.moves === 1 ? "1 move" : `${one.moves} moves`;
    entry.append(`${one.name}: ${one.players.join(", ")}, ${moves}. ${one.problem || one.stands} `,
      button("Download", async () => download(one.name)), " ",
      button("Check", async () => proof(await asked("journal", { name: one.name }))), " ",
      ...(one.problem ? [] : [button("Go on", async () => {
        const to = await asked("resume", { name: one.name });
        if (to) go("GET", to.path);
      })]));
    return entry;
  }));
}

async function download(name) {
  const found = await asked("journal", { name });
  if (!found) return;
  forget();
  const address = addressOf(found.text, "application/jsonl");
  Object.assign(document.createElement("a"), { href: address, download: `${name}.jsonl` }).click();
}

function proof(found) {
  if (!found) return;
  byId("proof").hidden = false;
  byId("proof").textContent = found.lines.join("\n");
}

/** Show the page in that element, until it is left. Whoever comes back to a page of a game goes on there. */
export function open(main, left) {
  root = main;
  frame = byId("pages");
  load = Number(byId("begin").dataset.load);
  [path, shown] = ["", false];
  byId("bring").addEventListener("submit", async (event) => {
    event.preventDefault();
    proof(await asked("bring", { text: await event.target.elements.journal.files[0].text() }));
    shelf();
  });
  byId("play").addEventListener("click", () => go("GET", "/"));
  byId("tools").addEventListener("click", () => go("GET", "/tools"));
  byId("against").addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter.name === "learn") learn(event.submitter.value);
    else against(event.submitter.value);
  });
  byId("against").elements.player.value = localStorage.getItem(NAME) || "Ann";
  byId("go-on").addEventListener("click", () => go("GET", kept().path));
  byId("forget").addEventListener("click", () => {
    localStorage.removeItem(WAITING);
    offer();
  });
  byId("out").addEventListener("click", () => leave());
  byId("large").hidden = !document.fullscreenEnabled;
  byId("large").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : byId("room").requestFullscreen()));
  offer();
  window.addEventListener("popstate", (event) => (event.state?.path ? go("GET", event.state.path, "", false) : leave(false)), { signal: left });
  // The link of a game's card begins it, once: who comes back finds it waiting.
  const asks = new URLSearchParams(location.search), begins = asks.get("play"), learns = asks.get("learn");
  if (begins || learns) {
    history.replaceState({}, "", location.pathname);
    if (begins) against(begins);
    else learn(learns);
  } else if (running() && history.state?.path) go("GET", history.state.path, "", false);
}
