// A page's side of the worker: it is started on a click, asked one thing after the other, and can be stopped.

const WAITING = new Map();
const TOO_LITTLE = "The browser has too little memory for this. Close other tabs and try again.";
let worker = null, started = null, number = 0;

function send(message, told) {
  return new Promise((answered, failed) => {
    const id = ++number;
    WAITING.set(id, { answered, failed, told });
    worker.postMessage({ id, ...message });
  });
}

function fail(what) {
  stop();
  for (const { failed } of WAITING.values()) failed(new Error(what));
  WAITING.clear();
}

/** Start it, unless it runs. `told` hears {loaded: bytes} while it loads. */
export function start(told) {
  if (started) return started;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    const waiting = WAITING.get(data.id);
    if (!waiting) return;
    if (data.told) return void waiting.told?.(data.told);
    WAITING.delete(data.id);
    if ("problem" in data) waiting.failed(new Error(data.problem));
    else waiting.answered(data.answer);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(/memory/i.test(event.message ?? "") ? TOO_LITTLE
      : "This browser cannot run Starbox. It needs one of 2024 or later.");
  };
  started = send({ does: "start" }, told).catch((problem) => {
    stop();
    throw /memory|out of bounds/i.test(problem.message) ? new Error(TOO_LITTLE) : problem;
  });
  return started;
}

/** Stop it at once, whatever it does. What is kept is kept; the next `start` loads it anew from the cache. */
export function stop() {
  worker?.terminate();
  worker = started = null;
}

// The page that comes next must not begin before this one has given back its memory.
addEventListener("pagehide", stop);

/** Ask a desk; `told` hears {what, done, total}. Rejects with an `Error` for what should not happen. */
export async function ask(desk, method, about = {}, told) {
  await start();
  try {
    return await send({ does: "ask", desk, method, about }, told);
  } catch (problem) {
    if (/memory|out of bounds/i.test(problem.message)) {
      fail(problem.message);
      throw new Error("The browser has run out of memory. Print fewer decks at a time, or close other tabs.");
    }
    throw problem;
  }
}

/** The bytes of a file that an answer named. */
export const file = (name) => send({ does: "file", name });
