// Compiles Python with the Python that will run it: node compile.mjs PYODIDE SOURCES MADE
// Each NAME.py in the zip archive SOURCES becomes NAME.pyc in MADE, without columns for tracebacks. Modules in "own/"
// and "programs/" keep their checks, and the docstrings that are shown: of commands and of moves; those of libraries go. All is done in
// memory: files take most of the time.
import { pathToFileURL } from "node:url";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [pyodide, sources, made] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.runPython(`
import ast, gc, marshal, zipfile
from importlib.util import MAGIC_NUMBER

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # PEP 552: made of a hash that nobody compares
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

def short(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, *FUNCTIONS)) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

gc.disable()
with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/made.zip", "w") as made:
    for place in sources.namelist():
        group, _, name = place.partition("/")
        if group == "programs":  # of templates: a key goes before the name of the file
            name = name[name.index("/"):]
        source = sources.read(place)
        if group == "own" and "/commands/" not in name:
            source = short(source)
        code = compile(source, name, "exec", dont_inherit=True, optimize=2 if group in ("libraries", "more", "python") else 0)
        made.writestr(zipfile.ZipInfo(f"{place}c"), MAGIC_NUMBER + UNCHECKED + marshal.dumps(code))
`);
writeFileSync(made, python.FS.readFile("/made.zip"));
