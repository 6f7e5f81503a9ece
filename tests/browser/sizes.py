"""What must hold of a page at every width and height, looked for in a browser.

``wrong`` is of a page as it stands at its size; ``hard_to_read`` of its colours, against what really lies behind.
"""

from __future__ import annotations

import base64

from playwright.sync_api import Page

WIDTHS = (
    320, 340, 341, 360, 375, 390, 412, 430, 447, 480, 540, 600,
    700, 768, 834, 899, 900, 912, 1024, 1279, 1280, 1440, 1920, 2560,
)  # fmt: skip
HEIGHTS = (480, 553, 740, 1080)
SAMPLE = ((320, 480), (322, 616), (375, 553), (390, 844), (447, 740), (968, 543), (1216, 676), (1920, 1080))
"""What is looked at each time: where a rule of a sheet begins or ends, what people have, where faults were found."""

WRONG = r"""() => {
  const wrong = new Set(), seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const style = (one) => getComputedStyle(one), root = document.documentElement;
  const short = (words) => words.trim().replace(/\s+/g, " ").slice(0, 50);
  const name = (one) => short(one.ariaLabel || one.textContent || one.getAttribute("class") || one.tagName);
  const layers = new Map();
  const layer = (one) => {
    if (!one || one === root) return null;
    if (!layers.has(one)) {
      const held = /^(fixed|sticky)$/.test(style(one).position) || one.matches("dialog, .since > div");
      layers.set(one, held ? one : layer(one.parentElement));
    }
    return layers.get(one);
  };
  const clip = new Map();
  const window_of = (one) => {  // what of the page an element may show something in
    if (!one || one === root || one === document.body) return { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
    if (!clip.has(one)) {
      const outer = window_of(one.parentElement), look = style(one);
      let inner = outer;
      if (look.overflowX !== "visible" || look.overflowY !== "visible" || look.clipPath !== "none") {
        const box = one.getBoundingClientRect();
        inner = { left: Math.max(outer.left, box.left), top: Math.max(outer.top, box.top),
          right: Math.min(outer.right, box.right), bottom: Math.min(outer.bottom, box.bottom) };
      }
      clip.set(one, inner);
    }
    return clip.get(one);
  };
  const cut = (box, within) => ({ left: Math.max(box.left, within.left), right: Math.min(box.right, within.right),
    top: Math.max(box.top, within.top), bottom: Math.min(box.bottom, within.bottom) });
  const meet = (one, other, by) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > by &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by;
  const scrolls = (one) => {
    for (; one && one !== document.body; one = one.parentElement) {
      if (/auto|scroll/.test(style(one).overflowX)) return true;
    }
    return false;
  };
  scrollTo(0, 0);
  if (root.scrollWidth > innerWidth) wrong.add(`it scrolls sideways, by ${root.scrollWidth - innerWidth}`);

  // Texts
  const texts = [], range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holds = node.parentElement;
    if (!node.data.trim() || holds.closest("svg, .sr, script, style, option, pre, noscript, iframe") || !seen(holds))
      continue;
    const within = window_of(holds);
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (!boxes.length || within.right - within.left < 3) continue;
    let block = holds;
    while (style(block).display === "inline") block = block.parentElement;
    const said = node.data.trim().replace(/\s+/g, " ").slice(0, 50);
    let dots = false;
    for (let up = holds; up && up !== document.body; up = up.parentElement)
      dots ||= style(up).textOverflow === "ellipsis";
    for (const box of boxes) {
      const shown = cut(box, within);
      const whole = dots || scrolls(holds);
      if (!whole && (box.left < -1 || box.right > innerWidth + 1)) wrong.add(`beyond the edge: ${said}`);
      if (!whole && (box.right > within.right + 2 || box.bottom > within.bottom + 3 || box.left < within.left - 2))
        wrong.add(`cut off: ${said}`);
      if (shown.right - shown.left > 2 && shown.bottom - shown.top > 2)
        texts.push({ node, holds, block, said, layer: layer(holds), left: shown.left + 1, right: shown.right - 1,
          top: shown.top + box.height * 0.14, bottom: shown.bottom - box.height * 0.14 });
    }
    const words = node.data.trim().split(/\s+/), lines = new Set(boxes.map((box) => Math.round(box.top / 4))).size;
    const few = lines > 3 ? 1.7 : 1.3;
    if (lines >= 3 && words.length >= 3 && words.length / lines < few &&
      style(block).display !== "table-cell" && !holds.closest(".badge"))
      wrong.add(`a column under two words wide: ${said}`);
    if (lines > 1 && !holds.closest(".hash, code, a[href^='http'], .letter")) {
      for (const word of node.data.matchAll(/[\p{L}\d]{2,24}/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const parts = [...range.getClientRects()].filter((box) => box.width > 1);
        if (new Set(parts.map((box) => Math.round(box.top / 4))).size > 1)
          wrong.add(`a word broken: ${word[0]} in ${said}`);
      }
    }
  }
  // A table is seen whole, at every size of text
  for (const one of document.querySelectorAll(".sheet, .scrolls, .worked"))
    if (one.scrollWidth > one.clientWidth + 1) wrong.add(`a table scrolls: ${short(one.textContent)}`);
  // What somebody says lies on no index of a card
  for (const said of document.querySelectorAll(".speaks q"))
    for (const card of document.querySelectorAll(".desk .trick .card, .desk .spread .card:not(.back)")) {
      const { left, top, bottom, width } = card.getBoundingClientRect();
      const index = { left, top, bottom, right: left + width / 2 };
      if (seen(said) && seen(card) && meet(said.getBoundingClientRect(), index, 3))
        wrong.add(`talk on a card: ${said.textContent}`);
    }
  // A long name may be cut, a short one not
  for (const one of document.querySelectorAll("main b, main h1 span, main th span")) {
    const said = one.textContent.trim();
    if (said && said.length <= 9 && seen(one) && style(one).textOverflow === "ellipsis" &&
      one.clientWidth && one.scrollWidth > one.clientWidth + 1)
      wrong.add(`a short name cut: ${said}`);
  }
  // Words that run into one another where one is in bold
  texts.forEach((one, n) => {
    const next = texts[n + 1], near = (a, b) => Math.abs(a - b) < 3;
    if (next && next.node !== one.node && next.block === one.block && near(next.left - 1, one.right) &&
      near(next.bottom, one.bottom) && /[\p{L}\d,;:!?]$/u.test(one.node.data) && /^\p{L}/u.test(next.node.data))
      wrong.add(`no space between: ${one.said}, ${next.said}`);
  });
  texts.sort((one, other) => one.top - other.top);
  texts.forEach((one, n) => {
    for (let m = n + 1; m < texts.length && texts[m].top < one.bottom; m++) {
      const other = texts[m];
      if (one.node !== other.node && one.layer === other.layer && meet(one, other, 1))
        wrong.add(`${one.said} on ${other.said}`);
    }
  });

  // Pictures and controls. A label with a ground of its own may lie on a picture, and
  // so may words on a place for a card.
  const labelled = (holds, picture) => {
    for (let up = holds; up && !up.contains(picture); up = up.parentElement) {
      const ground = style(up).backgroundColor.match(/[\d.]+/g).map(Number);
      if ((ground[3] ?? 1) > 0.5) return true;
    }
    return picture.matches(".empty");
  };
  const pictures = [...document.querySelectorAll("svg.card, img, .postcard, .stamp, svg.seal")].filter(seen)
    .map((of) => ({ of, layer: layer(of), ...cut(of.getBoundingClientRect(), window_of(of)) }))
    .filter((box) => box.right - box.left > 4 && box.bottom - box.top > 4);
  for (const text of texts) for (const picture of pictures) {
    if (text.layer === picture.layer && !picture.of.contains(text.holds) && meet(text, picture, 3) &&
      !text.holds.closest(".stamp, .in-stamp, .card") && !labelled(text.holds, picture.of))
      wrong.add(`${text.said} on a picture: ${name(picture.of)}`);
  }
  const taps = "label.choice, button:not(.term), a.button, summary, select, input:not([type=hidden]), textarea";
  const controls = [...document.querySelectorAll(taps)]
    .filter((one) => seen(one) && !one.closest(".pick, .tick") &&
      !(one.matches("input") && one.closest("label.choice")))
    .map((of) => ({ of, layer: layer(of), ...cut(of.getBoundingClientRect(), window_of(of)) }))
    .filter((box) => box.right - box.left > 3 && box.bottom - box.top > 3);
  controls.forEach((one, n) => {
    for (const other of controls.slice(n + 1))
      if (one.layer === other.layer && !one.of.contains(other.of) && meet(one, other, 2))
        wrong.add(`button on button: ${name(one.of)}, ${name(other.of)}`);
    for (const picture of pictures)
      if (one.layer === picture.layer && !one.of.contains(picture.of) && meet(one, picture, 3) &&
        !(one.of.matches("summary") && one.of.parentElement.contains(picture.of)))
        wrong.add(`button on a picture: ${name(one.of)}, ${name(picture.of)}`);
    if (!scrolls(one.of) && (one.left < -1 || one.right > innerWidth + 1))
      wrong.add(`beyond the edge: ${name(one.of)}`);
    // Keys and readers meet what is seen in the order in which it is seen: in a column, downwards
    const last = controls.slice(0, n).findLast((other) => other.layer === one.layer);
    const column = last && Math.min(one.right, last.right) - Math.max(one.left, last.left) > 2;
    if (column && one.bottom <= last.top)
      wrong.add(`met after what is seen below: ${name(one.of)}, after ${name(last.of)}`);
  });
  // A thumb needs 24 px, but for a link within a sentence (WCAG 2.5.8)
  for (const one of document.querySelectorAll(`a[href], ${taps}`)) {
    const { width, height } = one.getBoundingClientRect();
    let block = one;
    while (style(block).display === "inline") block = block.parentElement;
    const alone = block === one || block.textContent.trim().length < one.textContent.trim().length + 3;
    if (seen(one) && alone && !one.closest(".sr, .pick, .tick") && !one.matches("label.choice input") &&
      Math.min(width, height) > 2 && Math.min(width, height) < 23.5)
      wrong.add(`too small for a thumb, ${Math.round(width)} by ${Math.round(height)}: ${name(one)}`);
  }
  // What is folded has no column of its own
  for (const box of document.querySelectorAll("main *")) {
    const folds = [...box.children].filter(seen);
    if (folds.length < 2 || !folds.every((one) => one.matches("details:not([open])"))) continue;
    const own = box.getBoundingClientRect();
    for (const one of box.parentElement.children) {
      const other = one.getBoundingClientRect();
      const beside = other.right <= own.left + 1 || other.left >= own.right - 1;
      if (own.height > 20 && beside && other.width > 200 && other.top < own.bottom && own.top < other.bottom)
        wrong.add(`folds alone in a column: ${name(box)}`);
    }
  }

  // Beside the table a trick that was taken has one line
  for (const cards of document.querySelectorAll(".beside .fallen > li > span")) {
    const tops = [...cards.querySelectorAll(".chip")].map((one) => one.getBoundingClientRect().bottom);
    if (innerWidth >= 1280 && seen(cards) && Math.max(...tops) - Math.min(...tops) > 8)
      wrong.add(`a trick on two lines: ${short(cards.textContent)}`);
  }

  // The hand and the bar
  const bar = document.querySelector(".act"), hand = document.querySelector(".scenic .hand, .seat .hand");
  if (bar && seen(bar)) {
    const box = bar.getBoundingClientRect(), roomy = innerWidth >= 1280 && innerHeight >= 740;
    if (/fixed|sticky/.test(style(bar).position) && box.bottom > innerHeight + 1)
      wrong.add("the bar is not on the first screen");
    for (const card of (hand || bar).querySelectorAll(".pick > .card")) {
      const own = card.getBoundingClientRect();
      if (own.left >= box.left - 1 && own.right <= box.right + 1 &&
        own.top + own.width * (roomy ? 1.5 : 0.6) > box.top)
        wrong.add(`under the bar: ${name(card)}`);
      if (own.bottom > innerHeight + 2)
        wrong.add(`below the screen: ${name(card)}, by ${Math.round(own.bottom - innerHeight)}`);
    }
  }
  // One red thing
  const red = [...document.querySelectorAll(":is(.main, .act > button):not([disabled])")]
    .filter((one) => seen(one) && style(one).backgroundColor === "rgb(179, 51, 43)");
  if (red.length > 1) wrong.add(`red on more than one: ${red.map(name).join(", ")}`);
  // Two buttons of one question lie side by side
  for (const acts of document.querySelectorAll(".asks, #motion form")) {
    const tops = [...acts.querySelectorAll("button")].map((one) => one.getBoundingClientRect().top);
    if (seen(acts) && new Set(tops).size > 1) wrong.add(`one answer below the other: ${name(acts)}`);
  }
  const bars = [...document.querySelectorAll(".act")].filter((one) => seen(one) && style(one).position === "fixed");
  if (bars.length > 1) wrong.add(`bar on bar: ${bars.map(name).join(", ")}`);
  // From 700 px of height on, all that may be chosen is on the first screen, unless the desk has no height to
  // give, or an answer lies sealed
  const desk = document.querySelector(".at-once:not(:has(.mine)) > .desk");
  if (bar && desk && innerHeight >= 700 && desk.offsetHeight > 280) {
    const end = Math.min(bar.getBoundingClientRect().top, innerHeight);
    for (const one of document.querySelectorAll(".at-once label.choice, .at-once .ask"))
      if (seen(one) && one.getBoundingClientRect().bottom > end + 1)
        wrong.add(`below the screen: ${name(one)}, under a desk of ${desk.offsetHeight}`);
  }
  // Nor is there much paper between that and the bar: the desk takes what height there is
  if (bar && desk && innerHeight >= 700) {
    const lowest = Math.max(...[...desk.parentElement.children]
      .filter((one) => seen(one) && one !== bar && !/absolute|fixed/.test(style(one).position))
      .map((one) => one.getBoundingClientRect().bottom));
    const paper = Math.round(Math.min(bar.getBoundingClientRect().top, innerHeight) - lowest);
    if (paper > innerHeight * 0.28) wrong.add(`paper above the bar: ${paper}`);
  }
  // On a wide screen each row of the hand stands below the middle of the desk, and so does what lies between people;
  // to the left and to the right they sit alike, unless the desk is too low for one above
  const table = document.querySelector(".desk");
  const wide = matchMedia("(width >= max(900px, 56.25em)) and (height > max(640px, 40em))").matches;
  if (table && seen(table) && wide) {
    const sides = (all) => [Math.min(...all.map((box) => box.left)), Math.max(...all.map((box) => box.right))];
    const middle = (all) => sides(all)[0] / 2 + sides(all)[1] / 2;
    const boxes = (those) =>
      [...table.parentElement.querySelectorAll(those)].filter(seen).map((one) => one.getBoundingClientRect());
    const picks = [...table.parentElement.querySelectorAll(".hand:not(.joining *) .pick")].filter(seen);
    const rows = Map.groupBy(picks, (one) => one.offsetTop);  // where one lies that has risen, too
    const level = [["the spread", boxes(".spread .table")], ["the line", boxes(".desk > .line")],
      ...[".sitting > .at-t", ".sitting > .at-b", ".trick > .at-t", ".trick > .at-b"].map((at) => [at, boxes(at)]),
      ...["l", "tl"].flatMap((at) => [".sitting >", ".trick >"].map((in_) => [`${in_} .at-${at}`,
        boxes(`${in_} .at-${at}`).length && boxes(`${in_} .at-${at.replace("l", "r")}`).length
          ? boxes(`${in_} :is(.at-${at}, .at-${at.replace("l", "r")})`) : []])),
      ...[...rows.values()].map((row) => [`a row of ${row.length} cards`,
        row.map((one) => one.querySelector(".card").getBoundingClientRect())])];
    for (const [what, all] of level) {
      const off = all.length ? Math.round(middle(all) - middle([table.getBoundingClientRect()])) : 0;
      if (Math.abs(off) > 4) wrong.add(`off the middle, by ${off}: ${what}`);
    }
  }
  // Cards that lie side by side
  const apart = [...document.querySelectorAll(".spread .table, .hand:not(.held) .card")].filter(seen);
  apart.forEach((one, n) => {
    for (const other of apart.slice(n + 1))
      if (meet(one.getBoundingClientRect(), other.getBoundingClientRect(), 3))
        wrong.add(`card on card: ${name(one)}, ${name(other)}`);
  });
  return [...wrong];
}"""

