// The page Make: a game's files, an editor for each kind, and its sheets as they are typed.
import { ask, file, start } from "./engine.js";
import { addressOf, forget } from "./files.js";
import { csv, rows, separator } from "./table.js";

const WORKBOOK = /\.(xlsx|ods)$/i;
const ORDER = [/\.csv$/, WORKBOOK, /^game\.toml$/, /\.svg\.j2$/, /\.md$/, /\.toml$/];
const PAUSE = 250; // milliseconds after the last key
let root, fonts, load, game, files, name, asText, soon, looking;
const byId = (id) => root.querySelector(`#${id}`);

function heard({ loaded, what, done, total }) {
  byId("bar").hidden = false;
  byId("bar").max = loaded ? load : total || 1;
  byId("bar").value = loaded ?? done;
  byId("state").textContent = loaded ? `Loading ${(Math.min(loaded, load) / 1e6).toFixed(1)} of ${(load / 1e6).toFixed(1)} MB` : `${what}: piece ${done} of ${total}`;
}

// Ask the worker; null, with the problem shown, if it refuses.
async function asked(method, about = {}) {
  byId("state").textContent ||= "Starting";
  try {
    await start(heard);
    byId("cost").hidden = true;
    const answer = await ask("printer", method, about, heard);
    if (!answer.problem) return answer;
    show(answer.problem);
  } catch (trouble) {
    show({ said: trouble.message, file: "", line: 0 });
  } finally {
    byId("bar").hidden = true;
    if (/^(Starting|Loading)/.test(byId("state").textContent)) byId("state").textContent = "";
  }
  return null;
}

// A problem leads to its line.
function show(problem) {
  const box = byId("problem");
  box.hidden = !problem;
  box.replaceChildren(problem?.said ?? "");
  if (!problem?.file) return;
  const where = problem.line ? `${problem.file}, line ${problem.line}` : problem.file;
  const go = Object.assign(document.createElement("button"), { textContent: `Go to ${where}`, type: "button" });
  go.addEventListener("click", () => lead(problem.file, problem.line));
  box.append(document.createElement("br"), go);
}

function lead(to, line) {
  asText = Boolean(line);
  choose(to);
  if (!line || files[to] === null) return;
  const text = byId("text"), lines = text.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
  text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
}

// A game is opened.
function enter(answer, first) {
  if (!answer) return;
  ({ game, files } = answer);
  byId("title").textContent = answer.title;
  byId("begin").hidden = true;
  byId("workshop").hidden = false;
  byId("made").replaceChildren();
  forget();
  show(null);
  tabs();
  choose(first in files ? first : inOrder()[0]);
  look().then(remember);
}

const rank = (one) => { const found = ORDER.findIndex((kind) => kind.test(one)); return found < 0 ? ORDER.length : found; };
const inOrder = () => Object.keys(files).sort((one, two) => rank(one) - rank(two) || one.localeCompare(two, "en"));

function tabs() {
  byId("tabs").replaceChildren(...inOrder().map((one) => {
    const tab = Object.assign(document.createElement("button"), { type: "button", textContent: one, role: "tab" });
    tab.setAttribute("aria-controls", "editor");
    tab.addEventListener("click", () => choose(one));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const all = [...byId("tabs").children], next = all[(all.indexOf(tab) + step + all.length) % all.length];
      next.focus();
      next.click();
    });
    return tab;
  }));
}

function choose(one) {
  name = one;
  for (const tab of byId("tabs").children) {
    tab.setAttribute("aria-selected", String(tab.textContent === one));
    tab.tabIndex = tab.textContent === one ? 0 : -1;
  }
  const isTable = one.endsWith(".csv"), grid = isTable && !asText;
  byId("views").hidden = !isTable;
  byId("row").hidden = !grid;
  byId("grid").hidden = !grid;
  byId("text").hidden = grid || files[one] === null;
  byId("as-grid").setAttribute("aria-pressed", String(grid));
  byId("as-text").setAttribute("aria-pressed", String(!grid));
  byId("text").value = files[one] ?? "";
  byId("drawing").replaceChildren();
  if (/\.(svg|png|jpe?g|webp)$/i.test(one)) showPicture(one);
  if (WORKBOOK.test(one)) showWorkbook(one);
  if (grid) drawGrid();
}

