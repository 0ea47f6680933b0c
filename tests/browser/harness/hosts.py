"""JupyterLab, Notebook and Voilà with folders of their own, on the loopback only, for as long as a test needs them."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
from playwright.sync_api import TimeoutError

DATA = Path(__file__).parents[3] / "data"
QUIET = {"@jupyterlab/apputils-extension:announcements": True}
STARTS_WITHIN = 90
ATTEMPTS = 10


def write_notebook(path, *cells):
    """A notebook of code cells, for the kernel that runs this."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, path)


def write_voila_template(folder):
    """Put the shipped page template, which asks no public server for anything, where Voilà looks for it."""
    shutil.copytree(DATA / "voila", folder / "data" / "voila")
    return "offline"


@contextlib.contextmanager
def host(module, folder, *arguments):
    """Run `python -m <module>` in a folder and yield its address; it is stopped at the end.

    Parameters
    ----------
    module : str
        ``jupyterlab``, ``notebook`` or ``voila``.
    folder : pathlib.Path
        An empty folder; configuration, data and runtime files go below it.
    """
    config = folder / "config"
    (config / "labconfig").mkdir(parents=True)
    (config / "labconfig" / "page_config.json").write_text(json.dumps({"disabledExtensions": QUIET}))
    places = {"JUPYTER_CONFIG_DIR": config, "JUPYTER_DATA_DIR": folder / "data", "JUPYTER_RUNTIME_DIR": folder / "run"}
    places |= {"IPYTHONDIR": folder / "ipython", "JUPYTERLAB_WORKSPACES_DIR": folder / "spaces"}
    environment = os.environ | {name: str(place) for name, place in places.items()} | {"JUPYTER_PLATFORM_DIRS": "0"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = [f"--port={port}", "--no-browser", "--ip=127.0.0.1"] if module != "voila" else [
        f"--port={port}", "--no-browser", "--Voila.ip=127.0.0.1"]  # fmt: skip
    if module != "voila":
        own += ["--allow-root", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
        own += ["--ServerApp.shutdown_no_activity_timeout=300", "--LabApp.extension_manager=readonly"]
    address = f"http://127.0.0.1:{port}"
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", module, *own, *arguments], cwd=folder, env=environment, stdout=log, stderr=log
        )
        try:
            _wait(server, f"{address}/static/favicon.ico" if module == "voila" else f"{address}/api", folder)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait(server, address, folder):
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except urllib.error.HTTPError:
            return  # it answers
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError((folder / "server.log").read_text())


def run_cell(page, cell):
    """Run a cell of a notebook by hand.

    A host that has just opened a notebook may make its cells anew, and a key pressed meanwhile is lost: so the cell is
    run again until it has been.
    """
    ran = cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[(\*|\d+)\]"))
    for _ in range(ATTEMPTS):
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        with contextlib.suppress(TimeoutError):
            return ran.wait_for(timeout=5_000)
    raise AssertionError("the cell was not run")


class Visits:
    """Pages of local servers, on which every request to elsewhere is blocked and kept in `away`."""

    def __init__(self, browser):
        self._browser = browser
        self._contexts = []
        self.away = []

    def open(self, address, **options):
        """Return a page that may speak with one server only; `options` are Playwright's of a context."""
        context = self._browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        self._contexts.append(context)

        def answer(route):
            if route.request.url.startswith((f"{address}/", "data:", "blob:")):
                return route.continue_()
            self.away.append(route.request.url)
            return route.abort()

        context.route("**/*", answer)
        page = context.new_page()
        page.set_default_timeout(60_000)
        own = address.replace("http", "ws")
        page.on("websocket", lambda socket: socket.url.startswith(own) or self.away.append(socket.url))
        return page

    def close(self):
        """Close every page."""
        for context in self._contexts:
            context.close()
