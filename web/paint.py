"""Paint a board's drawing as a picture: `python web/paint.py SVG WIDTH` writes the same name with .webp beside it.

A drawing of thousands of shapes takes a slow machine long to lay out, a picture of it does not. The board shows the
picture at once and the drawing, which stays sharp however near one goes, as soon as there is time. Needs Playwright and
Chromium, as the browser tests do; run it again when the drawing has changed.
"""

from __future__ import annotations

import base64
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PAINT = """async ([svg, width]) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round(image.naturalHeight * width / image.naturalWidth);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.72).split(',')[1];
}"""


def main() -> None:
    drawing, width = Path(sys.argv[1]), int(sys.argv[2])
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        picture = browser.new_page().evaluate(PAINT, [drawing.read_text("utf-8"), width])
        browser.close()
    drawing.with_suffix(".webp").write_bytes(base64.b64decode(picture))


if __name__ == "__main__":
    main()
