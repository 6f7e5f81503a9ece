// The page of a table keeps itself fresh, and tells what has changed. Every page works without this.
(() => {
  const main = document.querySelector("main");
  const { touched } = answering;

  // Beside the table there is room for what a phone folds away.
  if (matchMedia("(min-width:900px)").matches)
    document.querySelectorAll("details.wide").forEach((fold) => {
      fold.open = true;
    });

  if (!main.dataset.pulse) return;

  // The table has moved on since this reader last saw it: what opened turns over.
  const { pathname } = location;
  const seen = Number(sessionStorage.getItem(pathname) ?? main.dataset.ply);
  if (Number(main.dataset.ply) > seen) {
    main.classList.add("opened");
    setTimeout(() => {
      document.getElementById("news").textContent = news();
    }, 300);
  }
  sessionStorage.setItem(pathname, main.dataset.ply);

  // The change, in a sentence for screen readers: the card that fell last, or who took the trick, and what is asked.
  function news() {
    const fallen = [...document.querySelectorAll(".trick [role=row]")].pop();
    const card =
      fallen && `${fallen.querySelector("[role=rowheader]").textContent} ${fallen.querySelector("svg").ariaLabel}`;
    const taken = !fallen && document.querySelector(".last > span")?.textContent;
    return [card, taken, document.querySelector(".ask")?.textContent].filter(Boolean).join(". ");
  }

  // While the page is looked at, it asks now and then whether the table moved on. Half-chosen answers are not lost.
  let latest = main.dataset.pulse;
  let asking = false;
  const writing = () =>
    document.activeElement?.matches("input:not([type=radio],[type=checkbox]),select,textarea") &&
    document.activeElement.value;
  async function ask() {
    if (document.hidden || asking) return;
    asking = true;
    const answer = await fetch(`${pathname}/pulse`, {
      headers: { "If-None-Match": `"${latest}"` },
      cache: "no-store",
    }).catch(() => null);
    asking = false;
    if (!answer || ![200, 304].includes(answer.status)) return;
    if (answer.status === 200) latest = (answer.headers.get("ETag") || "").replace(/^W\/|"/g, "") || latest;
    if (latest === main.dataset.pulse) return;
    if (!touched() && !marking.marked() && !writing()) return void location.replace(pathname);
    if (latest.split(".")[0] !== main.dataset.ply) offer();
  }

  function offer() {
    if (document.querySelector(".moved")) return;
    const bar = document.createElement("div");
    const show = document.createElement("button");
    bar.className = "moved";
    bar.setAttribute("role", "status");
    bar.append("The table moved on. ", show);
    show.textContent = "Show it";
    show.onclick = () => location.replace(pathname);
    main.append(bar);
  }

  setInterval(ask, Number(main.dataset.follows) || 20000); // sooner where people or a house player soon answer
  addEventListener("visibilitychange", ask);
})();
