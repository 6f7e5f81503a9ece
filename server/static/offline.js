// "My matches" leaves names and deadlines in this browser; the page without a network shows them, and nothing else.
(() => {
  const KEPT = "poste.deadlines";
  const tables = [...document.querySelectorAll("[data-deadline]")];
  const list = document.querySelector("[data-kept]");
  try {
    if (document.querySelector("[data-deadlines]")) {
      const seen = tables.map((table) => ({ name: table.dataset.table, closes: table.dataset.deadline }));
      localStorage.setItem(KEPT, JSON.stringify(seen));
    }
    if (!list) return;
    const still = JSON.parse(localStorage.getItem(KEPT) || "[]").filter((table) => new Date(table.closes) > new Date());
    for (const table of still) {
      const entry = document.createElement("li");
      entry.textContent = `${table.name}: until ${times.told(new Date(table.closes))}`;
      list.querySelector("ul").append(entry);
    }
    list.hidden = !still.length;
  } catch {
    /* a browser that keeps nothing shows nothing */
  }
})();
