"""The loader of games: what it reads, and what it says of what it cannot read."""

from __future__ import annotations

import csv
import io
import pickle
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import catalogue, errors
from components.errors import DataError, StarboxError, UsageError, did_you_mean
from components.pieces import Column, Piece, Source, read_pieces
from components.reading import read_text
from components.rules import read_rules
from components.toml import Table, parse_toml, read_toml
from components.wording import meant


class TestTheBox:
    def test_five_games_are_in_it(self) -> None:
        assert catalogue.slugs() == ("last-blast", "mlem", "per-aspera", "planetary", "rayguns")

    @pytest.mark.parametrize("slug", catalogue.slugs())
    def test_a_game_is_whole(self, slug: str) -> None:
        game = catalogue.load(slug)
        assert game.slug == slug
        assert game.title and game.tagline and game.credits.authors and game.credits.licence
        assert len(game.seats) >= game.players[1] or not game.seats
        assert game.decks and all(deck.pieces for deck in game.decks)
        assert len({deck.name for deck in game.decks}) == len(game.decks)
        assert game.rules.numbers()

    @pytest.mark.parametrize("slug", catalogue.slugs())
    def test_codes_name_one_kind_of_piece_in_a_deck(self, slug: str) -> None:
        for deck in catalogue.load(slug).decks:
            codes = [piece.code for piece in deck.pieces]
            assert len(set(codes)) == len(codes)
            assert deck.count == sum(piece.copies for piece in deck.pieces)

    @pytest.mark.parametrize("slug", catalogue.slugs())
    def test_seats_are_told_apart_by_letter_and_shape(self, slug: str) -> None:
        seats = catalogue.load(slug).seats
        assert len({seat.letter for seat in seats}) == len({seat.shape for seat in seats}) == len(seats)

    def test_a_game_is_read_once(self) -> None:
        assert catalogue.load("rayguns") is catalogue.load("rayguns")

    def test_a_deck_is_found_by_name(self) -> None:
        assert catalogue.load("rayguns").deck("tiles").count == 150
        with pytest.raises(UsageError, match=r'rayguns: There is no deck "tils"\. Did you mean "tiles"\?'):
            catalogue.load("rayguns").deck("tils")

    def test_a_deck_made_once_for_each_seat_has_the_letter_in_its_codes(self) -> None:
        beads = catalogue.load("rayguns").deck("beads")
        assert [piece.code for piece in beads.pieces] == ["bead-O", "bead-B", "bead-G", "bead-Y"]
        assert [piece["seat"].name for piece in beads.pieces] == ["orange", "blue", "green", "yellow"]


class TestColumns:
    @pytest.mark.parametrize(
        ("declared", "raw", "value"),
        [
            ("text", "a b", "a b"),
            ("text", 3, "3"),
            ("text?", "", None),
            ("text?", None, None),
            ("int", " 7 ", 7),
            ("int", -7, -7),
            ("int 1..6", "6", 6),
            ("number", "2.5", 2.5),
            ("number", 3, 3.0),
            ("number 0..1", "0.5", 0.5),
            ("flag", "yes", True),
            ("flag", "No", False),
            ("flag", True, True),
            ("list", "a b  c", ("a", "b", "c")),
            ("list", ["a b", 3], ("a b", "3")),
            ("list?", "", ()),
            ("red|green", "green", "green"),
            ("red|green?", "", None),
            ("any", {"a": [1]}, {"a": [1]}),
        ],
    )
    def test_a_cell_is_read_by_its_column(self, declared: str, raw: object, value: object) -> None:
        assert Column.declared("c", declared, "here").parse(raw, "here") == value

    @pytest.mark.parametrize(
        ("declared", "raw"),
        [
            ("text", ""), ("text", None), ("text", ["a"]), ("text", True), ("int", "x"), ("int", "1.0"),
            ("int", 1.5), ("int", True), ("int 1..6", "0"), ("int 1..6", 7), ("number", "one"),
            ("number", "nan"), ("number", "inf"), ("number 0..1", "1.1"), ("flag", "maybe"), ("flag", 1),
            ("red|green", "blue"), ("red|green", "Red"), ("list", ""), ("any", None),
        ],
    )  # fmt: skip
    def test_another_value_is_refused_with_the_column_and_what_is_expected(
        self, declared: str, raw: object
    ) -> None:
        with pytest.raises(DataError, match=r'^file, line 3: Column "speed" is .*; expected: '):
            Column.declared("speed", declared, "file").parse(raw, "file, line 3")

    @pytest.mark.parametrize("declared", ["", "integer", "int 1-6", "int..6", "red", "bool"])
    def test_a_type_there_is_not_is_refused(self, declared: str) -> None:
        with pytest.raises(DataError, match='Column "speed" is declared as'):
            Column.declared("speed", declared, "file")


words = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12).filter(
    lambda word: word.strip() == word and not meant(word)
)
rows = st.lists(
    st.tuples(words, st.integers(1, 999), words, st.integers(-9, 9)), min_size=1, unique_by=lambda row: row[0]
)


class TestPieces:
    @given(rows)
    def test_what_a_spreadsheet_saves_is_what_is_read(self, rows: list[tuple[str, int, str, int]]) -> None:
        import tempfile

        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerows([("code", "copies", "name", "speed"), *rows])
        columns = {"name": Column("name", "text", False), "speed": Column("speed", "int", False)}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "pieces.csv"
            file.write_text(text.getvalue(), encoding="utf-8", newline="")
            pieces = read_pieces(Source(file), columns)
        assert [(p.code, p.copies, p["name"], p["speed"]) for p in pieces] == rows

    def test_a_piece_says_which_line_it_comes_from(self, tmp_path: Path) -> None:
        file = tmp_path / "pieces.csv"
        file.write_text('code,text\nA,"two\nlines"\nB,one\n')
        first, second = read_pieces(Source(file), {"text": Column("text", "text", False)})
        assert first["text"] == "two\nlines"
        assert second.where == f"{file}, line 4"

    def test_toml_does_as_well(self, tmp_path: Path) -> None:
        file = tmp_path / "pieces.toml"
        file.write_text('[[piece]]\ncode = "A"\nsize = 3\n\n[[piece]]\ncode = "B"\ncopies = 2\nsize = 4\n')
        pieces = read_pieces(Source(file), {"size": Column("size", "int", False)})
        assert pieces == (Piece("A", 1, {"size": 3}, f"{file}, piece 1 (A)"),
                          Piece("B", 2, {"size": 4}, f"{file}, piece 2 (B)"))  # fmt: skip

    def test_empty_lines_are_no_pieces(self, tmp_path: Path) -> None:
        file = tmp_path / "pieces.csv"
        file.write_text("code\nA\n\nB\n\n")
        assert [piece.code for piece in read_pieces(Source(file), {})] == ["A", "B"]


class TestTables:
    DATA = tomllib.loads(
        'a = "text"\nb = 3\nc = 2.5\nd = true\ne = ["x"]\nf = [1, 2]\ng = [0.5]\n[h]\ni = 1\n[[k]]\nl = 1\n'
    )

    def test_every_kind_of_value(self) -> None:
        table = Table(self.DATA, Path("f.toml"))
        assert (table.text("a"), table.integer("b"), table.number("b"), table.number("c")) == (
            "text",
            3,
            3.0,
            2.5,
        )
        assert (table.flag("d"), table.texts("e"), table.integers("f"), table.numbers("g")) == (
            True, ("x",), (1, 2), (0.5,),
        )  # fmt: skip
        assert table.table("h").integer("i") == table.tables("k")[0].integer("l") == 1
        assert table.text("z", "nothing") == "nothing"
        table.done()

    @pytest.mark.parametrize(
        ("ask", "key", "said"),
        [
            ("text", "b", "b is 3; a text in quotes is expected"),
            ("integer", "c", "c is 2.5; a whole number is expected"),
            ("integer", "d", "d is True; a whole number is expected"),
            ("number", "a", "a is 'text'; a number is expected"),
            ("flag", "b", "b is 3; true or false is expected"),
            ("texts", "f", "f holds 1; a list of texts is expected"),
            ("integers", "g", "g holds 0.5; a list of whole numbers is expected"),
            ("texts", "a", "a is 'text'; a list of texts is expected"),
            ("table", "a", "a is 'text'; a table, [a] is expected"),
            ("tables", "h", "h is written [h], which is a single table. Write [[h]]"),
            ("text", "zz", "zz is missing. Write zz = a text in quotes"),
        ],
    )
    def test_a_wrong_type_is_told_with_the_one_expected(self, ask: str, key: str, said: str) -> None:
        with pytest.raises(DataError) as problem:
            getattr(Table(self.DATA, Path("f.toml")), ask)(key)
        assert str(problem.value).startswith(f"f.toml: {said}")

    @pytest.mark.parametrize("value", ["nan", "-nan", "inf", "+inf", "1e999"])
    @pytest.mark.parametrize(("form", "key"), [("a = {}", "a"), ("[[b]]\nc = [1, [{}]]", "b[1].c[2][1]")])
    def test_a_number_that_is_none_is_told_wherever_it_stands(self, value: str, form: str, key: str) -> None:
        with pytest.raises(
            DataError, match=re.escape(f"f.toml: {key} is ") + "-?(nan|inf), which is not a number"
        ):
            parse_toml(form.format(value), "f.toml")

    def test_a_key_nobody_asked_for_is_a_misspelling(self) -> None:
        table = Table({"colour": 1, "colur": 2}, Path("f.toml"), "deck[2]")
        table.integer("colour")
        with pytest.raises(
            DataError, match=r'f\.toml, deck\[2\]: colur is not a key.*Did you mean "colour"\?'
        ):
            table.done()

    def test_a_missing_key_is_looked_for_among_the_strange_ones(self) -> None:
        table = Table({"titel": "x"}, Path("f.toml"))
        with pytest.raises(DataError, match=r'title is missing\. There is "titel": is that'):
            table.text("title")


