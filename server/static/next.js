// In a browser that has opened its player's Home, a seat's page leads to the next table that waits.
live.prepare(async () => {
  const place = document.querySelector(".next-table");
  const home = live.kept("localStorage", "home");
  if (!place || !home) return;
  const body = new URLSearchParams({ home });
  const answer = await fetch(`${location.pathname}/next`, { method: "POST", body, cache: "no-store" }).catch(
    () => null,
  );
  if (!answer || answer.status !== 200) return;
  const { home: mine, tables } = await answer.json();
  if (!mine) return;
  const [next] = tables;
  const link = (href, text, name) =>
    Object.assign(document.createElement("a"), { href, textContent: text, className: name });
  const way = next ? link(next.link, `Next table (${tables.length})`, "button") : null;
  if (way)
    way.setAttribute(
      "aria-label",
      `Next table, ${next.game} with ${next.others.join(", ")}; ${tables.length} ${tables.length > 1 ? "wait" : "waits"}`,
    );
  const asks = document.querySelector("form.answer"),
    bar = asks && asks.querySelector(".act");
  const waits = asks && !(bar && bar.querySelector(".main.quiet"));
  place.replaceChildren(...[waits && way, link(mine, "My tables", "button")].filter(Boolean));
  if (!way || waits) return;
  way.className = "button main onward"; // nothing is asked here any more: on the first screen
  const there =
    bar ||
    document.querySelector(".board").appendChild(Object.assign(document.createElement("div"), { className: "act" }));
  there.append(way);
});
