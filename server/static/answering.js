// The form of an answer: its button says what it will do, and no more is chosen than may be. What other scripts ask of it
// is `answering`.
live.prepare((signal) => {
  const form = document.querySelector("form.answer");
  // The button's words follow what is chosen: "Seal 7★ on your cloak".
  const button = form && form.querySelector("button[data-verb]");
  const unchosen = button && button.textContent;
  const inputs = form ? [...form.querySelectorAll("input[type=radio],input[type=checkbox]")] : [];
  const word = (input) =>
    input.dataset.word ?? input.nextElementSibling.ariaLabel ?? input.nextElementSibling.textContent;
  const called = (input) =>
    word(input).replace(
      /\S*[♠♥♦♣★]/u,
      (sign) => input.parentElement.querySelector(".card[aria-label]")?.ariaLabel ?? sign,
    );
  const chosen = (slot) => inputs.filter((input) => input.name === slot && input.checked);
  const touched = () =>
    inputs.some((input) => input.checked !== input.defaultChecked) ||
    form?.elements.typed?.value !== form?.elements.typed?.defaultValue;

  // A slot says how many it wants, "cards=6 slam=0", and what these are called.
  const slots = button
    ? button.dataset.slots
        .trim()
        .split(" ")
        .map((slot) => slot.split("="))
    : [];

  const wanted = JSON.parse(button?.dataset.wanted ?? "{}");
  const joins = JSON.parse(button?.dataset.joins ?? "{}");
  const list = new Intl.ListFormat("en-GB"); // “a, b and c”, as the server writes it

  // An act in words: several of a slot are a list, and a slot may say how it follows what comes before.
  function act(picked, name = word) {
    const { verb, alone } = button.dataset;
    const instead = "instead" in button.dataset ? " instead" : "";
    if (alone && picked.length === 1 && picked[0].value === alone) {
      const said = name(picked[0]);
      return said[0].toUpperCase() + said.slice(1) + instead;
    }
    const parts = slots.flatMap(([slot]) => {
      const said = picked
        .filter((input) => input.name === slot)
        .map((input) => name(input))
        .filter(Boolean);
      return said.length ? [[joins[slot], list.format(said)]] : [];
    });
    const what = parts.map(([join, said], n) => (n && join ? `${join} ${said}` : said)).join(" ");
    return what && `${verb} ${what}${instead}`;
  }

  function lacking() {
    const empty = slots.filter(([slot]) => !chosen(slot).length).map(([slot]) => slot);
    const none = empty.includes("none") && empty.length === slots.length;
    const one = slots.every(([slot]) => form.querySelectorAll(`input[name="${slot}"]`).length === 1);
    return none
      ? [one ? "it, or none" : "some, or none"]
      : empty.filter((slot) => slot in wanted).map((slot) => wanted[slot]);
  }

  function say() {
    const idle = !touched() && "instead" in button.dataset;
    button.classList.toggle("quiet", idle || (lacking().length > 0 && !form.elements.typed?.value.trim()));
    const missing = slots.find(([slot, least]) => least > 1 && chosen(slot).length && chosen(slot).length < least);
    button.classList.toggle("short", Boolean(missing) && !idle);
    button.textContent = idle ? unchosen : words(missing, word);
    button.ariaLabel = idle ? unchosen : words(missing, called);
    button.classList.toggle("long", button.textContent.length > 24); // on a phone it is smaller, and the bar no higher
    trays.forEach(fill);
  }

  function words(missing, name) {
    const { verb } = button.dataset;
    const typed = form.elements.typed?.value.trim();
    if (typed) return `${verb} “${typed}”`;
    if (missing) return `${missing[1] - chosen(missing[0]).length} more to ${verb.toLowerCase()}`;
    const whole = slots.every(
      ([slot]) => chosen(slot).length || !inputs.some((input) => input.type === "radio" && input.name === slot),
    );
    const picked = inputs.filter((input) => input.checked && slots.some(([slot]) => slot === input.name));
    const said = whole && act(picked, name);
    if (said) return said;
    return lacking().length ? `Choose ${lacking().join(" and ")}` : unchosen;
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
    form.querySelector(".act .warn")?.remove();
    button.parentElement.prepend(Object.assign(document.createElement("p"), { className: "warn", textContent: text }));
    live.say(text);
  }

  // What is not yet an answer is not sent: what is missing is said, and is where one stands.
  function complete() {
    const short = slots.find(([slot, least]) => chosen(slot).length < Number(least));
    if (form.elements.typed?.value.trim() || (!short && !lacking().length)) return true;
    const more = short && short[1] > 1 ? `${short[1] - chosen(short[0]).length} more` : lacking().join(" and ");
    warn(`First choose ${more}.`);
    inputs.find((input) => input.name === short?.[0] && !input.disabled)?.focus();
    return false;
  }

  // The tray on the desk shows the cards that are to be laid away, how many, and what they count.
  const trays = form ? [...form.querySelectorAll("[data-tray]")] : [];
  const PARTS = { "2 1": "½", "3 1": "⅓", "3 2": "⅔" };
  function fill(tray) {
    const { tray: slot, most, per, worth } = tray.dataset;
    const laid = inputs.filter((input) => input.name === slot && input.checked && input.value !== "none");
    const [count, sum] = tray.querySelectorAll("p > b, p > span");
    count.textContent = `${laid.length} of ${most}`;
    if (worth) {
      const counts = new Map(worth.split(" ").map((one) => one.split("=")));
      const parts = laid.reduce((all, input) => all + Number(counts.get(input.value)), 0);
      const whole = Math.floor(parts / per) || (parts % per ? "" : 0);
      sum.textContent = `· they count ${whole}${PARTS[`${per} ${parts % per}`] || ""}`;
    }
    tray
      .querySelectorAll("div > span")
      .forEach((place, n) => place.replaceChildren(...(laid[n] ? [laid[n].nextElementSibling.cloneNode(true)] : [])));
  }

  if (button) {
    form.addEventListener("change", (event) => {
      document.getElementById("refused")?.remove(); // it was about what was chosen before
      keepTo(event.target);
      say();
    });
    form.addEventListener("input", say);
    form.addEventListener("submit", (event) => {
      if (!complete()) return event.preventDefault();
      setTimeout(() => {
        button.disabled = true;
      });
    });
    addEventListener(
      "pageshow",
      () => {
        button.disabled = false;
        say();
      },
      { signal },
    );
    say();
  }
  // What was refused is said where one stands: at the field that it is about, where there is one.
  const refused = document.querySelector(".refused");
  if (refused) {
    const { field } = refused.dataset;
    const at = [...document.querySelectorAll("input,select,textarea")].find(
      (one) => field && [one.name, one.dataset.field].includes(field) && one.type !== "hidden",
    );
    refused.id ||= "refused";
    if (at) {
      at.setAttribute("aria-invalid", "true");
      at.setAttribute("aria-describedby", refused.id);
      at.closest("details")?.setAttribute("open", "");
    }
    (at || refused).focus();
  }
  // An invitation is answered by the press of a person, and not of a program that opens mail.
  const invitation = document.querySelector("form.invitation");
  invitation?.addEventListener("click", (event) => {
    const pressed = event.isTrusted && event.target.closest("button[name=answer]");
    if (pressed && invitation.elements.verdict.type === "hidden") invitation.elements.verdict.value = pressed.value;
  });
  globalThis.answering = { form, button, inputs, act, touched, say };
});
