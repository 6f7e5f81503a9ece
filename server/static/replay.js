// The replay works without this, as pages. With it a step changes the table in place, keys step, and it plays forward.
(() => {
  const main = document.querySelector("main.replay");
  const plies = document.getElementById("ply");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const BEAT = 1100;
  main.classList.add("live");

  // One request at a time; of those wanted meanwhile only the latest counts.
  let wanted = null;
  let busy = false;
  let aim = null; // the latest, until it is there
  async function go(ply) {
    wanted = aim = ply;
    if (busy) return;
    busy = true;
    try {
      while (wanted !== null) {
        const next = wanted;
        wanted = null;
        const answer = await fetch(`?ply=${next}&part=ply`, { cache: "no-store" });
        if (!answer.ok) throw new Error(answer.status);
        if (wanted === null)
          show(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("ply"));
      }
    } catch {
      location.assign(`?ply=${wanted ?? ply}`);
    } finally {
      busy = false;
      aim = null;
    }
  }

  const showPart = () =>
    plies.querySelector(".parts [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showPart();

  let held = false; // the slider, by a finger
  function show(fresh) {
    const focused = document.activeElement?.dataset?.key;
    const open = new Set([...plies.querySelectorAll("details[open]>summary")].map((summary) => summary.textContent));
    for (const part of plies.querySelectorAll("[data-part]")) {
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (held && part.dataset.part === "slide") continue;
      if (other && part.innerHTML !== other.innerHTML) part.innerHTML = other.innerHTML;
      if (other?.ariaLabel) part.ariaLabel = other.ariaLabel;
    }
    for (const name of fresh.getAttributeNames()) plies.setAttribute(name, fresh.getAttribute(name));
    plies.querySelectorAll("summary").forEach((summary) => {
      if (open.has(summary.textContent)) summary.parentElement.open = true;
    });
    if (focused) plies.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
    showPart();
    history.replaceState(null, "", `?ply=${plies.dataset.ply}`);
    if (!playing) live.say(live.aloud(plies.querySelector(".told")));
    playButton();
    if (playing) beat();
  }

  // Playing forward, a step a beat, until now or until somebody touches anything.
  let playing = false;
  let timer = 0;
  function beat() {
    clearTimeout(timer);
    if (to("on") === null) return stop();
    timer = setTimeout(() => {
      if (playing) go(to("on"));
    }, BEAT);
  }
  function play() {
    playing = true;
    playButton();
    if (to("on") === null) go(plies.dataset.first);
    else beat();
  }
  function stop() {
    playing = false;
    clearTimeout(timer);
    playButton();
  }
  function playButton() {
    const button = plies.querySelector(".play");
    button.textContent = playing ? "❚❚" : "▶";
    button.ariaLabel = playing ? "Pause" : "Play forward";
  }

  const to = (key) => {
    const ply = plies.dataset[key];
    return ply === undefined || ply === "None" ? null : ply;
  };
  function step(key) {
    stop();
    const ply = to(key);
    if (ply !== null && ply !== plies.dataset.ply) go(ply);
  }

  plies.addEventListener("click", (event) => {
    if (event.target.closest(".play")) return void (playing ? stop() : play());
    const link = event.target.closest("a[href^='?ply=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(new URLSearchParams(link.search).get("ply"));
  });
  plies.addEventListener("input", (event) => {
    if (event.target.type === "range") {
      stop();
      go(event.target.value);
    }
  });
  plies.addEventListener("pointerdown", (event) => {
    if (event.target.type === "range") held = true;
  });
  addEventListener("pointerup", () => {
    held = false;
  });
  addEventListener("pointercancel", () => {
    held = false;
  });
  plies.addEventListener("submit", (event) => {
    if (event.target.matches(".slide")) event.preventDefault();
  });

  const KEYS = {
    ArrowLeft: "back",
    ArrowRight: "on",
    ",": "markBack",
    ".": "markOn",
    "<": "partBack",
    ">": "partOn",
    Home: "first",
    End: "last",
  };
  // The slider is of one deal or round, but its arrows lead on into the one before and after.
  plies.addEventListener("keydown", (event) => {
    const by = event.target.type === "range" && live.slides(event);
    if (!by) return;
    event.preventDefault();
    stop();
    const { first, last } = plies.dataset;
    const next = Math.min(Math.max(Number(aim ?? event.target.value) + by, Number(first)), Number(last));
    event.target.value = next;
    if (String(next) !== plies.dataset.ply || aim !== null) go(next);
  });
  addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.closest("input:not([type=range]),textarea,select")
    )
      return;
    const onSlider = event.target.type === "range";
    if (event.key.length === 1 && !event.target.closest("#ply")) return;
    if (event.key === " " && !event.target.closest("a,button,summary")) {
      event.preventDefault();
      return void (playing ? stop() : play());
    }
    if (!(event.key in KEYS) || (onSlider && event.key.length > 1)) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });

  if ("play" in main.dataset && !still.matches) play();
})();
