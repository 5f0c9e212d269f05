// A page's side of the worker: it is started on a click, asked one thing after the other, and can be stopped. It goes on
// for the page that takes the place of this one; then nothing that this one has asked is answered any more.

const WAITING = new Map();
const NO_NETWORK = "There is no network, and what runs Starbox is not kept here yet. Load this page once more with a network.";
const TOO_LITTLE = "The browser has too little memory for this. Close other tabs and try again.";
const MOMENT = 1000; // milliseconds that a page which is left waits for its last answers
const FREED = 2000; // milliseconds until a browser has back all memory of a worker that was stopped while it worked
// Bytes of a Python that goes on: its memory grows with its largest print and never shrinks. What prints needs most room.
const LARGE = { print: 56 * 2 ** 20, make: 64 * 2 ** 20, referee: 64 * 2 ** 20 };
let worker = null, size = 0, started = null, hears = null, number = 0, visitor = 0, tries = 0, free = 0;

function send(message, told) {
  return new Promise((answered, failed) => {
    const id = ++number;
    WAITING.set(id, { answered, failed, told, does: message.does });
    worker.postMessage({ id, ...message });
  });
}

function fail(what) {
  stop();
  for (const { failed } of WAITING.values()) failed(new Error(what));
  WAITING.clear();
}

// What was hoped for by a page that was left stays undone.
function whileHere(hope) {
  const mine = visitor;
  return new Promise((answered, failed) => hope.then(
    (answer) => mine === visitor && answered(answer), (problem) => mine === visitor && failed(problem)));
}

/** Whether it runs, or is about to. */
export const running = () => started !== null;

/** Start it, unless it runs. `told` hears {loaded: bytes} while it loads. */
export function start(told) {
  if (!started) begin();
  hears = told ?? hears;
  return whileHere(started);
}

function begin() {
  started = begun(++tries).catch((problem) => {
    stop();
    if (/memory|out of bounds/i.test(problem.message)) throw new Error(TOO_LITTLE);
    throw !navigator.onLine || /fetch|network/i.test(problem.message) ? new Error(NO_NETWORK) : problem;
  }).then(kept);
}

// What was loaded is kept for visits without a network, also if the service worker came later than the click.
function kept(answer) {
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("engine"));
  return answer;
}

async function begun(mine) {
  if (free > performance.now()) await pause(free - performance.now());
  if (mine !== tries) return new Promise(() => {}); // it was stopped before it began
  const own = (worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
  worker.onmessage = ({ data }) => {
    const waiting = WAITING.get(data.id);
    if (!waiting) return;
    if (data.told) return void waiting.told?.(data.told);
    WAITING.delete(data.id);
    size = data.size ?? size;
    if ("problem" in data) waiting.failed(new Error(data.problem));
    else waiting.answered(data.answer);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (worker !== own) return; // one that was stopped while it worked
    if (/memory/i.test(event.message ?? "")) return fail(TOO_LITTLE);
    fetch(new URL("worker.js", import.meta.url)).then(({ ok }) => ok, () => false).then((there) =>
      fail(there ? "This browser cannot run Starbox. It needs one of 2024 or later." : NO_NETWORK));
  };
  return send({ does: "start" }, (told) => hears?.(told));
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Stop it at once, whatever it does. What is kept is kept; the next `start` loads it anew from the cache. */
export function stop() {
  worker?.terminate();
  worker = started = null;
  size = 0;
  tries++;
}

// The page that comes next must not begin before this one has given back its memory.
addEventListener("pagehide", stop);

/** Ask a desk; `told` hears {what, done, total}. Rejects with an `Error` for what should not happen. */
export async function ask(desk, method, about = {}, told) {
  await start();
  try {
    return await whileHere(send({ does: "ask", desk, method, about }, told));
  } catch (problem) {
    if (/memory|out of bounds/i.test(problem.message)) {
      fail(problem.message);
      throw new Error("The browser has run out of memory. Print fewer decks at a time, or close other tabs.");
    }
    throw problem;
  }
}

/** The bytes of a file that an answer named. */
export const file = (name) => whileHere(send({ does: "file", name }));

/**
 * Another page takes the place of this one: forget what only this one needs. What takes long is stopped, and so is a
 * Python that is too large for what that page `opens`: the next one begins small.
 */
export async function leave(opens) {
  const asks = () => [...WAITING.values()].some(({ does }) => does !== "start");
  const end = performance.now() + MOMENT;
  do await pause(20); while (asks() && performance.now() < end);
  visitor++;
  if (!asks() && size <= (LARGE[opens] ?? Infinity)) return void (started && !WAITING.size && send({ does: "tidy" }).catch(() => {}));
  stop();
  free = performance.now() + FREED;
  WAITING.clear();
}
