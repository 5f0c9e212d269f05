"""Templates that want to be programs: none runs code, reads a file or goes on without end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from components.errors import StarboxError, TemplateError

OS = "os.system('touch CANARY') or ''"
IMPORT = "__import__('os').system('touch CANARY') or ''"

# Each reaches, in Jinja without a sandbox, for something that is not a plain value.
ESCAPES = [
    f"{{{{ cycler.__init__.__globals__.{OS} }}}}",
    f"{{{{ joiner.__init__.__globals__.{OS} }}}}",
    f"{{{{ namespace.__init__.__globals__.{OS} }}}}",
    f"{{{{ lipsum.__globals__.{OS} }}}}",
    f"{{{{ text.__globals__.{OS} }}}}",
    f"{{{{ text.__func__.__globals__.{OS} }}}}",
    f"{{{{ text.__self__.renderer._templates._environment.{OS} }}}}",
    f"{{{{ rng.__globals__.random._{OS} }}}}",
    f"{{{{ rng('a').choice.__globals__.{OS} }}}}",
    f"{{{{ art.random._{OS} }}}}",
    f"{{{{ art.random.{OS} }}}}",
    f"{{{{ art.stars.__globals__.random._{OS} }}}}",
    f"{{{{ art['stars'].__globals__.random._{OS} }}}}",
    f"{{{{ art.__class__.__init__.__globals__.{OS} }}}}",
    f"{{{{ art._values.stars.__globals__.random._{OS} }}}}",
    f"{{{{ c._values.__class__.__base__.__subclasses__()[100].{OS} }}}}",
    f"{{{{ c.__getattr__.__globals__.random._{OS} }}}}",
    f"{{{{ ''.__class__.__mro__[1].__subclasses__() | join {OS[-3:]} }}}}",
    "{{ ''.__class__ }}",
    "{{ ''['__class__'] }}",
    "{{ ''|attr('__class__') }}",
    "{{ ''|attr('__cl' ~ 'ass__') }}",
    "{{ ['']|map(attribute='__class__')|first }}",
    "{{ ['']|map(attribute='__class__.__base__')|first }}",
    "{{ ['']|groupby('__class__')|first|first }}",
    "{{ ['']|sort(attribute='__class__')|first }}",
    "{{ ['']|selectattr('__class__')|first }}",
    "{{ ['']|sum(attribute='__class__') }}",
    "{{ ['']|unique(attribute='__class__')|first }}",
    "{{ (['']|map('attr', '__class__'))|first }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ '{0.__class__}'|format(1) }}",
    "{{ '{x.__class__}'.format_map({'x': 1}) }}",
    "{% set f = ''.format %}{{ f(1) }}",
    "{{ ''.format.__self__ }}",
    "{{ (1).__class__ }}",
    "{{ ().__class__ }}",
    "{{ {}.__class__ }}",
    "{{ none.__class__ }}",
    "{{ true.__class__ }}",
    "{{ range.__class__ }}",
    "{{ range(3).__class__ }}",
    "{{ dict.__subclasses__() }}",
    "{{ dict.mro() }}",
    "{{ dict.fromkeys('ab') }}",
    "{% macro m() %}{% endmacro %}{{ m.__init__.__globals__ }}",
    "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "{% macro m() %}{{ caller.__globals__ }}{% endmacro %}{% call m() %}{% endcall %}",
    "{% macro m() %}{% endmacro %}{{ m._environment }}",
    "{{ self.__class__ }}",
    "{{ self._TemplateReference__context }}",
    "{% block b %}{{ self.b.__init__ }}{% endblock %}",
    "{% block b %}{{ super.__init__ }}{% endblock %}",
    "{% for i in 'a' %}{{ loop.__class__ }}{% endfor %}",
    "{% for i in 'a' %}{{ loop._iterator }}{% endfor %}",
    "{{ ('a'|map('upper')).gi_frame.f_globals }}",
    "{{ ('a'|map('upper')).gi_code }}",
    "{{ ('a'|map('upper')).throw }}",
    "{{ game.folder }}",
    "{{ game.folder.parent.joinpath('CANARY').write_text('x') }}",
    "{{ game['folder'].joinpath('CANARY').touch() }}",
    "{{ [game]|map(attribute='folder')|first }}",
    "{{ game.rules }}",
    "{{ game.tables.prices.file }}",
    "{{ game.deck.__func__.__globals__ }}",
    "{{ game.__dataclass_fields__ }}",
    "{{ deck.__dict__ }}",
    "{{ piece.where }}",
    "{{ piece.__class__ }}",
    "{{ piece.fields.clear() }}",
    "{{ piece.fields.update(a=1) }}",
    "{{ piece.fields.pop('text') }}",
    "{{ piece.fields.setdefault('x', 1) }}",
    "{{ [1].append(2) }}",
    "{{ [1].clear() }}",
    "{{ [2, 1].sort() }}",
    "{% set piece.code = 'x' %}",
    "{% set game.title = 'x' %}",
    "{{ rng('a').seed.__self__ }}",
    "{{ rng('a').setstate(()) }}",
    "{{ rng('a').__reduce__() }}",
    "{{ rng('a').randbytes(9) }}",
    "{{ symbol.__self__ }}",
    "{{ outline.__func__.__code__ }}",
    "{{ w.__class__ }}",
    "{{ mm.__class__ }}",
    "{{ tables.__class__ }}",
    "{{ tables.items.__self__.__class__ }}",
    "{{ lipsum(9) }}",
    "{{ ''|pprint }}",
    "{{ 'x'|filesizeformat }}",
    "{{ {}|xmlattr }}",
    "{{ {}|tojson }}",
    "{{ 'x'|urlize }}",
    "{{ environment }}",
    "{{ context }}",
    "{{ resolve }}",
    "{{ get_flashed_messages }}",
    "{{ open('/etc/passwd').read() }}",
    f"{{{{ {IMPORT} }}}}",
    f"{{{{ eval(\"{IMPORT}\") }}}}",
    "{{ ''.encode() }}",
    "{{ 'x'.translate({}) }}",
    "{{ 5() }}",
    "{{ 'touch CANARY'() }}",
    "{% include '/etc/passwd' %}",
    "{% include '../game.toml' %}",
    "{% include '../../etc/passwd' %}",
    "{% import 'a/../../x' as x %}",
    "{% extends '/etc/passwd' %}",
    "{% include ['../x', '/etc/hosts'] %}",
    "{% include 'n\\0' %}",
    "{% do 1 %}",
    "{% trans %}a{% endtrans %}",
    "{% debug %}",
]  # fmt: skip


def doubled(first: str, twice: str) -> str:
    """A template that makes a value of two of itself, again and again."""
    loop = f"{{% for i in range(99) %}}{{% set n.x = {twice} %}}{{% endfor %}}"
    return f"{{% set n = namespace(x={first}) %}}{loop}"


# Each would take minutes, or all the memory there is.
BURDENS = [
    "{% for i in range(10 ** 12) %}x{% endfor %}",
    "{{ range(10 ** 12)|list }}",
    "{{ range(10 ** 12)|sum }}",
    "{{ range(300000)|join }}",
    "{% for a in range(900) %}" * 3 + "." + "{% endfor %}" * 3,
    "{% for a in range(900) %}{% for b in range(900) if b < 0 %}.{% endfor %}{% endfor %}",
    "{% for a in range(300000) %}{{ 'x' * 999 }}{% endfor %}",
    "{% for a in range(90000) %}" + "x" * 999 + "{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(40) }}",
    "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "{% for x in [1] recursive %}{% if loop.depth < 40 %}{{ loop([1, 1]) }}{% endif %}{% endfor %}",
    "{% include 'card.svg.j2' %}",
    "{% import 'card.svg.j2' as x %}",
    "{% extends 'card.svg.j2' %}",
    "{% block b %}{{ self.b() }}{% endblock %}",
    "{{ 'x' * 10 ** 10 }}",
    "{{ 10 ** 10 * 'x' }}",
    "{{ [1] * 10 ** 10 }}",
    "{{ 10 ** 10 ** 10 }}",
    "{{ 10 ** 100 ** 1 }}",
    "{{ 2.0 ** 100000 }}",
    doubled("9", "n.x * n.x"),
    doubled("'xx'", "n.x + n.x"),
    doubled("'xx'", "n.x ~ n.x"),
    doubled("'xx'", "n.x.replace('x', n.x)"),
    doubled("'xx'", "n.x|replace('x', n.x)"),
    doubled("'xx'", "[n.x, n.x]|join"),
    doubled("'xx'", "'aaa'|join(n.x)"),
    doubled("'xx'", "'%s%s' % (n.x, n.x)"),
    "{% set n = namespace(x='xx') %}"
    "{% for i in range(99) %}{% set n.x %}{{ n.x }}{{ n.x }}{% endset %}{% endfor %}",
    doubled("'<'", "n.x|e %}{% set n.x = n.x ~ n.x"),
    doubled("[1, 2]", "n.x + n.x"),
    doubled("[1]", "[n.x, n.x]") + "{{ n.x }}",
    doubled("(1,)", "(n.x, n.x)") + "{{ n.x }}",
    doubled("{}", "{1: n.x, 2: n.x}"),
    doubled("{}", "dict(a=n.x, b=n.x)"),
    doubled("[1]", "[n.x, n.x]|list"),
    "{{ '%1000000000d' % 1 }}",
    "{{ '%.1000000000f' % 1.5 }}",
    "{{ '%*d' % (1000000000, 1) }}",
    "{{ '%1000000000d'|format(1) }}",
    "{{ 'x'.ljust(10 ** 10) }}",
    "{{ 'x'|center(10 ** 10) }}",
    "{{ 'x'|indent(10 ** 10) }}",
    "{{ [1]|batch(10 ** 10, 1)|list }}",
    "{{ [1]|slice(10 ** 10)|list }}",
    "{{ 1.5|round(10 ** 10) }}",
    "{{ 1.5|round(precision=-10 ** 10) }}",
    "{{ ([[1]] * 9999)|sum(start=[]) }}",
    "{{ 'x'.expandtabs(10 ** 10) }}",
    "{{ 'x'.zfill(10 ** 10) }}",
    "{{ [1, [2, 3]] }}",
    "{{ range(9) }}",
    "{{ {'a': 1} }}",
    "{{ 'a' ~ deck.size }}",
    "{{ 'a'|map('upper') }}",
    "{{ art.stars('a', 0, 0, 9, 9, 10 ** 9, '#fff') }}",
    "{{ art.blob('a', 0, 0, 9, 9, 10 ** 9) }}",
    "{{ art.nebula('a', 0, 0, 9, 9, ['#fff'], 10 ** 9) }}",
    "{{ art.planet('a', 0, 0, 9, ['#fff', '#000'], craters=10 ** 9) }}",
    "{{ art.planet('a', 0, 0, 9, ['#fff', '#000'], bands=10 ** 9) }}",
    "{{ art.asteroid('a', 0, 0, 9, ['#fff', '#000', '#fff'], 10 ** 9) }}",
    "{{ paragraph('a ' * 900000, 0, 0, 30, 30) }}",
    "{{ text('a' * 900000, 0, 0, width=30) }}",
    "{{ text('a', 0, 0, size=10 ** 9) }}{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "{{ " + "-" * 5000 + "1 }}",
    "{{ " + "1+" * 5000 + "w }}",
    "{{ " + "[" * 3000 + "]" * 3000 + " }}",
    "{% if w %}" * 300 + "{% endif %}" * 300,
    "{% for i in 'a' %}" * 300 + "{% endfor %}" * 300,
    "{{ 1" + "|n" * 5000 + " }}",
    "{{ w" + ".a" * 5000 + " }}",
    "x" * 2_000_000,
    "{{ 1 }}" * 160_000,
    "{# " * 100_000,
    "{{ '" * 100_000,
]  # fmt: skip

Printed = Callable[[Mapping[str, Any]], StarboxError | None]


@pytest.mark.parametrize("template", ESCAPES)
def test_a_template_is_no_program(template: str, printed: Printed) -> None:
    problem = printed({"templates/card.svg.j2": template.replace("\\0", "\0"), "CANARIES.toml": ""})
    assert isinstance(problem, StarboxError)
    assert "Error:" not in problem.what, problem  # it is not one of Python's own


@pytest.mark.parametrize("template", BURDENS, ids=lambda text: text[:60])
def test_a_template_ends_soon(template: str, printed: Printed) -> None:
    problem = printed({"templates/card.svg.j2": template})
    assert isinstance(problem, StarboxError)
    assert problem.where


def test_an_error_names_the_line(printed: Printed) -> None:
    for line in ("{{ ''.__class__ }}", "{% for i in range(10**9) %}{% endfor %}", "{{ 'x' * 10**9 }}"):
        problem = printed({"templates/card.svg.j2": f"<g/>\n\n{line}"})
        assert isinstance(problem, TemplateError)
        assert re.search(
            r"card\.svg\.j2, line 3 \(.*cards\.csv, line 2, deck cards, piece A1, front\)$", problem.where
        )


def test_what_a_template_needs_it_may_use(printed: Printed) -> None:
    template = """
    {% set ns = namespace(words=[], sum=0) %}
    {% for word in "b a c".split() %}{% set ns.words = ns.words + [word|upper] %}{% endfor %}
    {% for row in [{"k": 1, "v": 2}, {"k": 1, "v": 3}]|groupby("k") %}
      {% for one in row.list %}{% set ns.sum = ns.sum + one.v ** 2 %}{% endfor %}
    {% endfor %}
    {% set told = ns.words|sort|join("-") ~ ns.sum ~ "%s%%" % 5 ~ {"a": 7}.get("a", 0) %}
    {% if told != "A-B-C135%7" %}<wrong/>{% endif %}
    {% set seat = game.seats[0].letter %}
    {% set seen = [deck.count, deck.pieces|length, game.players[1], seat, game.credits.licence] %}
    {% if seen|join(" ") != "1 1 4 O MIT" %}<wrong/>{% endif %}
    {% for x in [1, [2, [3]]] recursive %}{% if x is iterable %}{{ "" ~ loop(x)[:0] }}{% endif %}{% endfor %}
    """
    assert printed({"templates/card.svg.j2": template}) is None


_TOUCH = ",".join(map(str, b"touch CANARY"))
_PROGRAM = f"{{__import__(bytes([111,115]).decode()).system(bytes([{_TOUCH}]).decode())}}"


@pytest.mark.parametrize("name", [f"{_PROGRAM}.svg.j2", "a b.svg.j2", "../card.svg.j2", "a{b.svg.j2", "ok\n"])
def test_the_name_of_a_template_is_plain(name: str, printed: Printed) -> None:
    """Jinja before 3.1.6 wrote the name of a template into a program as it stood (CVE-2024-56201)."""
    files = {"templates/card.svg.j2": f"{{% include {name!r} %}}"}
    if "/" not in name:
        files[f"templates/{name}"] = '{% from "macros.svg.j2" import nosuch with context %}<g/>'
    said = printed(files)
    assert isinstance(said, TemplateError) and "is not the name of a template" in said.what
    assert "card.svg.j2, line 1" in said.where
