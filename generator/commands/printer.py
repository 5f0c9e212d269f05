"""`pnp calibrate` measures a printer; `pnp printer` saves and lists the measured ones."""

import json
import shlex
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from generator.commands.arguments import (
    Json,
    Out,
    PaperName,
    answering,
    apart,
    belonging,
    number,
    one_of,
    pair,
    paper_of,
    shift_of,
)

printer_app = typer.Typer(
    help="Save and list measured printers.", no_args_is_help=True, rich_markup_mode=None
)

Reading = Annotated[str, typer.Option(metavar="X,Y", help="The numbers read there, mm.")]

_READINGS = ("--left", "--right", "--top", "--bottom")


def calibrate(
    printer: Annotated[str, typer.Option(metavar="NAME", help="Apply a saved correction, to check it.")] = "",
    paper: PaperName = "a4",
    duplex: Annotated[str, typer.Option(help="long or short.")] = "long",
    out: Out = Path("output"),
) -> list[Path]:
    """Make a two-sided sheet that shows how far a printer misplaces backs.

    Example: pnp calibrate, print it, then pnp printer add Office --left 0.4,-0.2 …
    """
    from generator.files import export_files
    from generator.pdf import calibration

    one_of("--duplex", duplex, ("long", "short"))
    sheet = paper_of(paper, duplex, printer=printer)
    made = export_files(out, {"calibration.pdf": calibration.sheet(sheet, printer)})
    print(f"Print {out / 'calibration.pdf'} on both sides at 100 % and hold it against the light.")
    print(f"Then type what you read: {calibration.command(sheet, printer)}")
    return made


@printer_app.command("add")
@answering
def printer_add(
    name: str,
    left: Reading = "",
    right: Reading = "",
    top: Reading = "",
    bottom: Reading = "",
    shift: Annotated[str, typer.Option(metavar="X,Y", help="Instead of readings: move the backs, mm.")] = "",
    angle: Annotated[float, number(-5, 5, "With --shift: turn the backs, degrees clockwise.")] = 0.0,
    scale: Annotated[str, typer.Option(metavar="X,Y", help="With --shift: scale the backs.")] = "1,1",
    margin: Annotated[float | None, number(0, 60, "Margin that the printer cannot reach, mm.")] = None,
    refine: Annotated[bool, typer.Option("--refine", help="The sheet was made with --printer NAME.")] = False,
    paper: PaperName = "a4",
    duplex: Annotated[str, typer.Option(help="As for pnp calibrate.")] = "long",
) -> None:
    """Save a printer with the numbers read off the calibration sheet.

    Example: pnp printer add Office --left 0.4,-0.2 --right 0.4,0.2 --top 0.6,0 --bottom 0.2,0
    """
    from generator.build import printers
    from generator.pdf import calibration
    from generator.sheets.paper import Correction

    one_of("--duplex", duplex, ("long", "short"))
    places = dict(zip(_READINGS, (left, right, top, bottom), strict=True))
    turned = {"--angle": angle, "--scale": scale != "1,1", "--shift": shift}
    apart({**places, "--shift": shift}, [("--shift", place) for place in places])
    missing = [place for place, text in places.items() if not text]
    if len(missing) < len(places):
        belonging(turned, {"--angle": "--shift", "--scale": "--shift"})
    if not shift and missing:
        raise UsageError(
            f"Readings are missing: {', '.join(missing)}.", todo="Read all four places, or give --shift."
        )
    if not name:
        raise UsageError("The name of the printer is missing.", where="NAME")
    if shift:
        x, y = shift_of(shift)
        scales = pair("--scale", scale)
        if not all(0.9 <= factor <= 1.1 for factor in scales):
            raise UsageError(
                f'"{scale}" is not a small change.', where="--scale", todo="Write numbers from 0.9 to 1.1."
            )
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
def printer_list(as_json: Json = False) -> None:
    """List the saved printers."""
    from generator.build import printers

    known = printers.printers()
    if as_json:
        told = {one.name: {**one.correction._asdict(), "margin": one.margin} for one in known.values()}
        print(json.dumps(told, indent=2))
        return
    for entry in known.values():
        print(entry.said())
    if not known:
        print("No printer is saved. Use pnp calibrate to make the sheet that measures one.")


@printer_app.command("remove")
@answering
def printer_remove(name: str) -> None:
    """Forget a saved printer."""
    from generator.build import printers

    printers.remove(name)
    print(f"{name} was removed.")
