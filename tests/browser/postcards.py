"""The postcards as pictures for chats, which show them with our links, and for letters; of ``make pictures``."""

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
IN_A_LETTER = {"width": 640, "height": 416}
"""Four times the size that the postcards are drawn in; letters show it at two thirds."""
ALONE = "*{margin:0}svg{display:block;width:100vw;height:100vh}"


def drawn(page: Page, key: str) -> bytes:
    """The postcard of a game with its name below; a name that finds no room is an error."""
    picture = (POSTCARDS / f"{key}.svg").read_text().replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)
    words = f"<p><b>{GAMES[key].name}</b><small>card games by post</small></p>"
    page.set_content(f"<style>{LOOK}</style><main>{picture}{words}</main>")
    assert page.evaluate(FITS), f"{GAMES[key].name} is too long for its picture."
    return page.screenshot(type="jpeg", quality=78)


def alone(page: Page, key: str) -> bytes:
    """The postcard of a game without words."""
    page.set_content(f"<style>{ALONE}</style>{(POSTCARDS / f'{key}.svg').read_text()}")
    return page.screenshot(type="jpeg", quality=80)


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        for size, draw, name in ((SIZE, drawn, "{}.jpg"), (IN_A_LETTER, alone, "letter-{}.jpg")):
            page = browser.new_page(viewport=size)  # type: ignore[arg-type]
            for key in GAMES:
                (POSTCARDS / name.format(key)).write_bytes(draw(page, key))


if __name__ == "__main__":
    main()
