"""The static site as a plain file server sends it, which can be stopped."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from playwright.sync_api import Page

from parcferme.cli.site import write
from tests.support import load
from tests.web.house import Served

READY = 90_000  # milliseconds: on a busy machine an engine takes its time to start
# Pyodide on the page itself, as the workers start it
RUN = """
async ([base, script]) => {
  const { loadPyodide } = await import(`${base}pyodide.js`);
  const { default: createPyodideModule } = await import(`${base}pyodide.asm.js`);
  const said = [];
  const python = await loadPyodide({ indexURL: base, createPyodideModule, stdout: (line) => said.push(line) });
  const parts = await (await fetch(`${base}parts.json`)).json();
  for (const name of [...parts.wheels, parts.engine]) {
    const data = new Uint8Array(await (await fetch(base + name)).arrayBuffer());
    python.unpackArchive(data, "zip", { extractDir: "/lib/site" });
  }
  await python.runPythonAsync("import sys; sys.path.insert(0, '/lib/site')");
  await python.runPythonAsync(script);
  return said.join("");
}
"""


class Site(Served):
    """A folder of files on a port, and nothing behind it; the site lies in it at `base`."""

    def __init__(self, base: str = "/", folder: Path | None = None) -> None:
        super().__init__(folder or files(base))
        self.base = base

    def open(self) -> None:
        command = [sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", str(self.folder), str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not self.answers(f"{self.base}index.html"):
            raise RuntimeError("the site is not served")


def run_there(page: Page, site: Site, script: str) -> str:
    """What a script prints that the browser's Python runs with the engine of the site."""
    page.goto(f"{site.url}/index.html")
    said: str = page.evaluate(RUN, [f"{site.url}/engine/", script])
    return said


def parts() -> Path:
    """What the engine is made of in a browser: fetched once, checked against its hashes."""
    folder: Path = load("build_site").fetch_parts()
    return folder


@cache
def files(base: str = "/") -> Path:
    """The site as it lies below a host's root, written once: nobody changes anything in it."""
    folder = Path(mkdtemp(prefix="parcferme-site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write(folder / "host" / base.strip("/"), parts(), base)
    return folder / "host"
