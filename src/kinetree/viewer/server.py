"""The server of a view, which no page of another site may join."""

from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Lock
from typing import Any, Final
from urllib.parse import urlsplit

_ONE_AT_A_TIME: Final = Lock()


@contextmanager
def own_pages_only(host: str) -> Generator[None]:
    """Let servers that viser starts inside accept WebSockets of programs and of their own pages.

    Browsers say with `Origin` whose page asks. One of another site, or of a name that its owner
    lets stand for this computer, would else see and move the robots.
    """
    from websockets.asyncio import server

    def serve(*arguments: Any, process_request: Any, **keywords: Any) -> Any:
        def checked(connection: Any, request: Any) -> Any:
            origin, own = request.headers.get("Origin"), request.headers.get("Host", "")
            if origin is None or _is_own(origin, own, host):
                return process_request(connection, request)
            return connection.respond(403, "This is no page of the viewer; open its own address.\n")

        return original(*arguments, process_request=checked, **keywords)

    with _ONE_AT_A_TIME:
        original: Any = server.serve
        server.serve = serve  # viser has no argument for it
        try:
            yield
        finally:
            server.serve = original


def _is_own(origin: str, own: str, host: str) -> bool:
    """Whether an origin is that of the server, by an address or a name of this computer."""
    name = urlsplit(f"//{own}").hostname or ""
    if urlsplit(origin).netloc.lower() != own.lower():
        return False
    try:
        return bool(ip_address(name))
    except ValueError:
        return name in ("localhost", host.lower())
