// The page Print: its form becomes the words of `pnp build`, which the worker runs.
import { ask, file, start, stop } from "./engine.js";
import { addressOf, forget } from "./files.js";

const PRINTERS = "starbox-printers"; // their names, so that the page knows them before anything is loaded
let root, order, state, bar, problem, made, load;
const byId = (id) => root.querySelector(`#${id}`);

// What is not as usual, as words.
function words() {
  const said = ["build", order.elements.game.value], decks = [];
  for (const field of order.elements) {
    if (!field.name.startsWith("--") || field.disabled || !field.value && field.type !== "checkbox") continue;
    if (field.type === "checkbox") {
      if (field.checked && field.value) decks.push(field.value);
      else if (field.checked) said.push(field.name);
    } else if (field.name === "--option") {
      for (const one of field.value.split(/\s+/).filter(Boolean)) said.push("--option", one);
    } else if (field.nodeName === "SELECT" ? !("usual" in field.selectedOptions[0].dataset) : field.value !== field.dataset.usual) {
      said.push(field.name, field.value);
    }
  }
  if (decks.length) said.push("--only", decks.join(","));
  if (!byId("all").checked) said.push("--sheets");
  if (!said.includes("--setup")) return without(said, ["--players", "--option"]);
  return said;
}

const without = (said, options) => said.filter((word, place) => !options.includes(word) && !options.includes(said[place - 1]));
const quoted = (word) => (/^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function show() {
  for (const part of root.querySelectorAll("[data-game]")) {
    part.hidden = part.dataset.game !== order.elements.game.value;
    if (part.nodeName === "FIELDSET") part.disabled = part.hidden;
    else if (part.nodeName === "LABEL") part.querySelector("select").disabled = part.hidden;
  }
  // A line breaks between words, and not behind the hyphens of one.
  const typed = ["pnp", ...words()].map((word) => Object.assign(document.createElement("span"), { textContent: quoted(word) }));
  byId("typed").replaceChildren(...typed.flatMap((word) => [word, " "]));
}

function heard({ loaded, what, done, total }) {
  bar.hidden = false;
  bar.max = loaded ? load : total || 1;
  bar.value = loaded ?? done;
  state.textContent = loaded ? (loaded < load ? `Loading ${(loaded / 1e6).toFixed(1)} of ${(load / 1e6).toFixed(1)} MB` : "Starting")
    : done < total ? `${what}: piece ${done} of ${total}` : `${what}: laying out sheets`;
}

// Run words, and show what comes of them.
async function run(said) {
  const begun = performance.now();
  problem.hidden = true;
  made.replaceChildren();
  forget();
  byId("stop").hidden = false;
  state.textContent = "Starting";
  for (const button of root.querySelectorAll("form button:not(#stop)")) button.disabled = true;
  try {
    await start(heard);
    byId("cost").hidden = true;
    const answer = await ask("printer", "pnp", { words: said }, heard);
    if (answer.code) return refuse(answer.problem);
    state.textContent = `${answer.said.split(" -> ")[0].trim().replace(/\.?$/, ".")} ${((performance.now() - begun) / 1000).toFixed(1)} seconds.`;
    return answer;
  } catch (trouble) {
    return refuse(trouble.message);
  } finally {
    bar.hidden = byId("stop").hidden = true;
    for (const button of root.querySelectorAll("form button")) button.disabled = false;
  }
}

function refuse(what) {
  state.textContent = "Nothing was made.";
  problem.textContent = what;
  problem.hidden = false;
  return null;
}

const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const KINDS = { pdf: "application/pdf", svg: "image/svg+xml", json: "application/json" };

// What a file is for, in the order in which it is wanted: to be printed, to be read, and parts of what is printed.
const USES = [
  ["Print", (short, first) => short === first || /(?<!-large)-one-sided\.pdf$|^setup|calibration/.test(short)],
  ["Large print and braille", (short) => /-large(-one-sided)?\.pdf$|^braille/.test(short)],
  ["Read", (short) => short.startsWith("rulebook")],
  ["Boxes and cut files", (short) => /-box\.pdf$|^box|\.svg$/.test(short)],
  ["Parts of it again, one by one", () => true],
];

// The files by their use, each with two ways to have it, and the sheets to look at where a browser shows PDFs.
async function offer(files, first, bytes = file) {
  const groups = new Map(USES.map(([use]) => [use, []]));
  for (const name of files.filter((one) => !one.endsWith(".json"))) {
    const short = name.split("/").pop();
    groups.get(USES.find(([, fits]) => fits(short, first))[0]).push(name);
  }
  const boxes = [];
  for (const [use, names] of groups) {
    if (!names.length) continue;
    names.sort((one, two) => two.endsWith(".pdf") - one.endsWith(".pdf")); // what can be opened goes first
    const box = document.createElement(use === USES.at(-1)[0] ? "details" : "div");
    box.append(Object.assign(document.createElement(box.nodeName === "DIV" ? "h3" : "summary"), { textContent: use }), await listed(names, first, bytes));
    boxes.push(box);
  }
  made.replaceChildren(...boxes);
  const whole = made.querySelector(".first a");
  if (whole && navigator.pdfViewerEnabled) {
    made.append(Object.assign(document.createElement("iframe"), { src: `${whole.href}#view=FitH`, title: "The sheets", className: "sheets-made" }));
  }
}

async function listed(names, first, bytes) {
  const list = document.createElement("ul");
  list.className = "made";
  for (const name of names) {
    const short = name.split("/").pop();
    const data = await bytes(name);
    const address = addressOf(data, KINDS[short.split(".").pop()]);
    const entry = document.createElement("li");
    if (short === first) entry.className = "first";
    const sides = short !== first ? "" : order.elements["--duplex"].value === "off" ? ", on one side" : order.elements["--duplex"].value === "fold" ? ", on one side, and fold it" : ", on both sides";
    const open = link(address, `Open ${short}${sides}`, { target: "_blank" });
    open.append(Object.assign(document.createElement("span"), { className: "quiet", textContent: ` ${size(data.length)}` }));
    entry.append(open, link(address, "Download", { download: short, ariaLabel: `Download ${short}` }));
    list.append(entry);
  }
  return list;
}

const link = (href, textContent, more) => Object.assign(document.createElement("a"), { href, textContent, className: "button", ...more });

// What the front page has ready is not made once more: the file of such an order, or null.
async function ready(said) {
  const place = [...root.querySelectorAll("[data-order]")].find((one) => one.dataset.order === said.join(" "));
  const answer = place && (await fetch(place.value).catch(() => null));
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

// Ask which printers are saved, and remember them for the next visit.
async function know() {
  const saved = await ask("printer", "printers");
  localStorage.setItem(PRINTERS, JSON.stringify(saved));
  list(saved);
}

function list(saved) {
  const chosen = order.elements["--printer"];
  chosen.replaceChildren(chosen.options[0], ...Object.keys(saved).map((name) => new Option(name)));
  byId("printers").replaceChildren(...Object.entries(saved).map(([name, about]) => {
    const entry = document.createElement("li");
    const forget = Object.assign(document.createElement("button"), { textContent: "Forget", ariaLabel: `Forget ${name}` });
    forget.addEventListener("click", async () => {
      if (await run(["printer", "remove", name])) await know();
    });
    entry.append(about, " ", forget);
    return entry;
  }));
}

/** Show the page in that element. */
export function open(main) {
  root = main;
  [order, state, bar, problem, made] = ["order", "state", "bar", "problem", "made"].map(byId);
  load = Number(root.querySelector("[data-load]").dataset.load);
  order.addEventListener("submit", async (event) => {
    event.preventDefault();
    made.replaceChildren();
    const said = words(), first = `${order.elements.game.value.split("/").pop()}.pdf`, data = await ready(said);
    if (data) {
      problem.hidden = true;
      forget();
      await offer([first], first, () => data);
      state.textContent = "Your sheets are ready: this is the file of the front page.";
      return;
    }
    const answer = await run(said);
    if (answer) await offer(answer.files, first);
  });
  byId("stop").addEventListener("click", () => {
    stop();
    refuse("Stopped.");
    location.reload();
  });
  byId("sheet").addEventListener("submit", async (event) => {
    event.preventDefault();
    const flip = order.elements["--duplex"].value === "short" ? "short" : "long";
    const answer = await run(["calibrate", "--paper", order.elements["--paper"].value, "--duplex", flip]);
    if (answer) await offer(answer.files.filter((name) => name.endsWith("calibration.pdf")), "calibration.pdf");
  });
  byId("measured").addEventListener("submit", async (event) => {
    event.preventDefault();
    const read = Object.fromEntries(new FormData(event.target));
    const places = ["left", "right", "top", "bottom"].flatMap((place) => [`--${place}`, `${read[`${place}-x`]},${read[`${place}-y`]}`]);
    const flip = order.elements["--duplex"].value === "short" ? "short" : "long";
    const said = ["printer", "add", read.name, ...places, "--paper", order.elements["--paper"].value, "--duplex", flip];
    if (await run(said)) await know();
    order.elements["--printer"].value = read.name;
    show();
  });
  for (const [name, value] of new URLSearchParams(location.search)) {
    for (const field of order.querySelectorAll(`select[name="${CSS.escape(name)}"]`)) {
      if ([...field.options].some((one) => one.value === value)) field.value = value;
    }
  }
  try {
    list(JSON.parse(localStorage.getItem(PRINTERS) || "{}"));
  } catch { /* they are asked for later */ }
  order.addEventListener("input", show);
  show();
}
