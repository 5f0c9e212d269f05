// The search in the guides. What it knows is loaded when somebody is about to search.
const SMALL = new Set("a an and are at can do does for how i in is it my of on or the to what when where which who with you".split(" "));
let box, field, found, text, guides, ready = null;

async function load() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import(new URL("minisearch.js", import.meta.url)), fetch(`${guides}search.json`),
  ]);
  const known = new MiniSearch({
    fields: ["title", "heading", "text"], storeFields: ["title", "heading", "text", "place"], idField: "place",
    processTerm: (term) => (SMALL.has(term.toLowerCase()) ? null : term.toLowerCase()),
    // Whoever asks how to play wants the rules of a game, and hardly ever the history of this program.
    searchOptions: {
      boost: { title: 2, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: "AND",
      boostDocument: (place) => (/^rules\//.test(place) ? 2 : /^(changelog|balance|benchmarks)/.test(place) ? 0.2 : 1),
    },
  });
  known.addAll(await answer.json());
  return known;
}

// The words round the first word that was found.
function around(section, terms) {
  const low = section.text.toLowerCase();
  const at = Math.max(0, Math.min(...terms.map((term) => low.indexOf(term)).filter((place) => place >= 0), low.length) - 60);
  return `${at ? "… " : ""}${section.text.slice(at, at + 220)}${at + 220 < section.text.length ? " …" : ""}`;
}

async function search() {
  const words = field.value.trim();
  found.hidden = !words;
  text.hidden = Boolean(words);
  if (!words) return;
  ready ??= load();
  const hits = (await ready).search(words).slice(0, 20);
  if (field.value.trim() !== words) return;
  const list = document.createElement("ol");
  for (const hit of hits) {
    const entry = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: guides + hit.place, textContent: hit.heading });
    link.addEventListener("click", () => { // a place on this very page
      field.value = "";
      search();
    });
    const where = hit.title === hit.heading ? "" : ` in ${hit.title}`;
    entry.append(link, Object.assign(document.createElement("span"), { className: "quiet", textContent: where }),
      Object.assign(document.createElement("p"), { textContent: around(hit, hit.terms) }));
    list.append(entry);
  }
  const heading = Object.assign(document.createElement("h1"), {
    textContent: hits.length ? `“${words}”` : `Nothing in the guides has “${words}”.`,
  });
  found.replaceChildren(heading, list);
}

/** Show a guide, which is in that element. */
export function open(main) {
  box = main.querySelector("#search");
  field = box.querySelector("input");
  [found, text] = [main.querySelector("#found"), main.querySelector("#text")];
  guides = new URL(box.dataset.guides, location.href).href;
  field.addEventListener("focus", () => { ready ??= load(); });
  field.addEventListener("input", search);
  box.addEventListener("submit", (event) => event.preventDefault());
}
if (document.getElementById("search")) {
  removeEventListener("click", window.starboxEarly, true);
  open(document);
}