// A picture, and how cards come by it.
async function showPicture(one) {
  const kind = one.endsWith(".svg") ? "image/svg+xml" : "";
  const address = URL.createObjectURL(new Blob([files[one] ?? (await file(`/kept/data/games/${game}/${one}`))], { type: kind }));
  const shown = Object.assign(new Image(), { alt: `The picture ${one}`, src: address });
  await shown.decode().catch(() => {});
  URL.revokeObjectURL(address);
  if (name !== one) return;
  byId("drawing").replaceChildren(shown);
  if (!one.startsWith("pictures/")) return;
  const call = `{{ picture("${one.slice(9)}", 4, 4, 20, 20) }}`;
  const says = Object.assign(document.createElement("p"), { className: "quiet" });
  says.append("A template draws it with ", Object.assign(document.createElement("code"), { textContent: call }), ": 20 by 20 mm, 4 mm from the left and the top.");
  const onto = inOrder().filter((other) => other.endsWith(".svg.j2")).map((other) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `Draw it in ${other.split("/").pop()}` });
    button.addEventListener("click", () => {
      choose(other);
      byId("text").value = `${files[other].trimEnd()}\n${call}\n`;
      change(byId("text").value);
    });
    return button;
  });
  const buttons = Object.assign(document.createElement("p"), { className: "actions" });
  buttons.append(...onto);
  byId("drawing").append(says, buttons);
}

// A workbook is changed where it was made.
function showWorkbook(one) {
  const says = document.createElement("p"), again = Object.assign(document.createElement("button"), { type: "button", textContent: `Bring ${one} again` });
  says.textContent = `The pieces come from ${one}. Change it in Excel or LibreOffice, save it under this name, and drop it here again: the sheets then follow.`;
  again.addEventListener("click", () => byId("files").click());
  byId("drawing").replaceChildren(says, again);
}

function drawGrid() {
  const table = rows(files[name]), by = separator(files[name]), head = table[0] ?? [];
  const drawn = document.createElement("table");
  drawn.createTHead().append(line(head.map((word) => Object.assign(document.createElement("th"), { textContent: word, scope: "col" })), true));
  const body = drawn.createTBody();
  table.slice(1).forEach((row, at) => body.append(line(head.map((word, column) => {
    const cell = document.createElement("td"), field = document.createElement("input");
    field.value = row[column] ?? "";
    field.setAttribute("aria-label", `${word} of row ${at + 1}`);
    field.style.minWidth = `${Math.min(28, Math.max(4, ...table.map((other) => (other[column] ?? "").length + 3)))}ch`;
    field.addEventListener("input", () => {
      row[column] = field.value;
      change(csv(table, by));
    });
    cell.append(field);
    return cell;
  }), false, () => {
    table.splice(at + 1, 1);
    change(csv(table, by));
    drawGrid();
  }, row[0])));
  byId("grid").replaceChildren(drawn);
}

function line(cells, isHead, remove, code) {
  const row = document.createElement("tr"), last = document.createElement("td");
  if (!isHead) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "✕", ariaLabel: `Delete row ${code}` });
    button.addEventListener("click", remove);
    last.append(button);
  }
  row.append(...cells, last);
  return row;
}

function change(text) {
  files[name] = text;
  clearTimeout(soon?.timer);
  const changed = name;
  const write = () => {
    soon = null;
    return asked("write", { game, name: changed, text: files[changed] });
  };
  soon = { write, timer: setTimeout(async () => (await write()) && look(), PAUSE) };
}

// The sheets anew; of several changes while they are drawn, the last counts.
let wanted = 0;
function look() {
  const mine = ++wanted;
  looking = looking.then(async () => {
    if (mine !== wanted) return;
    const begun = performance.now();
    const answer = await asked("look", { game, ink: byId("ink").value, paper: byId("paper").value });
    document.body.dataset.looked = String(mine);
    if (!answer) return void (byId("state").textContent = "The sheets below are the last good ones.");
    show(null);
    byId("title").textContent = answer.title;
    if (fonts.textContent !== answer.fonts) fonts.textContent = answer.fonts;
    byId("definitions").innerHTML = answer.definitions;
    byId("sheets").replaceChildren(...answer.sheets.map(({ title, svg }) => {
      const figure = document.createElement("figure");
      figure.innerHTML = svg;
      figure.firstChild.setAttribute("role", "img");
      figure.firstChild.setAttribute("aria-label", title);
      figure.append(Object.assign(document.createElement("figcaption"), { textContent: title, className: "quiet" }));
      return figure;
    }));
    byId("state").textContent = `Drawn in ${((performance.now() - begun) / 1000).toFixed(1)} seconds, and kept in this browser.`;
  });
  return looking;
}

// Files come in and go out.
const encoded = async (blob) => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};

// Where a file goes in the folder of a game, by its ending.
const PLACES = [
  [/\.svg$/i, "symbols/"], [/\.(png|jpe?g|webp)$/i, "pictures/"], [/\.(ttf|otf)$/i, "fonts/"], [/\.j2$/, "templates/"],
  [/\.(csv|toml|md|xlsx|ods)$/i, ""],
];

async function take(given) {
  let last = "";
  for (const one of given) {
    if (one.name.endsWith(".zip")) return enter(await asked("opened", { data: await encoded(one), name: one.name }));
    const found = PLACES.find(([ending]) => ending.test(one.name));
    if (!found) {
      return show({ said: `${one.name} is not a file that a game can have: pictures are SVG, PNG, JPEG or WebP; tables CSV, TOML, .xlsx or .ods; fonts .ttf or .otf.`, file: "", line: 0 });
    }
    last = found[1] + one.name;
    if (!(await asked("put", { game, name: last, data: await encoded(one) }))) return;
  }
  const answer = await asked("files", { game });
  if (answer) enter(answer, last);
}

