// What a letter's link has marked to be answered. What other scripts ask of it is `marking`.
live.prepare((signal) => {
  const main = document.querySelector("main");
  const { form, button, act, say } = answering;

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
    bar.textContent = act([input]);
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
    form.addEventListener("change", unmark);
  }
  mark();
  addEventListener("hashchange", mark, { signal });
  globalThis.marking = { marked: () => marked };
});
