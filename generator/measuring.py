"""The commands for printers: `pnp calibrate` measures one, `pnp printer` keeps what was measured."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from generator.arguments import Out, PaperName, apart, belonging, number, one_of, pair, paper_of, shift_of

printer_app = typer.Typer(help="Printers that were measured.", no_args_is_help=True, rich_markup_mode=None)

Reading = Annotated[str, typer.Option(metavar="X,Y", help="What the sheet shows there, mm.")]

_READINGS = ("--left", "--right", "--top", "--bottom")


def calibrate(
    printer: Annotated[str, typer.Option(metavar="NAME", help="Apply what is saved, to check it.")] = "",
    paper: PaperName = "a4",
    duplex: Annotated[str, typer.Option(help="long or short.")] = "long",
    out: Out = Path("output"),
) -> None:
    """Make a two-sided sheet that shows how far a printer's backs are off.

    Example: pnp calibrate, print it, then pnp printer add Office --left 0.4,-0.2 …
    """
    from generator import calibration
    from generator.files import replace_files

    one_of("--duplex", duplex, ("long", "short"))
    sheet = paper_of(paper, duplex, printer=printer)
    replace_files(out, {"calibration.pdf": calibration.sheet(sheet, printer)})
    print(f"Print {out / 'calibration.pdf'} on both sides at 100 % and read it against the light.")
    print(f"Then: {calibration.command(sheet, printer)}")


@printer_app.command("add")
def printer_add(
    name: str,
    left: Reading = "",
    right: Reading = "",
    top: Reading = "",
    bottom: Reading = "",
    shift: Annotated[str, typer.Option(metavar="X,Y", help="Instead of readings: move the backs, mm.")] = "",
    angle: Annotated[float, number(-5, 5, "With --shift: turn the backs, degrees clockwise.")] = 0.0,
    scale: Annotated[str, typer.Option(metavar="X,Y", help="With --shift: scale the backs.")] = "1,1",
    margin: Annotated[float | None, number(0, 60, "What it cannot print on, mm.")] = None,
    refine: Annotated[bool, typer.Option("--refine", help="Measured with --printer NAME.")] = False,
    paper: PaperName = "a4",
    duplex: Annotated[str, typer.Option(help="As in pnp calibrate.")] = "long",
) -> None:
    """Save a printer by what the calibration sheet says.

    Example: pnp printer add Office --left 0.4,-0.2 --right 0.4,0.2 --top 0.6,0 --bottom 0.2,0
    """
    from generator import calibration, printers
    from generator.paper import Correction

    one_of("--duplex", duplex, ("long", "short"))
    places = dict(zip(_READINGS, (left, right, top, bottom), strict=True))
    turned = {"--angle": angle, "--scale": scale != "1,1", "--shift": shift}
    apart({**places, "--shift": shift}, [("--shift", place) for place in places])
    missing = [place for place, text in places.items() if not text]
    if len(missing) < len(places):
        belonging(turned, {"--angle": "--shift", "--scale": "--shift"})
    if not shift and missing:
        raise UsageError(f"{', '.join(missing)} is missing.", todo="Read all four places, or give --shift.")
    if not name:
        raise UsageError("A printer needs a name.", where="NAME")
    if shift:
        x, y = shift_of(shift)
        scales = pair("--scale", scale)
        if not all(0.9 <= factor <= 1.1 for factor in scales):
            raise UsageError(f'"{scale}" is no small change.', where="--scale", todo="Write 0.9 to 1.1.")
        fix = Correction(x, y, angle, scales)
    else:
        readings = {place.removeprefix("--"): pair(place, text) for place, text in places.items()}
        fix = calibration.correction(readings, paper_of(paper, duplex))
    if duplex == "short":
        fix = fix.turned_over()
    if refine:
        old = printers.printer(name)
        fix, margin = calibration.refined(old.correction, fix), old.margin if margin is None else margin
    entry = printers.Printer(name, fix, margin)
    printers.save(entry)
    print(entry.said())
    typed = shlex.quote(name)
    print(f"Use it: pnp build --printer {typed}. Check it: pnp calibrate --printer {typed}")


@printer_app.command("list")
def printer_list() -> None:
    """The saved printers."""
    from generator import printers

    known = printers.printers()
    for entry in known.values():
        print(entry.said())
    if not known:
        print("No printer is saved. pnp calibrate makes the sheet to measure one.")


@printer_app.command("remove")
def printer_remove(name: str) -> None:
    """Forget a saved printer."""
    from generator import printers

    printers.remove(name)
    print(f"{name} is removed.")
