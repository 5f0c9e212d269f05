// Compiles Python with the Python that will run it: node compile.mjs PYODIDE SOURCES MADE
// Each NAME.py in the zip archive SOURCES becomes NAME.pyc in MADE, without columns for tracebacks. Modules in "own/"
// keep their docstrings and checks; those of libraries go. All is done in memory: files take most of the time.
import { pathToFileURL } from "node:url";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [pyodide, sources, made] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.runPython(`
import gc, marshal, zipfile
from importlib.util import MAGIC_NUMBER

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # PEP 552: made of a hash that nobody compares
gc.disable()
with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/made.zip", "w") as made:
    for place in sources.namelist():
        group, _, name = place.partition("/")
        code = compile(sources.read(place), name, "exec", dont_inherit=True, optimize=0 if group == "own" else 2)
        made.writestr(zipfile.ZipInfo(f"{place}c"), MAGIC_NUMBER + UNCHECKED + marshal.dumps(code))
`);
writeFileSync(made, python.FS.readFile("/made.zip"));
