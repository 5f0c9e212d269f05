// One Python for a whole visit: once it runs, a link to another page of the site brings that page in the place of this
// one, and Python stays. Before that, links are what they are everywhere.
import { leave, running } from "./engine.js";
import { forget, tidied } from "./files.js";
import * as guide from "./search.js";
import * as make from "./make.js";
import * as print from "./print.js";
import * as referee from "./referee.js";

const PAGES = { guide, make, print, referee };
const HOME = new URL("./", import.meta.url).href;
const part = () => document.getElementById("main");
const script = () => PAGES[part().dataset.opens];
const place = (address) => address.href.split("#")[0];
const MOMENT = 500; // milliseconds
let shown = new URL(location.href), going = 0, left = null;

function open() {
  left = new AbortController();
  script()?.open(part(), left.signal);
}

/** Bring the page of an address; `keep` if it is to be one more step of the history. */
async function go(address, keep) {
  const mine = ++going;
  const fresh = await read(address).catch(() => null);
  if (mine !== going) return;
  // Where there is no such page, or one of a newer site, a link is what it is everywhere.
  if (!fresh) return keep ? location.assign(address.href) : location.reload();
  script()?.close?.();
  await leave(fresh.getElementById("main").dataset.opens);
  if (mine !== going) return;
  left.abort();
  forget();
  if (keep) remember(address);
  shown = new URL(address.href);
  show(fresh);
  open();
  arrive(keep);
  setTimeout(tidied, MOMENT); // what was left is really left then
}

async function read(address) {
  const answer = await fetch(place(address)), text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html"), main = page.getElementById("main");
  for (const one of page.querySelectorAll("noscript")) one.remove();
  return answer.ok && main?.dataset.site === part().dataset.site ? page : null;
}

// The step that is left keeps how far it was scrolled.
function remember(address) {
  history.replaceState({ ...history.state, scrolled: scrollY }, "");
  if (place(address) === place(shown)) history.replaceState({}, "", address);
  else history.pushState({}, "", address);
}

function show(fresh) {
  const known = new Set([...document.styleSheets].map((one) => one.href));
  for (const one of fresh.querySelectorAll("link[rel=stylesheet]")) {
    const href = new URL(one.getAttribute("href"), shown).href;
    if (!known.has(href)) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
  document.title = fresh.title;
  document.body.replaceWith(document.adoptNode(fresh.body));
}

// A reader hears where they are.
function arrive(keep) {
  const named = shown.hash && document.getElementById(decodeURIComponent(shown.hash.slice(1)));
  const goal = named || part().querySelector("h1") || part();
  if (!goal.matches("a, button, input")) goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
  if (keep && named) named.scrollIntoView();
  else scrollTo({ top: keep ? 0 : history.state?.scrolled ?? 0, behavior: "instant" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href), isPage = to.href.startsWith(HOME) && to.pathname.endsWith(".html");
  if (!isPage || !running() || link.target || link.hasAttribute("download") || (to.hash && place(to) === place(shown))) return;
  event.preventDefault();
  go(to, true);
});
addEventListener("popstate", () => {
  const to = new URL(location.href);
  if (place(to) !== place(shown)) go(to, false);
});
// A browser asks for the icon again wherever the page is said to be.
const icon = document.querySelector("link[rel=icon]");
icon.href = icon.href;
removeEventListener("click", window.starboxEarly, true);
open();
window.starboxAsked?.click();
