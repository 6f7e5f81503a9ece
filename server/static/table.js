// The page of a table keeps itself fresh, and tells what has changed. Every page works without this.
live.prepare((signal) => {
  const main = document.querySelector("main");
  const { touched } = answering;
  const MOST = 8; // steps that are told at once: two tricks of four

  // Beside the table there is room for what a phone folds away.
  if (matchMedia("(min-width:900px)").matches)
    document.querySelectorAll("details.wide").forEach((fold) => {
      fold.open = true;
    });

  if (!main.dataset.pulse) return;

  // The table has moved on since this reader last saw it: what opened turns over, and is told.
  const { pathname } = location;
  const { ply } = main.dataset;
  const seen = Number(live.kept("sessionStorage", pathname) ?? ply);
  live.keep("sessionStorage", pathname, ply);
  if (Number(ply) > seen) {
    main.classList.add("opened");
    setTimeout(() => live.say(news()), 300);
  } else live.say("");

  // What happened, in sentences, two tricks of it at most, and what is asked.
  function news() {
    const told = [...document.querySelectorAll(".since li")].filter((line) => Number(line.dataset.ply) >= seen);
    const last = told.slice(-MOST).map((line) => line.textContent.trim());
    const more = told.length > MOST ? `${told.length - MOST} steps before that: look back.` : "";
    return [more, ...last, document.querySelector(".ask, .idle, .result")?.textContent].filter(Boolean).join(" ");
  }

  // While the page is looked at, it asks now and then whether the table moved on, and renews itself in place.
  // An answer that is being chosen stays, with what it answers, and so does an earlier trick that is looked at.
  let latest = main.dataset.pulse;
  let asking = false;
  const answers = () =>
    touched() || marking.marked() || answering.form?.contains(document.activeElement) || main.matches(".looking");
  async function ask() {
    if (document.hidden || asking) return;
    asking = true;
    const answer = await fetch(`${pathname}/pulse`, {
      headers: { "If-None-Match": `"${latest}"` },
      cache: "no-store",
    }).catch(() => null);
    if (answer?.status === 200) latest = (answer.headers.get("ETag") || "").replace(/^W\/|"/g, "") || latest;
    if (latest !== main.dataset.pulse && !signal.aborted) await renew();
    asking = false;
  }

  async function renew(busy = answers) {
    const done = busy() ? "busy" : await live.renew(busy);
    if (done === "away") offer("The table cannot be fetched just now. ", "Try again");
    else if (done === "newer") offer("This page has been improved. ", "Load it");
    else if (done === "busy" && latest.split(".")[0] !== ply) offer("The table moved on. ", "Show it");
    return done;
  }

  function offer(text, way) {
    if (document.querySelector(".moved")) return;
    const bar = document.createElement("div");
    const show = document.createElement("button");
    bar.className = "moved";
    bar.append(text, show);
    show.textContent = way;
    show.onclick = async () => {
      bar.remove();
      if ((await renew(() => false)) === "newer") location.replace(pathname);
    };
    main.append(bar);
    live.say(text);
  }

  const often = setInterval(ask, Number(main.dataset.follows) || 20000); // sooner where people or a house player soon answer
  signal.addEventListener("abort", () => clearInterval(often));
  addEventListener("visibilitychange", ask, { signal });
});
