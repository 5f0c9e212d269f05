"""Saved printers: saving, listing, using and removing them, and the errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.build import printers
from generator.build.printers import Printer
from generator.sheets.paper import Correction
from tests.generator.presswork import Run, pnp

READINGS = ("--left", "0.4,-0.2", "--right", "0.4,0.2", "--top", "0.6,0", "--bottom", "0.2,0")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    monkeypatch.setenv("STARBOX_CONFIG", str(folder))
    return folder


def refused(run: Run, *said: str) -> None:
    """One paragraph on stderr, exit code 2, and nothing done."""
    assert run.code == 2 and not run.out
    assert run.err.startswith("pnp: ") and "Traceback" not in run.err
    for words in said:
        assert words in run.err


def test_a_printer_is_saved_listed_and_removed() -> None:
    added = pnp("printer", "add", "Office", *READINGS)
    assert added.code == 0 and "pnp build --printer Office" in added.out
    assert pnp("printer", "add", "Attic", "--shift", "0.5,-1", "--margin", 9).code == 0
    listed = pnp("printer", "list").out.splitlines()
    assert [line.split(":")[0] for line in listed] == ["Office", "Attic"]
    assert "+0.50 mm right, -1.00 mm down" in listed[1] and "margin 9 mm" in listed[1]
    assert pnp("printer", "remove", "Office").code == 0
    assert list(printers.printers()) == ["Attic"]


def test_a_saved_printer_is_read_back_unchanged() -> None:
    entry = Printer("Büro 2", Correction(0.1, -0.25, 0.125, (1.001, 0.998)), 7.5)
    printers.save(entry)
    printers.save(Printer("plain"))
    assert printers.printer("Büro 2") == entry
    assert printers.printer("plain") == Printer("plain", Correction(), None)


def test_without_printers_the_list_says_how_to_get_one() -> None:
    assert pnp("printer", "list") == Run(
        0, "No printer is saved. Use pnp calibrate to make the sheet that measures one.\n", ""
    )


@pytest.mark.parametrize(
    "words",
    [("printer", "remove", "Ofice"), ("build", "--printer", "Ofice"), ("calibrate", "--printer", "Ofice"),
     ("printer", "add", "Ofice", "--shift", "0,0", "--refine")],
)  # fmt: skip
def test_an_unknown_name_suggests_a_near_one(words: tuple[str, ...]) -> None:
    printers.save(Printer("Office"))
    refused(pnp(*words), 'no printer "Ofice"', 'Did you mean "Office"?')


def test_an_unknown_printer_explains_how_to_save_one() -> None:
    refused(pnp("build", "--printer", "Office"), "pnp printer add")


@pytest.mark.parametrize(
    "text",
    [
        "{", "[]", '"Office"', '{"Office": {}}', '{"Office": null}', "\xff",
        '{"Office": {"correction": {"right": "x", "down": 0, "angle": 0, "scale": [1, 1]}, "margin": null}}',
        '{"Office": {"correction": {"right": 0, "down": 0, "angle": 0, "scale": [1]}, "margin": null}}',
        '{"Office": {"correction": {"right": NaN, "down": 0, "angle": 0, "scale": [1, 1]}, "margin": null}}',
        '{"Office": {"correction": {"right": 0, "down": 0, "angle": 0, "scale": [1, 1]}, "margin": "wide"}}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_named_and_kept(config: Path, text: str) -> None:
    config.mkdir()
    file = config / "printers.json"
    file.write_bytes(text.encode("latin-1"))
    for words in (
        ("printer", "list"),
        ("printer", "add", "New", "--shift", "0,0"),
        ("build", "--printer", "Office"),
    ):
        refused(pnp(*words), str(file), "Fix or delete the file.")
    assert file.read_bytes() == text.encode("latin-1")


def test_a_folder_that_cannot_be_written_is_named_and_nothing_is_lost(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printers.save(Printer("Office"))
    before = (config / "printers.json").read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    refused(pnp("printer", "add", "Attic", "--shift", "1,1"), str(config), "STARBOX_CONFIG")
    assert (config / "printers.json").read_text() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--left", "0,0"), "Readings are missing: --right, --top, --bottom."),
        (("--shift", "1"), "--shift"),
        (("--shift", "1e308,0"), "Backs can be moved by 50 mm at most."),
        (("--shift", "1,1", "--left", "0.4,0"), "--shift and --left exclude each other."),
        ((*READINGS, "--angle", "1"), "--angle: It has no effect without --shift."),
        ((*READINGS, "--scale", "1.01,1"), "--scale: It has no effect without --shift."),
        (("--shift", "nan,0"), "--shift"),
        (("--shift", "0,inf"), "--shift"),
        (("--shift", "0,0", "--scale", "0,1"), "0.9 to 1.1"),
        ((*READINGS[:-1], "0.2,2.4"), "--bottom: The scales end at 2 mm."),
        ((*READINGS, "--paper", "148x210mm"), "Use A4 or Letter"),
        ((*READINGS, "--paper", "a44"), 'Did you mean "a4"?'),
        ((*READINGS, "--duplex", "fold"), "--duplex"),
    ],
)
def test_useless_numbers_are_refused(words: tuple[str, ...], said: str) -> None:
    refused(pnp("printer", "add", "Office", *words), said)
    assert not printers.printers()


def test_a_printer_has_a_name() -> None:
    refused(pnp("printer", "add", "", "--shift", "0,0"), "The name of the printer is missing")


def test_refining_adds_to_what_is_saved_and_keeps_the_margin() -> None:
    pnp("printer", "add", "Office", "--shift", "0.5,-1", "--scale", "1.01,1", "--margin", "8")
    pnp("printer", "add", "Office", "--shift", "0.1,0.2", "--angle", "0.1", "--scale", "1,0.99", "--refine")
    entry = printers.printer("Office")
    assert entry.margin == 8
    fix = entry.correction
    assert (fix.right, fix.down, fix.angle, *fix.scale) == pytest.approx((0.6, -0.8, 0.1, 1.01, 0.99))


def test_a_correction_measured_with_one_flip_serves_the_other(tmp_path: Path) -> None:
    """The back of a sheet that is flipped on the short edge is printed the other way up."""
    pnp("printer", "add", "Long", "--shift", "0.5,-1", "--duplex", "long")
    pnp("printer", "add", "Short", "--shift", "-0.5,1", "--duplex", "short")
    assert printers.printer("Long").correction == printers.printer("Short").correction
    for duplex in ("long", "short"):
        sheets = []
        for name in ("Long", "Short"):
            out = tmp_path / duplex / name
            assert pnp("calibrate", "--printer", name, "--duplex", duplex, "--out", out).code == 0
            sheets.append((out / "calibration.pdf").stat().st_size)
        assert abs(sheets[0] - sheets[1]) < 100  # they differ in nothing but the name


def test_calibrating_again_says_to_refine(tmp_path: Path) -> None:
    printers.save(Printer("Office"))
    assert "--refine" not in pnp("calibrate", "--out", tmp_path).out
    assert "pnp printer add Office" in (
        said := pnp("calibrate", "--printer", "Office", "--out", tmp_path).out
    )
    assert "--refine" in said


def trims(folder: Path) -> list[list[float]]:
    manifest = json.loads((folder / "last-blast-part" / "manifest.json").read_text())
    return [row["trim_mm"] for row in manifest["faces"]]


def test_a_printers_margin_applies_unless_an_option_overrides_it(tmp_path: Path) -> None:
    pnp("printer", "add", "Office", "--shift", "0,0", "--margin", "20")
    words = ("build", "last-blast", "--only", "tiles", "--jobs", 1, "--printer", "Office", "--out")
    assert pnp(*words, tmp_path / "a").code == 0
    for x, y, width, height in trims(tmp_path / "a"):
        assert min(x, y) >= 20 and x + width <= 210 - 20 and y + height <= 297 - 20
    assert pnp(*words, tmp_path / "b", "--margin", "4").code == 0
    assert any(min(x, y) < 20 for x, y, _, _ in trims(tmp_path / "b"))


def test_the_shift_of_a_build_overrides_the_printers(tmp_path: Path) -> None:
    pnp("printer", "add", "Office", "--shift", "0.5,-1")
    words = ("build", "last-blast", "--only", "mats,rockets", "--jobs", 1, "--out")
    for name, more in (("plain", ()), ("printer", ("--printer", "Office")), ("shift", ("--shift", "0.5,-1")),
                       ("both", ("--printer", "Office", "--shift", "0,0"))):  # fmt: skip
        assert pnp(*words, tmp_path / name, *more).code == 0
    pdf = {
        path.name: (path / "last-blast-part" / "last-blast.pdf").read_bytes() for path in tmp_path.iterdir()
        if path.name != "config"
    }  # fmt: skip
    assert pdf["printer"] == pdf["shift"] != pdf["plain"] == pdf["both"]


def test_a_name_with_a_space_is_quoted_so_that_it_can_be_typed(tmp_path: Path) -> None:
    assert "pnp build --printer 'My Office'." in pnp("printer", "add", "My Office", "--shift", "0,0").out
    said = pnp("calibrate", "--printer", "My Office", "--out", tmp_path).out
    assert "pnp printer add 'My Office' --left" in said
