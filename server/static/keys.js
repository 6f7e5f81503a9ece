// A table by keys alone: arrows go through the hand, digits choose, Enter answers, ? tells the keys.
live.prepare((signal) => {
  const main = document.querySelector("main");
  const { button, inputs, touched } = answering;

  const inner = main.dataset.inner || "trick"; // what the match is made of
  const KEYS = {
    "left, right": "through the hand; or from the news to the ways to look back",
    "1 to 9, 0": "choose the first, second, … tenth of what may be chosen",
    Enter: "answer with what is chosen",
    comma: `a ${inner} back`,
    "full stop": `a ${inner} on`,
    "less than": "to the first card",
    "greater than": "to the present",
    "question mark": "these keys",
  };
  const elsewhere = (event) =>
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest?.("input:not([type=radio],[type=checkbox]),select,textarea,dialog,form:not(.answer)");
  // A key that is a letter or a sign belongs to the table only while one stands there: elsewhere it may belong to a program.
  const atTable = (event) => Boolean(event.target.closest?.("form.answer, .desk, .look"));
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

  // The keys are told at the hand to whoever works by keys.
  const act = document.querySelector("form.answer .act");
  act?.after(
    Object.assign(document.createElement("p"), {
      className: "sr by-keys",
      textContent: "Keys: 1 to 9 choose, a question mark tells all.",
    }),
  );

  // The news, what lies on the desk, and the ways to look back, are one stop: arrows lead from one to the next.
  function walkDesk(event) {
    const ways = ".since summary, .desk .term, .desk a[data-look], .look :is(button, input)";
    const stops = [...main.querySelectorAll(ways)];
    const open = stops.filter((stop) => !stop.disabled && stop.checkVisibility());
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !open.includes(event.target) || event.target.type === "range") return false;
    open[(open.indexOf(event.target) + step + open.length) % open.length].focus();
    return true;
  }

  addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented || elsewhere(event)) return;
      const { key, target } = event;
      const radio = target.type === "radio"; // the browser walks through a group of radio buttons itself
      const isSign = key.length === 1 && key !== " ";
      if (isSign && !atTable(event)) return;
      if (walkDesk(event)) return event.preventDefault();
      if (key === "?") tellKeys();
      else if (/^\d$/.test(key)) choosable()[(Number(key) || 10) - 1]?.click();
      else if (key === "ArrowRight" || key === "ArrowLeft") {
        if (radio || !walk(key === "ArrowRight" ? 1 : -1, target)) return;
      } else if (key === "Enter" && target === document.body && marking.marked()) {
        marking.marked().click(); // which chooses; the next one answers
      } else if (key === "Enter" && target === document.body && button && touched()) button.click();
      else return;
      if (/^\d$/.test(key)) choosable()[(Number(key) || 10) - 1]?.focus();
      event.preventDefault();
    },
    { signal },
  );
});
