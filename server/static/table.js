// The page of a table keeps itself fresh, and tells what has changed. Every page works without this.
live.prepare((signal) => {
  const main = document.querySelector("main");
  const { touched } = answering;

  // Beside the table there is room for what a phone folds away.
  const wide = matchMedia("(width >= max(900px, 56.25em))");
  const unfold = () =>
    document.querySelectorAll("details.wide").forEach((fold) => {
      fold.open ||= wide.matches;
    });
  wide.addEventListener("change", unfold, { signal });
  unfold();

  if (!main.dataset.pulse) return;

  // What has happened since this tab last told, or else since this seat last answered, is told; what opened turns over.
  const { pathname } = location;
  const { ply } = main.dataset;
  const since = document.querySelector("details.since");
  const seen = Number(live.kept("sessionStorage", pathname) ?? (since ? since.dataset.first - 1 : ply));
  const done = live.kept("sessionStorage", `done ${pathname}`);
  live.keep("sessionStorage", pathname, ply);
  live.keep("sessionStorage", `done ${pathname}`, "");
  if (Number(ply) > seen) main.classList.add("opened");
  const shown = document.getElementById("shown");
  const told = shown ? [live.aloud(shown)] : document.querySelector(".refused") ? [] : [receipt(), news()];
  const spoken = told.filter(Boolean).join(" ");
  if (shown) answering.form.elements.typed.focus();
  if (spoken) setTimeout(() => live.say(spoken), 300);
  else live.say("");

  // What one did here is confirmed on the page that comes of it: an answer by what was sealed or has opened.
  document.addEventListener(
    "submit",
    ({ target, submitter }) => {
      const word = submitter?.ariaLabel || submitter?.textContent.trim();
      if (target.method === "post" && word)
        live.keep("sessionStorage", `done ${pathname}`, target.matches(".answer") ? "sealed" : `Done: ${word}.`);
    },
    { signal },
  );
  function receipt() {
    if (done !== "sealed") return done;
    const mine = document.querySelector(".mine p");
    return mine && Number(ply) === seen ? live.aloud(mine) : "";
  }

  // What happened, in sentences, two tricks of it at most, and what is asked.
  function news() {
    if (Number(ply) <= seen) return "";
    const round = document.querySelectorAll(".sitting li").length || 4;
    const told = [...document.querySelectorAll("#told li, .since li")].filter(
      (line) => Number(line.dataset.ply) > seen,
    );
    const last = told.slice(-2 * round).map(live.aloud);
    const before = Number(ply) - seen - last.length;
    const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"} before: look back.`;
    const more =
      before >= round ? many(Math.round(before / round), main.dataset.inner) : before > 0 ? many(before, "step") : "";
    const asked = document.querySelector(".result, .ask");
    return [more, ...last, asked && live.aloud(asked)].filter(Boolean).join(" ");
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
