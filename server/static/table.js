// The pages work without this. With it the button says what it will do, and the table keeps itself fresh.
(() => {
  const main = document.querySelector("main");
  const form = document.querySelector("form.answer");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("input[name=zone]").forEach((field) => {
    field.value = zone || "";
  });

  // Where the reader's zone is not known yet, times are shown in the browser's, and an answer tells which that is.
  const UTC = /\w{3} \d+ \w{3}, \d\d:\d\d UTC/;
  function local(moment) {
    const parts = new Intl.DateTimeFormat("en-US", {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(moment);
    const { weekday, day, month, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
    return `${weekday} ${day} ${month}, ${hour}:${minute} ${zone.split("/").pop().replaceAll("_", " ")} time`;
  }
  function soon(moment) {
    const days = Math.round((new Date(moment).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 864e5);
    const [day, month, weekday] = [{ day: "numeric" }, { month: "short" }, { weekday: "short" }].map((one) =>
      moment.toLocaleDateString("en-US", one),
    );
    const hour = moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    return `${days === 0 ? "today" : days > 0 && days < 7 ? weekday : `${day} ${month}`} ${hour}`;
  }
  if (zone && !/^(Etc\/)?UTC$/.test(zone) && "zoneless" in main.dataset) {
    document.querySelectorAll("time[datetime]").forEach((time) => {
      time.textContent = time.textContent.replace(UTC, () => local(new Date(time.dateTime)));
    });
    document.querySelectorAll("time[data-short]").forEach((time) => {
      time.textContent = soon(new Date(time.dateTime));
    });
    document.querySelectorAll("[data-zone]").forEach((place) => {
      place.textContent = `${zone.split("/").pop().replaceAll("_", " ")} time`;
    });
    form?.append(Object.assign(document.createElement("input"), { type: "hidden", name: "zone", value: zone }));
  }

  // The button's words follow what is chosen: "Seal 7★ on your cloak".
  const button = form && form.querySelector("button[data-verb]");
  const unchosen = button && button.textContent;
  const inputs = form ? [...form.querySelectorAll("input[type=radio],input[type=checkbox]")] : [];
  const word = (input) =>
    input.dataset.word ?? input.nextElementSibling.ariaLabel ?? input.nextElementSibling.textContent;
  const chosen = (slot) => inputs.filter((input) => input.name === slot && input.checked).map(word);
  const touched = () =>
    inputs.some((input) => input.checked !== input.defaultChecked) ||
    form?.elements.typed?.value !== form?.elements.typed?.defaultValue;

  // A slot says how many it wants: "cards=6 slam=0".
  const slots = button
    ? button.dataset.slots
        .trim()
        .split(" ")
        .map((slot) => slot.split("="))
    : [];

  function say() {
    const idle = !touched() && "instead" in button.dataset;
    button.classList.toggle("quiet", idle);
    const missing = slots.find(([slot, least]) => least > 1 && chosen(slot).length && chosen(slot).length < least);
    button.classList.toggle("short", Boolean(missing) && !idle);
    button.textContent = idle ? unchosen : words(missing);
    trays.forEach(fill);
  }

  function words(missing) {
    const { verb } = button.dataset;
    const instead = "instead" in button.dataset ? " instead" : "";
    const typed = form.elements.typed?.value.trim();
    if (typed) return `${verb} “${typed}”`;
    if (missing) return `${missing[1] - chosen(missing[0]).length} more to ${verb.toLowerCase()}`;
    const said = slots.map(([slot]) => chosen(slot));
    const what = said.flat().filter(Boolean).join(" ");
    const whole =
      what &&
      said.every(
        (slot, n) => slot.length || !inputs.some((input) => input.type === "radio" && input.name === slots[n][0]),
      );
    return whole ? `${verb} ${what}${instead}` : "instead" in button.dataset ? `${verb} something else` : unchosen;
  }

  // None and some are not chosen together. One more than a slot takes changes nothing, and the bar says so.
  function keepTo(input) {
    if (input.checked)
      inputs
        .filter(
          (other) =>
            other !== input &&
            (other.name === "none") !== (input.name === "none") &&
            [other.name, input.name].includes("none"),
        )
        .forEach((other) => {
          other.checked = false;
        });
    const most = Number(input.closest("[data-most]")?.dataset.most || 0);
    const same = inputs.filter((other) => other.name === input.name && other.checked);
    const over = input.type === "checkbox" && most && same.length > most;
    if (over) input.checked = false;
    form.querySelector(".act .warn")?.remove();
    if (over) warn(`${most} ${most > 1 ? "are" : "is"} chosen already: tap one of them to put it back.`);
  }

  function warn(text) {
    const line = document.createElement("p");
    line.className = "warn";
    line.setAttribute("role", "alert");
    line.textContent = text;
    button.parentElement.prepend(line);
  }

  // The tray on the desk shows the cards that are to be laid away, how many, and what they count.
  const trays = form ? [...form.querySelectorAll("[data-tray]")] : [];
  const PARTS = { "2 1": "½", "3 1": "⅓", "3 2": "⅔" };
  function fill(tray) {
    const { tray: slot, most, per, worth } = tray.dataset;
    const laid = inputs.filter((input) => input.name === slot && input.checked && input.value !== "none");
    const [count, sum] = tray.querySelectorAll("p > b, p > span");
    if (laid.length || touched()) count.textContent = `${laid.length} of ${most}`;
    const counts = new Map((worth || "").split(" ").map((one) => one.split("=")));
    const parts = laid.reduce((all, input) => all + Number(counts.get(input.value)), 0);
    sum.textContent =
      worth && laid.length
        ? `· they count ${Math.floor(parts / per) || (parts % per ? "" : 0)}${PARTS[`${per} ${parts % per}`] || ""}`
        : "";
    tray
      .querySelectorAll("div > span")
      .forEach((place, n) => place.replaceChildren(...(laid[n] ? [laid[n].nextElementSibling.cloneNode(true)] : [])));
  }

  // A letter links each choice by a fragment, "#choose-7-KH", which no server ever sees. The choice is marked but not made, and
  // the bar is its label instead of a button: a tap on either makes and seals it. Programs that look into mail open links and
  // press buttons, and no such press seals. A tap in the first moment, such as the second of a double click, only chooses.
  const FIRST_MOMENT = 700; // milliseconds
  const bar = Object.assign(document.createElement("label"), { className: "button main" });
  const hint = Object.assign(document.createElement("p"), {
    className: "hint marks told",
    textContent: "Chosen in your letter. One more tap seals it.",
  });
  let marked = null;
  let markedAt = 0;

  function mark() {
    const [fragment, ply] = decodeURIComponent(location.hash).match(/^#choose-(\d+)-.+/) || [];
    if (!fragment) return;
    if (ply !== main.dataset.ply) return void movedOn();
    const input = button && document.getElementById(fragment.slice(1))?.control;
    if (!input || input.checked) return;
    unmark();
    [marked, markedAt] = [input, performance.now()];
    input.id ||= "marked";
    input.closest("label").classList.add("marked");
    bar.htmlFor = input.id;
    bar.textContent = `${button.dataset.verb} ${word(input)}${"instead" in button.dataset ? " instead" : ""}`;
    button.hidden = true;
    button.after(bar);
    button.closest(".act").before(hint);
  }

  function unmark() {
    if (!marked) return;
    marked.closest("label").classList.remove("marked");
    marked = null;
    bar.remove();
    hint.remove();
    button.hidden = false;
    history.replaceState(null, "", location.pathname + location.search);
  }

  function sealMarked(event) {
    const tapped =
      marked &&
      event.isTrusted &&
      event.detail > 0 &&
      (event.target === marked || event.target.closest("label")?.control === marked);
    if (!tapped || performance.now() - markedAt < FIRST_MOMENT) return;
    const input = marked;
    unmark();
    input.checked = true;
    say();
    form.requestSubmit(button);
  }

  function movedOn() {
    const note = Object.assign(document.createElement("p"), {
      className: "note",
      textContent: `That letter was for an earlier turn. ${form ? "This is what is asked now." : "Nothing is asked of you now."}`,
    });
    note.setAttribute("role", "status");
    document.querySelector("header.where").after(note);
    history.replaceState(null, "", location.pathname + location.search);
  }

  if (button) {
    form.addEventListener("click", sealMarked);
    form.addEventListener("change", (event) => {
      unmark();
      keepTo(event.target);
      say();
    });
    form.addEventListener("input", say);
    form.addEventListener("submit", () => {
      setTimeout(() => {
        button.disabled = true;
      });
    });
    addEventListener("pageshow", () => {
      button.disabled = false;
      say();
    });
  }
  mark();
  addEventListener("hashchange", mark);

  // Keys: arrows go through the hand, digits choose, Enter answers, ? tells the keys.
  const KEYS = {
    "← →": "through the hand",
    "1 … 9, 0": "choose the first, second … tenth of what may be chosen",
    Enter: "answer with what is chosen",
    ", .": "a trick back, a trick on",
    "< >": "to the first card, to the present",
    "?": "these keys",
  };
  const elsewhere = (event) =>
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest?.("input:not([type=radio],[type=checkbox]),select,textarea,dialog,form:not(.answer)");
  const choosable = () => {
    const hand = inputs.filter((input) => input.closest(".hand"));
    return hand.length ? hand : inputs;
  };

  function walk(step, from) {
    const all = choosable();
    const at = all.indexOf(from);
    const next =
      at < 0
        ? all.find((input) => input.checked) || all[step > 0 ? 0 : all.length - 1]
        : all[(at + step + all.length) % all.length];
    next?.focus();
    return Boolean(next);
  }

  function tellKeys() {
    let keys = document.querySelector("dialog.keys");
    if (!keys) {
      keys = document.createElement("dialog");
      keys.className = "keys";
      keys.setAttribute("aria-label", "Keys");
      const list = document.createElement("dl");
      Object.entries(KEYS).forEach((pair) =>
        pair.forEach((text, n) => {
          list.append(Object.assign(document.createElement(n ? "dd" : "dt"), { textContent: text }));
        }),
      );
      const away = Object.assign(document.createElement("button"), {
        textContent: "Close",
        onclick: () => keys.close(),
      });
      keys.append(list, away);
      main.append(keys);
    }
    keys.showModal();
  }

  addEventListener("keydown", (event) => {
    if (elsewhere(event)) return;
    const { key, target } = event;
    const radio = target.type === "radio"; // the browser walks through a group of radio buttons itself
    if (key === "?") tellKeys();
    else if (/^\d$/.test(key)) choosable()[(Number(key) || 10) - 1]?.click();
    else if (key === "ArrowRight" || key === "ArrowLeft") {
      if (radio || !walk(key === "ArrowRight" ? 1 : -1, target)) return;
    } else if (key === "Enter" && target === document.body && marked) marked.click(); // which chooses; the next one answers
    else if (key === "Enter" && target === document.body && button && touched()) button.click();
    else return;
    if (/^\d$/.test(key)) choosable()[(Number(key) || 10) - 1]?.focus();
    event.preventDefault();
  });

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
    if (!touched() && !marked && !writing()) return void location.replace(pathname);
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
