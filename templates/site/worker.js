// The worker: CPython with Starbox in it. It loads everything from its own folder, and only when it is told to.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { tidied } from "./files.js";
import { remade, unfiltered } from "./pictures.js";

const HOME = new URL("./", self.location.href);
const SITE = "/lib/python3.14/site-packages";
const PRINTED = "/printed/"; // what was made for a page
const KEPT = "/kept"; // journals, printers and games of one's own: kept in the browser's storage
// Who answers, and what is handed to it: a module, a function of another one.
const DESKS = {
  printer: ["generator.commands.worker_api", "generator.cli", "main"],
  referee: ["referee.web.device", "referee.commands.serve", "tool_desk"],
};
// Pyodide asks for files of these names; they are here in one piece with less to carry.
const STANDS_FOR = { "pyodide.asm.wasm": ["wasm.bin", "application/wasm"], "python_stdlib.zip": ["python.bin", "application/zip"] };

const own = self.fetch.bind(self);
self.fetch = (asked, ...rest) => {
  const name = String(asked.url ?? asked).split("/").pop();
  return STANDS_FOR[name] ? loaded(...STANDS_FOR[name]) : own(asked, ...rest);
};

let python, tell = () => {};
const used = new Set(); // who has answered already
let bytes = 0;

// A file of the folder as it comes in, still packed.
async function packed(name) {
  const answer = await own(new URL(name, HOME));
  if (!answer.ok) throw new Error(`${name}: the server answers ${answer.status}.`);
  return answer.body.pipeThrough(new TransformStream({
    transform(part, to) {
      bytes += part.length;
      tell({ loaded: bytes });
      to.enqueue(part);
    },
  }));
}

const loaded = async (name, type) =>
  new Response((await packed(name)).pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });

// The script of the interpreter, which is packed as it is itself.
async function glue() {
  const address = URL.createObjectURL(await (await loaded("glue.bin", "text/javascript")).blob());
  const { default: made } = await import(address);
  URL.revokeObjectURL(address);
  return made;
}

// Python unpacks its modules itself: the browser would keep all of them a second time until it tidies up.
const UNPACK = `
def unpack(file, into):
    import json, lzma, os
    with lzma.open(file) as packed:
        for name, size in json.loads(packed.readline()).items():
            place = f"{into}/{name}"
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb", buffering=0) as made:
                made.write(packed.read(size))
    os.unlink(file)
unpack
`;

// What few games need is noted when it is missed.
const MISS = `
class Missed:
    names = set()
    def find_spec(self, name, *_):
        if name == "fontTools":
            self.names.add(name)
import sys
sys.meta_path.append(Missed())
Missed.names
`;

const bytesOf = async (name) => new Uint8Array(await new Response(await packed(name)).arrayBuffer());
let unpack, missed, complete = false;

function unpacked(name, data) {
  python.FS.writeFile(`/tmp/${name}`, data, { canOwn: true });
  unpack(`/tmp/${name}`, SITE);
}

async function start() {
  const archives = ["libraries.bin", "starbox.bin", "slots.bin"].map(async (name) => [name, await bytesOf(name)]);
  python = await loadPyodide({
    indexURL: new URL("pyodide/", HOME).href, createPyodideModule: await glue(),
    env: {
      HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", STARBOX_CACHE: `${SITE}/kept`,
      STARBOX_DATA: `${KEPT}/data`, STARBOX_CONFIG: `${KEPT}/config`,
    },
    stdout: () => {}, stderr: (line) => console.warn(line),
  });
  unpack = python.runPython(UNPACK);
  for (const archive of archives) unpacked(...(await archive));
  tidied();
  missed = python.runPython(MISS);
  python.registerJsModule("starbox_browser", { unfiltered });
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  await synchronised(true);
  python.FS.mkdirTree(`${KEPT}/config`);
  python.FS.mkdirTree(`${KEPT}/data`);
  return {};
}

const synchronised = (fromStorage) => new Promise((done, failed) =>
  python.FS.syncfs(fromStorage, (problem) => (problem ? failed(problem) : done())));

async function asked({ desk, method, about }) {
  const [answering, other, name] = DESKS[desk];
  const told = (what, done, total) => tell({ what, done, total });
  return alone(async () => {
    await synchronised(true);
    used.add(answering);
    if (desk === "printer") await prepared(about.words ?? []);
    const module = python.pyimport(answering), main = python.pyimport(other)[name];
    let answer;
    do {
      try {
        answer = await module.answer(main, method, JSON.stringify(about), told);
      } catch (problem) {
        if (complete || !missed.length) throw problem; // else it is asked again when what was missed is there
      }
    } while (desk === "printer" && ((await completed()) || (await filled(module))));
    await synchronised(false);
    tidied();
    return JSON.parse(answer);
  });
}

// What printing finds in its cache, fetched before it begins: of fonts, and of the game that is printed, unless it is one
// of somebody who makes it here.
async function prepared([command, game]) {
  const names = ["fonts.bin", ...(command === "build" && !game.startsWith(KEPT) ? [`print-${game.split("/").pop()}.bin`] : [])];
  const missing = names.filter((name) => !used.has(name));
  const found = await Promise.all(missing.map((name) => { used.add(name); return bytesOf(name); }));
  found.forEach((data, place) => unpacked(missing[place], data));
}

// What was missed, fetched; returns whether anything was.
async function completed() {
  if (complete || !missed.length) return false;
  complete = true;
  unpacked("more.bin", await bytesOf("more.bin"));
  python.pyimport("importlib").invalidate_caches();
  return true;
}

// Pictures that Python has left to the browser, made for it; returns whether there were any, and Python has to go on.
async function filled(module) {
  const orders = JSON.parse(module.orders());
  for (const order of orders) {
    try {
      module.fill(order.shelf, order.name, await remade(python.FS.readFile(order.file), order));
    } catch (problem) {
      module.refuse(order.name, String(problem?.message ?? problem));
    }
  }
  return orders.length > 0;
}

// What is kept is read before and written after, one page at a time: several may be open.
const alone = (act) => (self.navigator.locks ? self.navigator.locks.request("starbox", act) : act());

// The bytes of a file; what was printed is from then on the page's alone.
function handed({ name }) {
  const data = python.FS.readFile(name);
  if (name.startsWith(PRINTED)) python.FS.unlink(name);
  return data;
}

// What was printed is a page's no longer, once it has been left.
function tidy() {
  if (used.has(DESKS.printer[0])) python.pyimport(DESKS.printer[0]).leave();
  python.pyimport("gc").collect();
  tidied();
}

const METHODS = {
  start,
  tidy,
  ask: asked,
  file: handed,
};

let last = Promise.resolve(), asking = 0;
self.onmessage = ({ data }) => {
  last = last.then(async () => {
    asking = data.id;
    tell = (told) => self.postMessage({ id: data.id, told });
    try {
      const answer = await METHODS[data.does](data);
      self.postMessage({ id: data.id, answer, size: python._module.HEAPU8.length }, answer?.buffer ? [answer.buffer] : []);
    } catch (problem) {
      self.postMessage({ id: data.id, problem: String(problem?.message ?? problem) });
    }
  });
};

// Where memory is too short for the interpreter to begin, Pyodide waits for ever; so the page is told from here.
for (const name of ["instantiate", "instantiateStreaming"]) {
  const act = WebAssembly[name].bind(WebAssembly);
  WebAssembly[name] = (...given) => act(...given).catch((problem) => {
    if (problem instanceof RangeError) self.postMessage({ id: asking, problem: problem.message });
    throw problem;
  });
}
