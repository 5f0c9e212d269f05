"""The sender of a request: one place decides what it may see and do, and every page is built from that."""

from starlette.datastructures import FormData
from starlette.requests import Request

from referee.web.rights import HOST, ONLOOKER, Right, Rights
from referee.web.server import Server
from referee.web.table import Table

HOST_COOKIE = "starbox-host"
_MOST_FIELDS = 40


class RefusedError(Exception):
    """A request that is answered with a page that says why not, and what to do."""

    def __init__(self, status: int, what: str, todo: str) -> None:
        super().__init__(what)
        self.status, self.what, self.todo = status, what, todo


class Requests:
    """Tells who sent a request. Every method raises `RefusedError` for what may not be."""

    def __init__(self, server: Server, host_rights: Rights) -> None:
        self._server, self._host_rights = server, host_rights

    def table(self, request: Request) -> Table:
        """The table that the address names."""
        table = self._server.find(request.path_params["table"])
        if table is None:
            raise RefusedError(404, "There is no such table.", "It may have been closed. Ask the host.")
        return table

    def right(self, request: Request, table: Table) -> Right:
        """Return what this request may see and do at that table: the one place where that is decided."""
        right = table.rights.of(request.cookies.get(f"starbox-{table.name}"))
        if right is not None:
            return right
        if self.is_host(request):
            return ONLOOKER
        raise RefusedError(403, "You have no seat at this table.", "Scan the QR code on the table's screen.")

    def token(self, request: Request, table: Table) -> str:
        """The cookie that the right comes from."""
        return request.cookies.get(f"starbox-{table.name}") or request.cookies.get(HOST_COOKIE, "")

    def is_host(self, request: Request) -> bool:
        """Tell whether it comes from the device of the host."""
        return self._host_rights.of(request.cookies.get(HOST_COOKIE)) == HOST

    def host_form_token(self, request: Request) -> str:
        """Return the token that forms of the front page carry."""
        return self._host_rights.form_token(request.cookies.get(HOST_COOKIE))

    def must_be_host(self, request: Request, form: FormData) -> None:
        """Only the host may send that form of the front page."""
        own = self._host_rights.sent_by(request.cookies.get(HOST_COOKIE), str(form.get("form_token", "")))
        if not self.is_host(request) or not own:
            raise RefusedError(
                403, "Only the host may do this.", "Use the address that referee serve printed."
            )


def must_sit(right: Right) -> None:
    """Raises `RefusedError` for somebody who only looks on."""
    if right.kind != "seat":
        raise RefusedError(403, "You only look on at this table.", "Take a seat to play.")


async def form_of(request: Request) -> FormData:
    """The fields that were sent."""
    return await request.form(max_files=0, max_fields=_MOST_FIELDS)
