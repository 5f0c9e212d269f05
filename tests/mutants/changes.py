"""The mutants of a module: what one changed node of its code would make of it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType


@dataclass(frozen=True)
class Mutant:
    """A change of one node.

    module    below the repository
    text      of the module without the change
    number    of the node, in the order of `ast.walk`
    change    of that node, by its place among those that fit it
    function  the line of the outermost function around the node, or None where it is run by an import
    lines     of the statement around the node, up to what is inside it: whoever runs none of them is not
              affected
    """

    module: str
    text: str
    number: int
    change: int
    line: int
    what: str
    function: int | None
    lines: range

    @property
    def source(self) -> str:
        """The line of code that the change is in."""
        return self.text.splitlines()[self.line - 1].strip()


def mutants(place: Path, module: str) -> Iterator[Mutant]:
    text = (place / module).read_text(encoding="utf-8")
    tree = ast.parse(text)
    skipped = _skipped(tree)
    functions = dict(_functions(tree, None))
    lines = dict(_lines(tree, range(0)))
    for number, node in enumerate(ast.walk(tree)):
        if node in skipped:
            continue
        for change, changed in enumerate(_changed(node)):
            what = f"{_text(node)}  ->  {_text(changed)}"
            line = getattr(node, "lineno", 0)
            yield Mutant(module, text, number, change, line, what, functions.get(node), lines[node])


def mutated(mutant: Mutant) -> str:
    """The module with that change."""
    return ast.unparse(_tree(mutant))


def mutated_function(mutant: Mutant, file: str) -> CodeType:
    """The code of the outermost function around the change, as if it had been loaded from that file."""
    codes = [compile(_tree(mutant), file, "exec", dont_inherit=True)]
    for code in codes:
        inner = [one for one in code.co_consts if isinstance(one, CodeType)]
        if code.co_firstlineno == mutant.function and code.co_flags & NEWLOCALS:
            return code
        codes += inner
    raise LookupError(mutant)


NEWLOCALS = 0x2  # a flag of functions' code, which that of modules and classes lacks


def _tree(mutant: Mutant) -> ast.Module:
    tree = ast.parse(mutant.text)
    wanted = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.number)
    changed = list(_changed(wanted))[mutant.change]

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(changed, node) if node is wanted else self.generic_visit(node)

    return ast.fix_missing_locations(Change().visit(tree))


def _functions(node: ast.AST, function: int | None) -> Iterator[tuple[ast.AST, int | None]]:
    """Each node with the line where the code of the outermost function around it begins."""
    yield node, function
    if function is None and isinstance(node, ast.FunctionDef):
        first = min(one.lineno for one in (node, *node.decorator_list))
        inside = set(map(id, node.body))
        for child in ast.iter_child_nodes(node):
            yield from _functions(child, first if id(child) in inside else None)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _functions(child, function)


def _lines(node: ast.AST, around: range) -> Iterator[tuple[ast.AST, range]]:
    """Each node with the lines of the innermost statement, case or handler around it, without its body."""
    if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
        first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
        inner = [part.lineno for part in getattr(node, "body", ())]
        last = max(first, min(inner) - 1) if inner else getattr(node, "end_lineno", first)
        around = range(first, last + 1)
    yield node, around
    for child in ast.iter_child_nodes(node):
        yield from _lines(child, around)


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
    """Yield what may stand in place of that node."""
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
    """Nodes that are not run as code: annotations, aliases of types, decorators.

    Also left out is `strict` of `zip`, which is an assertion: it changes nothing while the code is right.
    """
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
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip":
            tops += [keyword.value for keyword in node.keywords]
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            tops.append(node)
    return {inner for top in tops for inner in ast.walk(top)}


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:67]}..."
