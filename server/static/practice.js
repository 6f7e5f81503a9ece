// Practice: this browser remembers which games it has begun and how the house played, and the page of practice shows it.
live.prepare(() => {
  const KEY = "practices",
    MOST = 10;
  const read = () => {
    try {
      return (JSON.parse(live.kept("localStorage", KEY)) || []).filter((one) => Date.parse(one.until) > Date.now());
    } catch {
      return [];
    }
  };
  const write = (all) => live.keep("localStorage", KEY, JSON.stringify(all.slice(0, MOST)));
  const { practice, until, over } = document.querySelector("main").dataset;
  if (practice) {
    const others = read().filter((one) => one.path !== location.pathname);
    write(over === undefined ? [{ path: location.pathname, game: practice, until }, ...others] : others);
  }
  const house = document.getElementById("house");
  const usual = house?.querySelector(`[value="${live.kept("localStorage", "house")}"]`);
  if (usual) usual.checked = true;
  house?.addEventListener("change", ({ target }) => live.keep("localStorage", "house", target.value));
  const list = document.getElementById("practices"),
    kept = read();
  if (!list || !kept.length) return;
  for (const one of kept) {
    const item = document.createElement("li"),
      link = document.createElement("a");
    link.href = new URL(one.path, location.origin).pathname;
    link.textContent = `${one.game}, kept until ${times.told(new Date(one.until))}`;
    item.append(link);
    list.querySelector("ul").append(item);
  }
  list.hidden = false;
});