class TestRules:
    def test_sections_rules_and_introduction(self, tmp_path: Path) -> None:
        file = tmp_path / "rules.md"
        file.write_text(
            "# Title\n\nHello.\n\n## 1 Play\nFirst words.\n\n"
            "1.1 One,\ngoing on.\n\n- a list\n\n1.2 Two.\n\n## Thanks\nTo you.\n"
        )
        rules = read_rules(file, "TT")
        assert rules.introduction == "Hello."
        assert [(s.number, s.title, s.prose) for s in rules.sections] == [
            ("1", "Play", "First words."), ("", "Thanks", "To you."),
        ]  # fmt: skip
        assert rules.numbers() == ("1.1", "1.2")
        assert rules["1.1"].text == "One,\ngoing on.\n\n- a list"
        assert [rule.number for rule in rules] == ["1.1", "1.2"]

    def test_the_book_leaves_out_what_is_for_the_program(self, tmp_path: Path) -> None:
        file = tmp_path / "rules.md"
        file.write_text(
            "Hi.\n## 1 Play\n1.1 Go. [Type\n`go`.]{program} Stop[ or quit]{program}. °\n1.2 Rest.\n"
        )
        rules = read_rules(file, "TT")
        assert rules["1.1"].text == "Go. Type\n`go`. Stop or quit. °"
        assert rules.book and rules.book["1.1"].text == "Go. Stop. °"
        assert [rule.ours for rule in rules] == [True, False]
        file.write_text("## 1 Play\n1.1 Go.\n1.2 Stop.]{program}\n")
        with pytest.raises(DataError, match=r"rules\.md, line 3: Nothing is in brackets before \{program\}"):
            read_rules(file, "TT")

    def test_a_rule_there_is_not(self) -> None:
        with pytest.raises(UsageError, match=r'RR: There is no rule "99\.9"'):
            catalogue.load("rayguns").rules["99.9"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("## 1 A\n1.2 x", "line 2: Rule 1.2 is where 1.1 is expected"),
            ("## 1 A\n1.1 x\n1.1 y", "line 3: Rule 1.1 is where 1.2 is expected"),
            ("## 1 A\n2.1 x", "line 2: Rule 2.1 is where 1.1 is expected"),
            ("## 1 A\n1.1 x\n## 1 B\n1.1 y", "line 3: There are two sections 1"),
            ("Only words", "There are no rules in it"),
            ("", "There are no rules in it"),
        ],
    )
    def test_numbers_have_no_gaps_and_no_doubles(self, tmp_path: Path, text: str, said: str) -> None:
        file = tmp_path / "rules.md"
        file.write_text(text)
        with pytest.raises(DataError, match=said):
            read_rules(file, "X")


class TestFiles:
    def test_one_that_is_not_there_is_answered_with_its_neighbour(self, tmp_path: Path) -> None:
        (tmp_path / "cards.csv").touch()
        with pytest.raises(DataError, match=r'no such file.*Did you mean "cards\.csv"\?'):
            read_text(tmp_path / "card.csv")

    def test_one_in_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match="no such file"):
            read_text(tmp_path / "nowhere" / "card.csv")

    def test_what_else_lies_beside_a_missing_file_is_not_listed(self, tmp_path: Path) -> None:
        """In a person's own folder there may be anything."""
        for name in ("photos", "other.toml"):
            (tmp_path / name).mkdir()
        (tmp_path / "letter.odt").write_text("")
        with pytest.raises(DataError) as problem:
            read_toml(tmp_path / "deck.toml")
        assert str(problem.value) == f"{tmp_path / 'deck.toml'}: There is no such file."

    def test_a_folder_is_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match="a folder and not a file"):
            read_text(tmp_path)

    def test_bytes_that_are_no_letters(self, tmp_path: Path) -> None:
        (tmp_path / "a.toml").write_bytes(b'a = "\xff"')
        with pytest.raises(DataError, match="Byte 5 is not UTF-8"):
            read_toml(tmp_path / "a.toml")

    def test_a_broken_file_is_told_with_its_line(self, tmp_path: Path) -> None:
        (tmp_path / "a.toml").write_text("a = 1\nb = = 2\n")
        with pytest.raises(DataError, match=r"a\.toml: This is not TOML: .*line 2"):
            read_toml(tmp_path / "a.toml")


KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, StarboxError)]


class TestErrors:
    @pytest.mark.parametrize("kind", KINDS)
    def test_they_travel_between_processes_whole(self, kind: type[StarboxError]) -> None:
        problem = kind("It broke.", where="here", todo="Mend it.")
        copy = pickle.loads(pickle.dumps(problem))
        assert (type(copy), str(copy)) == (kind, "here: It broke. Mend it.")

    def test_what_is_not_known_is_left_out(self) -> None:
        assert str(DataError("It broke.")) == "It broke."
        assert str(DataError("It broke.", todo="Mend it.")) == "It broke. Mend it."

    @pytest.mark.parametrize(
        ("word", "known", "said"),
        [
            ("tils", ["tiles", "boards"], 'Did you mean "tiles"?'),
            ("TILES", ["tiles", "boards"], 'Did you mean "tiles"?'),
            ("r2-5", ["R2-5", "G1-1"], 'Did you mean "R2-5"?'),
            ("xyz", ["tiles", "boards"], "Known: boards, tiles."),
            ("xyz", [], ""),
            (
                "xyz",
                [f"w{i:02}" for i in range(40)],
                "Known: " + ", ".join(f"w{i:02}" for i in range(24)) + " and 16 more.",
            ),
        ],
    )
    def test_a_near_name_or_what_there_is(self, word: str, known: list[str], said: str) -> None:
        assert did_you_mean(word, known) == said

    @given(st.text(max_size=9), st.lists(st.text(min_size=1, max_size=9), max_size=30))
    def test_it_is_short_whatever_is_asked(self, word: str, known: list[str]) -> None:
        assert len(did_you_mean(word, known)) < 200


@pytest.mark.parametrize(
    "code, tag",
    [
        ("R1-2", "R1-2"),
        ("1S.a", "1S.a"),
        ("moonwalker-O", "MOO-O"),
        ("start-player", "SP"),
        ("sector-1", "SEC-1"),
    ],
)
def test_a_code_that_is_a_word_is_printed_short(code: str, tag: str) -> None:
    assert Piece(code).tag == tag
    assert Piece(code, 1, {"tag": "G1"}).tag == "G1"


def test_cells_may_be_separated_by_semicolons(tmp_path: Path) -> None:
    file = tmp_path / "pieces.csv"
    columns = {"text": Column("text", "text", False)}
    file.write_text('code;copies;text\nA;2;"Dust; again"\nB;;Sun, moon\n')
    first, second = read_pieces(Source(file), columns)
    assert (first.code, first.copies, first["text"]) == ("A", 2, "Dust; again")
    assert (second.copies, second["text"]) == (1, "Sun, moon")
    file.write_text("code;copies;text\nA;2;Dust; again\n")
    with pytest.raises(DataError, match='cell that holds a ";"'):
        read_pieces(Source(file), columns)
    file.write_text("code;text,copies\nA;2\n")
    with pytest.raises(DataError, match="commas and semicolons"):
        read_pieces(Source(file), columns)


def test_of_alternatives_the_usual_one_is_at_the_table_unless_another_is_preferred() -> None:
    game = catalogue.load("per-aspera")

    def names(*preferred: str) -> set[str]:
        return {deck.name for deck in game.at_the_table(preferred)}

    everything = {deck.name for deck in game.decks}
    assert names() == everything - {"map-cards", "ship-cards"}
    assert names("map-cards") == everything - {"map-hexes", "ship-cards"}
    assert names("map-cards", "ship-cards") == everything - {"map-hexes", "boards"}
    with pytest.raises(UsageError, match="not an alternative"):
        names("boards")


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_no_two_pieces_of_a_deck_have_the_same_tag(slug: str) -> None:
    for deck in catalogue.load(slug).decks:
        assert len({piece.tag for piece in deck.pieces}) == len(deck.pieces), deck.name
