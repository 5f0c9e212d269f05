"""The sheet that invites to a table of `referee serve`: a QR code to scan, an address and a code to type."""

from collections.abc import Sequence

from generator.pdf.canvas import down, new_canvas, string

_WIDTH, _HEIGHT = 210.0, 297.0  # A4, mm
_SIDE = 130.0  # the QR code with its quiet zone, mm
_LEFT, _TOP = (_WIDTH - _SIDE) / 2, 62.0
_QUIET = 4  # light modules round a QR code, by its standard
_LINE = 60  # characters of the address in a line


def invitation_pdf(title: str, address: str, code: str, modules: Sequence[Sequence[int]]) -> bytes:
    """One page.

    code     letters to type; empty for none
    modules  the rows of the QR code, without its quiet zone: 0 is light
    """
    canvas = new_canvas((_WIDTH, _HEIGHT), title=f"{title}: join on your phone")
    down(canvas, _HEIGHT)
    string(canvas, title, _LEFT, 36, 28, 700)
    string(canvas, "Scan the code to join on your phone.", _LEFT, 48, 14)
    side = _SIDE / (len(modules) + 2 * _QUIET)
    canvas.setFillGray(0)
    for row, line in enumerate(modules, _QUIET):
        for column, dark in enumerate(line, _QUIET):
            if dark:
                canvas.rect(_LEFT + column * side, _TOP + row * side, side, side, stroke=0, fill=1)
    y = _TOP + _SIDE + 12
    string(canvas, "Or open this address:", _LEFT, y, 12)
    for at in range(0, len(address), _LINE):
        y += 7
        string(canvas, address[at : at + _LINE], _LEFT, y, 12, 600)
    if code:
        front = "/".join(address.split("/")[:3])
        string(canvas, f"Or open {front} and type this code:", _LEFT, y + 14, 12)
        string(canvas, code, _LEFT, y + 28, 28, 700)
    string(canvas, "The sheet is good while this table is open.", _LEFT, 280, 10, grey=0.35)
    canvas.showPage()
    return canvas.finished()