TEXTS = r"""() => {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  sheet.replaceSync("* { -webkit-text-fill-color: transparent !important; text-decoration: none !important; " +
    "text-shadow: none !important; animation: none !important; transition: none !important } " +
    ".act, .moved, .controls { position: static !important }");
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holds = node.parentElement;
    if (!node.data.trim() ||
      holds.closest("svg, .sr, script, style, option, noscript, [disabled], .off, [aria-hidden=true]") ||
      !holds.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const [box] = [...range.getClientRects()].filter((box) => box.width > 3 && box.height > 3),
      look = getComputedStyle(holds);
    let cut = !box;
    for (let up = holds; up; up = up.parentElement) cut ||= getComputedStyle(up).clipPath !== "none";
    if (cut) continue;
    const size = parseFloat(look.fontSize), big = size >= 24 || (size >= 18.6 && look.fontWeight >= 700);
    found.push({ said: node.data.trim().slice(0, 50), color: look.color, needs: big ? 3 : 4.5,
      left: box.left + scrollX, top: box.top + scrollY, width: box.width, height: box.height });
  }
  return found;
}"""
CONTRASTS = r"""async ([picture, texts]) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const sheet = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  sheet.drawImage(image, 0, 0);
  const light = (part) => ((part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const bright = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  const poor = new Set();
  for (const one of texts) {
    const [x, y, width, height] = [one.left, one.top, one.width, one.height].map(Math.round);
    if (x < 0 || y < 0 || x + width > image.width || y + height > image.height || width < 1 || height < 1) continue;
    const parts = sheet.getImageData(x, y, width, height).data, mean = [0, 0, 0];
    for (let at = 0; at < parts.length; at += 4)
      for (const part of [0, 1, 2]) mean[part] += parts[at + part] / (parts.length / 4);
    const [red, green, blue, alpha = 1] = one.color.match(/[\d.]+/g).map(Number);
    const ink = [red, green, blue].map((part, n) => part * alpha + mean[n] * (1 - alpha));
    const [low, high] = [bright(ink), bright(mean)].sort((a, b) => a - b), ratio = (high + 0.05) / (low + 0.05);
    if (ratio < one.needs - 0.1) poor.add(`hard to read, ${ratio.toFixed(1)}: ${one.said}`);
  }
  return [...poor];
}"""


def wrong(page: Page, width: int, height: int) -> list[str]:
    """What is wrong with a page at this size."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(requestAnimationFrame)")  # what a wide window unfolds is unfolded by then
    return list(page.evaluate(WRONG))


def hard_to_read(page: Page) -> list[str]:
    """Texts that do not stand out from the picture of what lies behind them. The page is of no use afterwards."""
    width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
    page.set_viewport_size({"width": width, "height": 2 * height})  # a picture of the whole page would make it higher
    texts = page.evaluate(TEXTS)
    picture = base64.b64encode(page.screenshot(scale="css")).decode()
    return list(page.evaluate(CONTRASTS, [picture, texts]))
