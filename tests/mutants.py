"""Changes the code a node at a time and asks the tests: do they notice?

    python -m tests.mutants [ROOM...] [--sample N] [--seed S] [--jobs J]

A room names modules and the tests that are theirs, see `ROOMS`. Without a sample every mutant is tried. Each
is tried in a copy of the repository, so nothing here changes. The score is the share of mutants that a test
notices; the others are listed, to be killed by a new test or found to change nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

HOME = Path(__file__).parents[1]
COPIED = ("components", "generator", "referee", "templates", "tests", "docs", "examples", "pyproject.toml")


@dataclass(frozen=True)
class Room:
    """modules and tests as patterns below the repository"""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _game(slug: str) -> Room:
    """The tests of the rules come first: most changes are noticed there, and the others take longer."""
    tests = f"tests/referee/games/{slug}"
    return Room((f"referee/games/{slug}/rules/*.py",), (f"{tests}/rules", tests))


_TABLE = "tests/referee/table"
ROOMS = {
    "journal": Room(
        ("referee/table/journal/*.py",),
        (f"{_TABLE}/test_journal.py", f"{_TABLE}/test_proof.py", "tests/hostile/test_journals.py"),
    ),
    "proof": Room(
        ("referee/table/proof.py", "referee/table/seeds.py", "referee/table/replay.py"),
        (f"{_TABLE}/test_proof.py", f"{_TABLE}/test_session.py", f"{_TABLE}/test_clock.py"),
    ),
    "session": Room(
        ("referee/table/session.py", "referee/table/history.py"),
        (f"{_TABLE}/test_session.py", f"{_TABLE}/test_proof.py", f"{_TABLE}/test_clock.py"),
    ),
    "chance": Room(("referee/engine/chance/*.py",), ("tests/referee/engine/chance",)),
    "geometry": Room(("generator/sheets/*.py",), ("tests/generator/sheets",)),
    **{slug: _game(slug) for slug in ("last_blast", "mlem", "per_aspera", "planetary", "rayguns")},
}


@dataclass(frozen=True)
class Mutant:
    """A change of one node.

    module  below the repository
    text    of the module without the change
    number  of the node, in the order of `ast.walk`
    change  of that node, by its place among those that fit it
    """

    module: str
    text: str
    number: int
    change: int
    line: int
    what: str


def main() -> None:
    parser = argparse.ArgumentParser(description="Change the code and see whether its tests notice.")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"one of {', '.join(ROOMS)}; by default all")
    parser.add_argument("--sample", type=int, metavar="N", help="only that many mutants of each room")
    parser.add_argument("--seed", default="1", help="of the sample")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2), metavar="J")
    given = parser.parse_args()
    unknown = [name for name in given.rooms if name not in ROOMS]
    if unknown:
        parser.error(f"there is no room {unknown[0]}; known: {', '.join(ROOMS)}")
    survived = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [copied(Path(folder) / f"{job}") for job in range(given.jobs)]
        for name in given.rooms or ROOMS:
            survived += examine(name, given.sample, given.seed, copies)
    sys.exit(1 if survived else 0)


def examine(name: str, sample: int | None, seed: str, copies: list[Path]) -> int:
    """Try the mutants of a room, print its score and the survivors, and give their number."""
    room = ROOMS[name]
    every = [mutant for module in _modules(copies[0], room) for mutant in mutants(copies[0], module)]
    chosen = random.Random(seed).sample(every, min(sample or len(every), len(every)))
    began = time.monotonic()
    if noticed(copies[0], room, None, 600):
        sys.exit(f"{name}: its tests fail without any change.")
    limit = 15 + 3 * (time.monotonic() - began)
    free: SimpleQueue[Path] = SimpleQueue()
    for place in copies:
        free.put(place)

    def tried(mutant: Mutant) -> bool:
        place = free.get()
        try:
            return noticed(place, room, mutant, limit)
        finally:
            free.put(place)

    with ThreadPoolExecutor(len(copies)) as pool:
        killed = list(pool.map(tried, chosen))
    survivors = [mutant for mutant, dead in zip(chosen, killed, strict=True) if not dead]
    share = f"{sum(killed) / len(chosen):.0%}" if chosen else "-"
    print(
        f"{name}: {sum(killed)} of {len(chosen)} noticed ({share}), of {len(every)} mutants in all",
        flush=True,
    )
    for mutant in sorted(survivors, key=lambda one: (one.module, one.line)):
        print(f"  {mutant.module}:{mutant.line}: {mutant.what}", flush=True)
    return len(survivors)


def noticed(place: Path, room: Room, mutant: Mutant | None, limit: float) -> bool:
    """Whether the room's tests fail in that copy with that mutant; one that never ends is noticed, too."""
    file = place / mutant.module if mutant else None
    if file and mutant:
        file.write_text(mutated(mutant), encoding="utf-8")
        _forget(file)
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider"]
    command += [*_own_tests(place, room, mutant), *room.tests]
    try:
        done = subprocess.run(
            command,
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(place)},
            capture_output=True,
            timeout=limit,
            check=False,
        )
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        if file and mutant:
            file.write_text(mutant.text, encoding="utf-8")
            _forget(file)


