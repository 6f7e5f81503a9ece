// A page that renews itself in place. What a script makes of the page it makes in `live.prepare`: at load, and again of
// each page that takes its place. Every page works without this.
globalThis.live = (() => {
  const parts = [];
  let present = new AbortController();

  // A part gets a signal that ends with the page that is there now, for what it listens to outside of it.
  function prepare(part) {
    parts.push(part);
    part(present.signal);
  }

  // One voice for screen readers, which outlives every renewal.
  function say(text) {
    document.getElementById("news").textContent = text;
  }

  // What a part of the page says aloud: cards by their names, and not by their signs.
  function aloud(part) {
    const copy = part.cloneNode(true);
    for (const card of copy.querySelectorAll("[role=img][aria-label]")) card.replaceWith(card.ariaLabel);
    for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
    return copy.textContent.trim().replace(/\s+/g, " ");
  }

  // A browser may keep nothing, and say so by failing.
  function kept(storage, key) {
    try {
      return globalThis[storage].getItem(key);
    } catch {
      return null;
    }
  }
  function keep(storage, key, value) {
    try {
      globalThis[storage].setItem(key, value);
    } catch {
      /* full, or not allowed */
    }
  }

  let pressed = false;
  addEventListener("pointerdown", () => (pressed = true), true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => (pressed = false), true);

  // The same thing on the page of before and on the one of now: what it is, and what stands on it but for numbers.
  const nameOf = (one) =>
    [
      one.tagName,
      one.id,
      one.name,
      one.type === "radio" || one.type === "checkbox" ? one.value : "",
      one.ariaLabel || one.textContent.replace(/\d+/g, "").trim(),
    ].join(" ");
  const sameAs = (one, page) => [...page.querySelectorAll(one.tagName)].find((other) => nameOf(other) === nameOf(one));
  const changed = (field) =>
    field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.matches("input,textarea") && field.value !== field.defaultValue;
  const within = (form) => form.closest("details,section,fieldset")?.querySelector("summary,h2")?.textContent;
  const doing = (form) => `${form.elements.do?.value} ${within(form)}`;
  const used = (form) => [...form.elements].some((field) => changed(field) || field === document.activeElement);

  // Files that the page of before has in another version, or lacks.
  const files = (page) => [...page.querySelectorAll("head script[src], head link[rel=stylesheet]")];
  const path = (file) => (file.getAttribute("src") || file.getAttribute("href")).split("?")[0];
  const address = (file) => file.getAttribute("src") || file.getAttribute("href");
  const loaded = () => new Map(files(document).map((file) => [path(file), address(file)]));
  function load(file) {
    const copy = document.createElement(file.tagName);
    for (const { name, value } of file.attributes) copy.setAttribute(name, value);
    copy.async = false;
    document.head.append(copy);
  }

  // Put the page of now in place of the one of before: "done"; "busy" while something on it is used; "newer" where its
  // files are others; "away" where it cannot be had. What is written, open, focused or scrolled to stays.
  async function renew(busy) {
    const { pathname, search } = location;
    const answer = await fetch(pathname + search, { headers: { Accept: "text/html" }, cache: "no-store" }).catch(
      () => null,
    );
    if (answer?.status !== 200 || answer.redirected) return "away";
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("main[data-pulse]")) return "away";
    const known = loaded();
    if (files(page).some((file) => known.has(path(file)) && known.get(path(file)) !== address(file))) return "newer";
    if (pressed || busy()) return "busy";

    const { activeElement: focused } = document;
    const top = scrollY;
    const height = focused.getBoundingClientRect().top;
    for (const fold of document.querySelectorAll("details[open] > summary"))
      sameAs(fold, page)?.parentElement.setAttribute("open", "");
    for (const form of document.querySelectorAll("form:not(.answer)")) {
      const other = [...page.forms].find((one) => doing(one) === doing(form));
      if (other && used(form)) other.replaceWith(form);
    }
    const line = document.querySelector("form.answer input[name=say]")?.value;
    const other = page.querySelector("form.answer input[name=say]");
    if (line && other) {
      other.value = line;
      other.closest("details").open = true;
    }
    files(page)
      .filter((file) => !known.has(path(file)))
      .forEach(load);
    const news = document.getElementById("news");
    page.getElementById("news").remove();
    present.abort();
    present = new AbortController();
    document.title = page.title;
    [...document.body.children].filter((one) => one !== news).forEach((one) => one.remove());
    news.before(...page.body.children);
    parts.forEach((part) => part(present.signal));
    const there = focused === document.body || focused.isConnected ? focused : sameAs(focused, document);
    there?.focus({ preventScroll: true });
    scrollTo({ top, behavior: "instant" });
    if (there && there !== document.body)
      scrollBy({ top: there.getBoundingClientRect().top - height, behavior: "instant" });
    return "done";
  }

  // By how many steps a key moves a slider of steps; nothing for any other key.
  const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  const slides = ({ key, ctrlKey, metaKey, altKey }) => (ctrlKey || metaKey || altKey ? 0 : ARROWS[key]);

  return { prepare, say, aloud, kept, keep, renew, slides };
})();
