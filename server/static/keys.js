// A table by keys alone: arrows go through the hand, digits choose, Enter answers, ? tells the keys.
live.prepare((signal) => {
  const main = document.querySelector("main");
  const { button, inputs, touched } = answering;

  const inner = main.dataset.inner || "trick"; // what the match is made of
  const KEYS = {
    "← →": "through the hand",
    "1 … 9, 0": "choose the first, second … tenth of what may be chosen",
    Enter: "answer with what is chosen",
    ", .": `a ${inner} back, a ${inner} on`,
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

  addEventListener(
    "keydown",
    (event) => {
      if (elsewhere(event)) return;
      const { key, target } = event;
      const radio = target.type === "radio"; // the browser walks through a group of radio buttons itself
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
