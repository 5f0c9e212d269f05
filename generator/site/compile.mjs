// Compiles Python with the Python that will run it: node compile.mjs PYODIDE FOLDER
// Each NAME.py in the folder becomes NAME.pyc beside where it was, without columns for tracebacks. Our own keep their
// docstrings and checks; those of libraries go.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodide, folder] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdirTree("/made");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/made");
python.runPython(`
import pathlib, py_compile
own = ("starbox/components/", "starbox/generator/", "starbox/referee/", "starbox/templates/")
for file in sorted(pathlib.Path("/made").rglob("*.py")):
    name = str(file.relative_to("/made"))
    py_compile.compile(str(file), cfile=str(file) + "c", dfile=name, doraise=True, optimize=0 if name.startswith(own) else 2,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    file.unlink()
`);
