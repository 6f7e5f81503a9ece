// The pages work without this. With it the button says what it will do, and the table keeps itself fresh.
(() => {
  const main = document.querySelector("main");
  const form = document.querySelector("form.answer");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("input[name=zone]").forEach((field) => { field.value = zone || ""; });

  // The button's words follow what is chosen: "Seal 7★ on your cloak".
  const button = form && form.querySelector("button[data-verb]");
  const unchosen = button && button.textContent;
  const inputs = form ? [...form.querySelectorAll("input[type=radio],input[type=checkbox]")] : [];
  const word = (input) => input.dataset.word ?? input.nextElementSibling.ariaLabel ?? input.nextElementSibling.textContent;
  const chosen = (slot) => inputs.filter((input) => input.name === slot && input.checked).map(word);
  const touched = () => inputs.some((input) => input.checked !== input.defaultChecked) || (form && form.elements.typed.value !== form.elements.typed.defaultValue);

  function say() {
    if (!touched() && "instead" in button.dataset) return void (button.textContent = unchosen);
    if (form.elements.typed.value.trim()) return void (button.textContent = `${button.dataset.verb} “${form.elements.typed.value.trim()}”`);
    const names = button.dataset.slots.split(" ");
    const slots = names.map(chosen);
    const words = slots.flat().filter(Boolean).join(" ") || button.dataset.nothing;
    const whole = words && slots.every((slot, n) => slot.length || !inputs.some((input) => input.type === "radio" && input.name === names[n]));
    const instead = "instead" in button.dataset ? " instead" : "";
    button.textContent = whole ? `${button.dataset.verb} ${words}${instead}` : unchosen;
  }

  // A slot that takes so many cards lets go of the first when one more is chosen.
  const picked = [];
  function keepTo(input) {
    const most = Number(input.closest("[data-most]")?.dataset.most || 0);
    if (input.type !== "checkbox" || !most) return;
    const at = picked.indexOf(input);
    if (at >= 0) picked.splice(at, 1);
    if (input.checked) picked.push(input);
    const same = inputs.filter((other) => other.name === input.name && other.checked);
    if (same.length > most) (picked.find((other) => other !== input && same.includes(other)) || same.find((other) => other !== input)).checked = false;
  }

  if (button) {
    form.addEventListener("change", (event) => { keepTo(event.target); say(); });
    form.addEventListener("input", say);
    form.addEventListener("submit", () => { setTimeout(() => { button.disabled = true; }); });
    addEventListener("pageshow", () => { button.disabled = false; say(); });
  }

  if (!main.dataset.pulse) return;

  // The table has moved on since this reader last saw it: what opened turns over.
  const { pathname } = location;
  const seen = Number(sessionStorage.getItem(pathname) ?? main.dataset.ply);
  if (Number(main.dataset.ply) > seen) main.classList.add("opened");
  sessionStorage.setItem(pathname, main.dataset.ply);

  // While the page is looked at, it asks now and then whether the table moved on. Half-chosen answers are not lost.
  let latest = main.dataset.pulse;
  async function ask() {
    if (document.hidden) return;
    const answer = await fetch(`${pathname}/pulse`, { headers: { "If-None-Match": `"${latest}"` }, cache: "no-store" }).catch(() => null);
    if (!answer || answer.status !== 200) return;
    latest = (answer.headers.get("ETag") || "").replace(/^W\/|"/g, "") || latest;
    if (latest === main.dataset.pulse) return;
    if (!touched()) return void location.replace(pathname);
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

  setInterval(ask, 20000);
  addEventListener("visibilitychange", ask);
})();
