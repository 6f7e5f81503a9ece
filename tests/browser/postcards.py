"""The pictures that a chat shows of our links: ``make pictures`` draws them of the postcards, into the static files."""

from __future__ import annotations

from playwright.sync_api import Page, sync_playwright

from server.paths import STATIC
from server.rules import GAMES

from .conftest import launched

POSTCARDS = STATIC / "postcards"
SIZE = {"width": 1200, "height": 630}
"""What chats ask for."""
LOOK = """
*{margin:0;box-sizing:border-box}
body{width:1200px;height:630px;padding:28px;background:repeating-linear-gradient(115deg,#b3332b 0 38px,#fffdf8 38px 57px
,#2b5aa0 57px 95px,#fffdf8 95px 114px)}
main{display:flex;flex-direction:column;height:100%;padding:32px 32px 0;background:#fffdf8}
svg{display:block;width:100%;flex:1;min-height:0}
p{display:flex;align-items:center;justify-content:space-between;height:102px;white-space:nowrap}
b{font:bold 62px serif;color:#1d2740}
small{font:34px sans-serif;color:#5a5e6e}
"""
FITS = "[...document.querySelectorAll('p')].every((one) => one.scrollWidth <= one.clientWidth)"


def drawn(page: Page, key: str) -> bytes:
    """The postcard of a game with its name below; a name that finds no room is an error."""
    picture = (POSTCARDS / f"{key}.svg").read_text().replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)
    words = f"<p><b>{GAMES[key].name}</b><small>card games by post</small></p>"
    page.set_content(f"<style>{LOOK}</style><main>{picture}{words}</main>")
    assert page.evaluate(FITS), f"{GAMES[key].name} is too long for its picture."
    return page.screenshot(type="jpeg", quality=78)


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        for key in GAMES:
            (POSTCARDS / f"{key}.jpg").write_bytes(drawn(page, key))


if __name__ == "__main__":
    main()
