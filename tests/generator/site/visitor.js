// What a visitor does on the pages of the site, for visits that no debugger watches. A step that is not possible yet is
// waited for; one that never is ends the visit with an error.
const PATIENCE = 180_000, MOMENT = 20; // milliseconds

/** What the test hears, and when. */
export const tell = (said) => fetch("/told", { method: "POST", body: JSON.stringify(said) });

export const pause = (time) => new Promise((done) => setTimeout(done, time));

/** The first value of `look` that is one. */
export async function until(look, what = String(look)) {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(MOMENT)) {
    try {
      const found = look();
      if (found) return found;
    } catch { /* a page that is on its way has no such part yet */ }
  }
  throw new Error(`Waited in vain for ${what}`);
}

/** The document of the referee's pages. */
export const inside = () => document.getElementById("pages").contentDocument;

/** Press what is called so, once it can be seen. */
export async function press(kind, words, within = () => document) {
  const called = (one) => one.textContent.trim().startsWith(words) && one.offsetParent;
  const find = () => [...within().querySelectorAll(kind)].find(called);
  (await until(find, words)).click();
}

/** Write into a field as a person does. */
export function write(field, text) {
  field.value = text;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Follow a link at the top. */
export async function visit(title) {
  document.querySelector(".plays #out")?.click(); // a game is the page until it is left
  await press("header a", title);
  await until(() => document.title.startsWith(title) && document.activeElement.nodeName === "H1", title);
}

/** Print a game, in a way that no file is ready for. */
export async function print(game) {
  write(await until(() => document.querySelector("#order [name=game]")), game);
  write(document.querySelector("#order [name='--marks']"), "lines");
  document.getElementById("made").replaceChildren();
  await press("button", "Make the PDF");
  await printed();
}

/** Wait for what is being printed. */
export async function printed() {
  const problem = document.getElementById("problem");
  await until(() => document.querySelector("#made li") || !problem.hidden, "sheets");
  if (!problem.hidden) throw new Error(problem.textContent);
}

/** Begin a game of one's own. */
export async function make(name) {
  write(await until(() => document.querySelector("#new [name=name]")), name);
  await press("button", "Begin");
  await until(() => document.querySelector("#sheets figure"));
}

/** Change its first card, and wait for the sheet. */
export async function edit(note) {
  write(await until(() => document.querySelector("[aria-label='note of row 1']")), note);
  await until(() => document.getElementById("definitions").textContent.includes(note));
}

/** Begin a game against a bot. */
export async function begin(title) {
  await press("button", title);
  await until(() => inside().querySelector("main.table"));
}
