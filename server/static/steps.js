// Looking back on a seat's page: the table of an earlier step takes the place of the present one, a trick, a step or a deal
// at a time; and what is new plays forward once. Nothing on the page is lost meanwhile. Without this, the replay is a page.
live.prepare((signal) => {
  const main = document.querySelector("main[data-pulse]");
  const desk = main?.querySelector(".desk");
  if (!desk || main.dataset.ply === "0") return; // before the first step there is nothing to look back at
  const { pathname } = location;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const present = Number(main.dataset.ply);
  const since = main.querySelector("details.since");
  const BEAT = 750; // milliseconds a step, when it plays forward
  const MOST = 40; // steps that are played forward at most

  const fetched = new Map();
  function load(ply) {
    if (!fetched.has(ply))
      fetched.set(
        ply,
        fetch(`${pathname}/replay?ply=${ply}&part=ply`)
          .then((answer) => {
            if (!answer.ok) throw new Error(answer.status);
            return answer.text();
          })
          .then((text) => new DOMParser().parseFromString(text, "text/html").getElementById("ply")),
      );
    return fetched.get(ply);
  }

  // The table of another step lies where the present one lay, and below it how to go on.
  let shown = null;
  const voice = main.querySelector(".asking, .ask") || desk; // what is told of a step stands where the table asks
  const height = voice === desk ? 0 : voice.offsetHeight;
  const told = Object.assign(document.createElement("p"), { className: "told" });
  const nav = Object.assign(document.createElement("div"), {
    className: "look",
    role: "toolbar",
    ariaLabel: "Look back",
  });
  const { inner } = main.dataset; // what the match is made of: tricks, rounds
  const button = (textContent, ariaLabel, key) =>
    Object.assign(document.createElement("button"), {
      type: "button",
      textContent,
      ariaLabel,
      onclick: () => {
        stop();
        step(key);
      },
    });
  const back = button(`‹ ${inner}`, `To the ${inner} before`, "markBack");
  const here = button("now", "Back to the present", "now");
  const slide = Object.assign(document.createElement("div"), { className: "slide" });
  const slider = Object.assign(document.createElement("input"), {
    type: "range",
    max: present,
    value: present,
    ariaLabel: "Steps",
    ariaValueText: "now",
  });
  slide.append(slider);
  nav.append(back, slide, here);
  for (const kind of ["input", "change"]) nav.addEventListener(kind, (event) => event.stopPropagation());

  // The slider is of one deal or round, whose steps are known as soon as somebody reaches for it.
  const reach = () => load(present).then(scale, () => null);
  for (const kind of ["pointerenter", "focusin"]) nav.addEventListener(kind, reach, { once: true });
  function scale(step) {
    const other = step.querySelector(".slide input");
    if (slider.matches(":active") || (aim !== null && aim !== Number(other.value))) return; // it stands elsewhere by now
    for (const name of ["min", "max", "value"]) slider[name] = other[name];
    slide.querySelector("svg")?.remove();
    slide.prepend(step.querySelector(".slide svg").cloneNode(true));
  }

  // One step at a time; of those that the slider has passed meanwhile only the latest counts. Its arrows lead on into
  // the deal or round before and after.
  let aim = null;
  async function slideTo(ply) {
    stop();
    taps = [];
    const busy = aim !== null;
    aim = ply;
    while (!busy && aim !== null) {
      const next = aim;
      await show(next);
      if (aim === next) aim = null;
    }
  }
  slider.addEventListener("input", () => slideTo(Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    const by = live.slides(event);
    if (!by) return;
    event.preventDefault();
    const next = Math.min(Math.max((aim ?? Number(slider.value)) + by, 0), present);
    slider.value = next;
    slideTo(next);
  });
  const wide = matchMedia("(width >= max(1280px, 80em))"); // beside the heading, so that the desk has the height
  const place = () => (wide.matches ? main.querySelector(".where").append(nav) : desk.after(nav));
  wide.addEventListener("change", place, { signal });
  place();

  let wanted = present;
  async function show(ply) {
    wanted = ply;
    if (ply >= present) return now();
    const step = await load(ply).catch(() => null);
    if (wanted !== ply) return;
    const lies = step?.querySelector(".desk");
    if (!lies) return void location.assign(`${pathname}/replay?ply=${ply}`);
    const fresh = lies.cloneNode(true);
    fresh.style.minHeight = `${(shown || desk).offsetHeight}px`;
    fresh.classList.add("earlier");
    const forward = playing !== null; // what plays forward is seen; what is heard is the present
    for (const part of [fresh, told]) part.ariaHidden = forward ? "true" : null;
    told.replaceChildren(...[...step.querySelector(".told").childNodes].map((node) => node.cloneNode(true)));
    (shown || desk).before(fresh);
    shown?.remove();
    shown = fresh;
    desk.classList.toggle("unseen", forward);
    voice.classList.toggle("unseen", forward);
    desk.hidden = voice.hidden = !forward;
    Object.assign(told.style, { minHeight: `${height}px`, maxHeight: forward ? `${height}px` : "" }); // nothing moves
    voice.after(told);
    if (playing === null) {
      main.classList.add("looking");
      live.say(live.aloud(told));
    }
    scale(step);
    slider.ariaValueText = step.querySelector(".slide input").getAttribute("aria-valuetext");
    state(step.dataset);
  }

  function now() {
    const within = nav.contains(document.activeElement);
    wanted = present;
    taps = [];
    shown?.remove();
    shown = null;
    told.remove();
    desk.hidden = voice.hidden = false;
    desk.classList.remove("unseen");
    voice.classList.remove("unseen");
    main.classList.remove("looking");
    if (fetched.has(present)) reach();
    else Object.assign(slider, { max: present, value: present });
    slider.ariaValueText = "now";
    state(null);
    if (within && !nav.checkVisibility()) desk.querySelector("a[data-look]")?.focus(); // on a phone the way back hides
  }

  let at = null;
  function state(data) {
    at = data;
    here.disabled = !data;
    back.disabled = data?.ply === "0";
    const news = since ? [since.firstElementChild] : [];
    const looks = [...news, ...desk.querySelectorAll(".term, a[data-look]"), slider];
    const first = data ? here : looks[0];
    for (const stop of [...looks, back, here]) stop.tabIndex = stop === first ? 0 : -1;
  }

  // Each tap goes on from where the one before it leads, though that is still on its way; the present forgets them all.
  let taps = [];
  async function step(key) {
    if (key === "now") return now();
    if (taps.push(key) > 1) return;
    const mine = taps;
    for (const tap of mine) {
      const data = tap === "first" ? { first: 0 } : at || (await load(present).catch(() => null))?.dataset;
      if (mine !== taps) return;
      const ply = data?.[tap];
      if (ply !== undefined && ply !== "None") await show(Number(ply));
    }
    if (mine === taps) taps = [];
  }

  // What is new plays forward once on this device, until it is through or anything is touched.
  let playing = null;
  function stop() {
    clearTimeout(playing);
    playing = null;
    if (since) since.classList.remove("playing");
  }
  signal.addEventListener("abort", stop);
  async function forward(ply) {
    if (ply >= present) {
      stop();
      return now();
    }
    load(ply + 1).catch(() => null);
    await show(ply);
    if (playing !== null) playing = setTimeout(() => forward(ply + 1), BEAT);
  }
  function skip(event) {
    if (playing === null || event.target.closest?.(".look")) return;
    if (event.target.closest?.(".since summary")) event.preventDefault();
    stop();
    now();
  }
  state(null);
  if (since) {
    const key = `played ${pathname}`;
    const seen = Math.max(Number(since.dataset.first) - 1, Number(live.kept("localStorage", key) || 0), present - MOST);
    live.keep("localStorage", key, present);
    if (seen < present && !still.matches && !main.querySelector(".refused")) {
      since.classList.add("playing");
      playing = 0;
      forward(seen);
      for (const kind of ["click", "keydown"]) addEventListener(kind, skip, { signal });
    }
  }

  document.querySelectorAll("a[data-look]").forEach((link) =>
    link.addEventListener("click", (event) => {
      event.preventDefault();
      step(link.dataset.look).then(() => link.matches(":focus, [hidden] *") && here.focus());
    }),
  );
  const KEYS = { ",": "markBack", ".": "markOn", "<": "first", ">": "now" };
  addEventListener(
    "keydown",
    (event) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.target.closest?.("input:not([type=radio],[type=checkbox],[type=range]),select,textarea,dialog")
      )
        return;
      if (event.key === "Escape" && shown) {
        stop();
        return now();
      }
      if (event.key in KEYS && event.target.closest?.("form.answer, .desk, .look")) {
        stop();
        step(KEYS[event.key]);
      }
    },
    { signal },
  );
});