function offer(data, short, kind) {
  const address = addressOf(data, kind);
  const link = Object.assign(document.createElement("a"), { href: address, download: short, className: "button", textContent: `Download ${short}` });
  const list = byId("made").firstChild ?? Object.assign(document.createElement("ul"), { className: "made" });
  const entry = document.createElement("li");
  if (kind.endsWith("pdf")) entry.append(Object.assign(document.createElement("a"), { href: address, target: "_blank", className: "button", textContent: `Open ${short}` }));
  entry.append(link);
  list.append(entry);
  byId("made").replaceChildren(list);
  return link;
}

async function print() {
  byId("made").replaceChildren();
  forget();
  const folder = `/kept/data/games/${game}`;
  const said = ["build", folder, "--ink", byId("ink").value, "--paper", byId("paper").value];
  try {
    const answer = await ask("printer", "pnp", { words: said }, heard);
    byId("bar").hidden = true;
    if (answer.code) return void (await asked("blame", { game, said: answer.problem }));
    for (const one of answer.files.filter((place) => place.endsWith(".pdf"))) offer(await file(one), one.split("/").pop(), "application/pdf");
    byId("state").textContent = answer.said.split(" -> ")[0];
  } catch (trouble) {
    show({ said: trouble.message, file: "", line: 0 });
  }
}

async function save() {
  const answer = await asked("packed", { game });
  if (!answer) return;
  byId("made").replaceChildren();
  forget();
  offer(Uint8Array.from(atob(answer.zip), (sign) => sign.charCodeAt(0)), `${game}.zip`, "application/zip").click();
}

// What is kept here is known without loading anything.
const KEPT = "starbox-games";
async function remember() {
  const known = await asked("games");
  if (known) localStorage.setItem(KEPT, JSON.stringify(known));
}
function listKept() {
  let known = {};
  try { known = JSON.parse(localStorage.getItem(KEPT) || "{}"); } catch { /* nothing is known */ }
  byId("kept").hidden = !Object.keys(known).length;
  byId("kept").querySelector("ul").replaceChildren(...Object.entries(known).map(([slug, title]) => {
    const entry = document.createElement("li");
    const open = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    open.addEventListener("click", async () => enter(await asked("files", { game: slug })));
    const forget = Object.assign(document.createElement("button"), { type: "button", textContent: "Delete", ariaLabel: `Delete ${title}` });
    forget.addEventListener("click", async () => {
      if (!confirm(`Delete ${title} from this browser? Save its zip file first.`)) return;
      const left = await asked("remove", { game: slug });
      if (left) localStorage.setItem(KEPT, JSON.stringify(left));
      listKept();
    });
    entry.append(open, " ", forget);
    return entry;
  }));
}

/** Show the page in that element, until it is left. */
export function open(main, left) {
  root = main;
  load = Number(byId("begin").dataset.load);
  [game, files, name, asText, soon, looking] = ["", {}, "", false, null, Promise.resolve()];
  fonts = document.head.appendChild(document.createElement("style"));
  left.addEventListener("abort", () => fonts.remove());
  byId("pdf").addEventListener("click", print);
  byId("save").addEventListener("click", save);
  byId("new").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { name: called, cards } = event.target.elements, table = cards.files[0];
    const given = table ? { table: table.name, cards: await encoded(table) } : {};
    enter(await asked("begin", { name: called.value, ...given }));
  });
  byId("open").addEventListener("submit", (event) => {
    event.preventDefault();
    take(event.target.elements.zip.files);
  });
  byId("example").addEventListener("click", async () => {
    const found = await (await fetch("examples/comet-post.zip")).blob();
    take([new File([found], "comet-post.zip")]);
  });
  byId("add").addEventListener("click", () => byId("files").click());
  byId("files").addEventListener("change", (event) => take(event.target.files));
  byId("text").addEventListener("input", (event) => change(event.target.value));
  byId("ink").addEventListener("change", look);
  byId("paper").addEventListener("change", look);
  byId("as-grid").addEventListener("click", () => { asText = false; choose(name); });
  byId("as-text").addEventListener("click", () => { asText = true; choose(name); });
  byId("row").addEventListener("click", () => {
    const table = rows(files[name]);
    change(csv([...table, [...(table.at(-1) ?? [""])]], separator(files[name])));
    drawGrid();
    byId("grid").querySelector("tbody tr:last-child input")?.focus();
  });
  document.addEventListener("dragover", (event) => event.preventDefault(), { signal: left });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (game || [...event.dataTransfer.files].some((one) => one.name.endsWith(".zip"))) take(event.dataTransfer.files);
  }, { signal: left });
  listKept();
}

/** Keep what was typed last. */
export function close() {
  clearTimeout(soon?.timer);
  soon?.write();
}
