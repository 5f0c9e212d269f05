// The worker: CPython with Starbox in it. It loads everything from its own folder, and only when it is told to.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = new URL("./", self.location.href);
const SITE = "/lib/python3.14/site-packages";
const KEPT = "/kept"; // journals, printers and games of one's own: kept in the browser's storage
// Who answers, and what is handed to it: a module, a function of another one.
const DESKS = {
  printer: ["generator.commands.desk", "generator.cli", "main"],
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

// Python unpacks its modules itself: the browser would keep all of them a second time until it tidies up.
const UNPACK = `
def unpack(file, into):
    import gzip, json, os
    with gzip.open(file) as packed:
        for name, size in json.loads(packed.readline()).items():
            place = f"{into}/{name}"
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb", buffering=0) as made:
                made.write(packed.read(size))
    os.unlink(file)
unpack
`;

async function start() {
  const archives = ["libraries.bin", "starbox.bin"].map(async (name) => [name, await new Response(await packed(name)).bytes()]);
  python = await loadPyodide({
    indexURL: new URL("pyodide/", HOME).href,
    env: {
      HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", STARBOX_CACHE: "/tmp/cache",
      STARBOX_DATA: `${KEPT}/data`, STARBOX_CONFIG: `${KEPT}/config`,
    },
    stdout: () => {}, stderr: (line) => console.warn(line),
  });
  const unpack = python.runPython(UNPACK);
  for (const archive of archives) {
    const [name, data] = await archive;
    python.FS.writeFile(`/tmp/${name}`, data, { canOwn: true });
    unpack(`/tmp/${name}`, SITE);
  }
  unpack.destroy();
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
    const answer = await python.pyimport(answering).answer(python.pyimport(other)[name], method, JSON.stringify(about), told);
    await synchronised(false);
    return JSON.parse(answer);
  });
}

// What is kept is read before and written after, one page at a time: several may be open.
const alone = (act) => (self.navigator.locks ? self.navigator.locks.request("starbox", act) : act());

const METHODS = {
  start,
  ask: asked,
  file: async ({ name }) => python.FS.readFile(name),
};

let last = Promise.resolve(), asking = 0;
self.onmessage = ({ data }) => {
  last = last.then(async () => {
    asking = data.id;
    tell = (told) => self.postMessage({ id: data.id, told });
    try {
      const answer = await METHODS[data.does](data);
      self.postMessage({ id: data.id, answer }, answer?.buffer ? [answer.buffer] : []);
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
