// In a browser that has opened its player's Home, a seat's page leads to the next table that waits, and on a wide screen
// all tables of that player stand beside this one, until it is told to forget them.
live.prepare(async () => {
  const beside = document.querySelector(".besides");
  const home = live.kept("localStorage", "home");
  if (!beside || !home) return;
  const body = new URLSearchParams({ home });
  const answer = await fetch(`${location.pathname}/next`, { method: "POST", body, cache: "no-store" }).catch(
    () => null,
  );
  if (!answer || answer.status !== 200) return;
  const { home: mine, tables, running } = await answer.json();
  if (!mine) return;
  const [next] = tables;
  const make = (tag, more, ...inner) => {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...inner);
    return made;
  };
  const link = (href, text, name) => make("a", { href, className: name }, text);
  const way = next ? link(next.link, `Next table (${tables.length})`, "button onto") : null;
  if (way)
    way.setAttribute(
      "aria-label",
      `Next table, ${next.game} with ${next.others.join(", ")}; ${tables.length} ${tables.length > 1 ? "wait" : "waits"}`,
    );
  const asks = document.querySelector("form.answer, form.invitation"),
    bar = (asks || document).querySelector(".board .act");
  const waits = asks && !(bar && bar.querySelector("[data-instead]"));
  const forget = make("button", { type: "button", className: "forget" }, "Forget my tables here");
  const all = make(
    "nav",
    { className: "my-tables", ariaLabel: "My tables" },
    list(tables),
    list(running, "The others think"),
  );
  const ways = [waits && way, link(mine, "My tables", "button"), forget].filter(Boolean);
  const there = make("div", { className: "next-table" }, ...ways);
  forget.onclick = () => {
    live.keep("localStorage", "home", "");
    for (const one of [all, there, way]) one?.remove();
  };
  beside.prepend(all, there);
  times.tell(all);

  function list(those, title) {
    if (!those.length) return "";
    const rows = those.map(({ link: href, game, others, says, closes }) =>
      make(
        "li",
        {},
        make(
          "a",
          { href },
          make("b", {}, game),
          closes ? make("time", { dateTime: closes[0] }, closes[1]) : "",
          make("small", {}, `with ${others.join(", ")}: ${says}`),
        ),
      ),
    );
    return make("section", {}, title ? make("h2", { className: "label" }, title) : "", make("ul", {}, ...rows));
  }

  if (!way || waits) return;
  way.className = "button onward"; // nothing is asked here any more: on the first screen
  way.classList.toggle("main", asks || !bar?.querySelector(".main"));
  if (bar) bar.append(way);
  else document.querySelector(".board").append(make("div", { className: "act" }, way));
});
