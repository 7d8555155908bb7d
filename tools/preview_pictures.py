"""Make the pictures that links are shown with elsewhere: each game's drawing, 1200 × 630, as most places take it.

python tools/preview_pictures.py        after a drawing in web/public/assets/art has changed
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from bootstrap import BROWSERS
from playwright.sync_api import sync_playwright

ART = Path(__file__).parents[1] / "web" / "public" / "assets" / "art"
PAGE = "<style>body{margin:0}svg{display:block;width:1200px;height:630px}</style>"


def main() -> int:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("this needs Chromium", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1200, "height": 630})
        for drawing in sorted(ART.glob("*.svg")):
            page.set_content(PAGE + drawing.read_text("utf-8"))
            page.screenshot(path=drawing.with_suffix(".jpg"), type="jpeg", quality=72)
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
