// A new match: how long it will take, said again whenever a choice changes. Without this, a button says it.
(() => {
  const form = document.querySelector('form[action="/new"]');
  const told = document.getElementById("length");
  let latest = 0;
  form.querySelector("button[formaction]").remove(); // or Enter would press it

  // What tells who plays stays here: of names only that there are some.
  function choices() {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (!/^(email|code)/.test(name)) fields.set(name, value && name.startsWith("name-") ? name : value);
    }
    return fields;
  }

  form.addEventListener("change", async () => {
    const mine = ++latest;
    try {
      const answer = await fetch("/new/length", { method: "POST", body: choices(), headers: { Accept: "text/plain" } });
      const text = answer.ok ? await answer.text() : "";
      if (mine === latest) told.textContent = text;
    } catch {
      if (mine === latest) told.textContent = "";
    }
  });
})();