def _own_tests(place: Path, room: Room, mutant: Mutant | None) -> list[str]:
    """The test of the same name as the module, if the room has one: it is the quickest to notice."""
    name = f"test_{Path(mutant.module).name}" if mutant else ""
    own = f"{room.tests[0]}/{name}"
    return [own] if (place / own).is_file() else []


def mutants(place: Path, module: str) -> Iterator[Mutant]:
    text = (place / module).read_text(encoding="utf-8")
    tree = ast.parse(text)
    skipped = _skipped(tree)
    for number, node in enumerate(ast.walk(tree)):
        if node in skipped:
            continue
        for change, changed in enumerate(_changed(node)):
            what = f"{_text(node)}  ->  {_text(changed)}"
            yield Mutant(module, text, number, change, getattr(node, "lineno", 0), what)


def mutated(mutant: Mutant) -> str:
    """The module with that change."""
    tree = ast.parse(mutant.text)
    wanted = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.number)
    changed = list(_changed(wanted))[mutant.change]

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return changed if node is wanted else self.generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Change().visit(tree)))


_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of that node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
        yield _with(node, lambda new: new.ops.__setitem__(0, _COMPARED[type(node.ops[0])]()))
    elif isinstance(node, ast.BinOp) and type(node.op) in _CALCULATED:
        yield _with(node, lambda new: setattr(new, "op", _CALCULATED[type(node.op)]()))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield _with(node, lambda new: setattr(new, "op", other))
        for place in range(len(node.values)):
            yield _with(node, lambda new, place=place: new.values.pop(place))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(
        node.test, ast.Name | ast.Attribute | ast.Call
    ):
        yield _with(node, lambda new: setattr(new, "test", ast.UnaryOp(ast.Not(), new.test)))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield ast.Return(ast.Constant(None))


def _with(node: ast.AST, change: Callable[[ast.AST], object]) -> ast.AST:
    new = copy.deepcopy(node)
    change(new)
    return new


def _skipped(tree: ast.Module) -> set[ast.AST]:
    """Nodes that are not run as code: annotations, aliases of types, decorators."""
    tops: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            tops.append(node.annotation)
            if isinstance(node, ast.AnnAssign) and node.value and "TypeAlias" in ast.unparse(node.annotation):
                tops.append(node.value)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            tops += [*([node.returns] if node.returns else []), *node.decorator_list]
        if isinstance(node, ast.ClassDef):
            tops += node.decorator_list
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            tops.append(node)
    return {inner for top in tops for inner in ast.walk(top)}


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:67]}..."


def _modules(place: Path, room: Room) -> list[str]:
    found = (path for pattern in room.modules for path in place.glob(pattern))
    return sorted(path.relative_to(place).as_posix() for path in found)


def _forget(file: Path) -> None:
    """Two versions of a module that are written within a second look alike to Python's compiled modules."""
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def copied(place: Path) -> Path:
    place.mkdir()
    for name in COPIED:
        source = HOME / name
        if source.is_dir():
            shutil.copytree(source, place / name, symlinks=True)
        else:
            shutil.copy2(source, place / name)
    return place


if __name__ == "__main__":
    main()
