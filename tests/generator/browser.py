"""A headless Chromium, told what to do through a pipe: the DevTools protocol without a library."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# What Chromium answers when the page that was asked is replaced before it has answered.
RELOADED = (
    "navigated or closed",
    "context was destroyed",
    "Cannot find context",
    "Cannot find default execution",
)


class Gone(AssertionError):
    """The page was reloaded while it was being asked: ask the new one."""


class Browser:
    """One page. `complaints` gathers its console errors, exceptions and requests to a network."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        assert CHROMIUM, "there is no Chromium"
        self._home = tempfile.TemporaryDirectory(prefix="starbox-browser-", ignore_cleanup_errors=True)
        read_theirs, self._write = os.pipe()
        self._read, write_theirs = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        command = f'exec "$@" 3<&{read_theirs} 4>&{write_theirs}'
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        options += [f"--window-size={width},{height}", f"--user-data-dir={self._home.name}", "about:blank"]
        self._process = subprocess.Popen(
            ["bash", "-c", command, "bash", CHROMIUM, *options],
            pass_fds=(read_theirs, write_theirs),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_theirs)
        os.close(write_theirs)
        self._number = 0
        self._buffer = b""
        self._session = ""
        self.complaints: list[str] = []
        targets = self("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._write)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._read)
        self._home.cleanup()

    def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if error := answer.get("error"):
                    failure = Gone if any(sign in error["message"] for sign in RELOADED) else AssertionError
                    raise failure(f"{method}: {error}")
                result: dict[str, Any] = answer["result"]
                return result

    def open(self, url: str) -> None:
        """Go there and wait until the gallery has unpacked its drawings."""
        self("Page.navigate", url=url)
        assert self.wait("document.documentElement?.dataset.ready"), f"{url}: {self.complaints}"

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, script: str, seconds: float = 20.0) -> Any:
        """The value of the expression as soon as it is true; the last one after that time.

        The page may be reloaded meanwhile: then the new one is asked.
        """
        end = time.monotonic() + seconds
        while not (value := self._glimpse(script)) and time.monotonic() < end:
            time.sleep(0.02)
        return value

    def _glimpse(self, script: str) -> Any:
        """The value of the expression; None if the page is reloaded meanwhile."""
        try:
            return self.run(script)
        except Gone:
            return None

    def key(self, name: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            text = name if len(name) == 1 and kind == "keyDown" else ""
            code = {"Enter": 13, "Escape": 27, "ArrowRight": 39, "Tab": 9}.get(name, 0)
            extra = {"text": "\r" if name == "Enter" and kind == "keyDown" else text}
            self("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code, **extra)

    def picture(self, file: Path) -> None:
        """Save what is seen as a PNG."""
        file.write_bytes(base64.b64decode(self("Page.captureScreenshot")["data"]))

    def size(self, width: int, height: int) -> None:
        self(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            more = os.read(self._read, 1 << 20)
            assert more, "Chromium ended"
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._hear(message.get("method", ""), message.get("params", {}))
        return message

    def _hear(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.complaints.append(str(params["exceptionDetails"].get("exception", params)))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith(("file:", "data:", "about:", "blob:", "http://127.0.0.1")):
                self.complaints.append(f"asked a network for {url}")
