// Notifications in this browser: asked for only after the tap, and known again by the address of its subscription.
(() => {
  const box = document.querySelector("[data-push]");
  if (!box) return;
  const says = box.querySelector("[data-says]"),
    form = box.querySelector("[data-add]");
  const supported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!supported) {
    says.textContent = "This browser cannot be notified. A chat works everywhere.";
    return;
  }
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const mark = async (endpoint) => hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  const subscription = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();
  const device = () => {
    const seen = navigator.userAgent;
    const of = (names) => names.find((name) => seen.includes(name));
    return [
      of(["Firefox", "Edg", "OPR", "Chrome", "Safari"]) || "Browser",
      of(["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"]),
    ]
      .filter(Boolean)
      .join(" on ")
      .replace("Edg", "Edge");
  };
  const show = async () => {
    const found = await subscription();
    const own = found && document.querySelector(`[data-mark="${await mark(found.endpoint)}"]`);
    if (own) {
      own.querySelector("[data-this]").hidden = false;
      own.querySelector("[name=do][value=end]").form.addEventListener("submit", () => found.unsubscribe());
      form.querySelector("button").ariaChecked = "true";
      form.elements.channel.value = own.dataset.channel;
      says.textContent = "";
      form.hidden = false;
    } else if (Notification.permission === "denied") {
      form.querySelector("small").textContent = "blocked: allow it in the settings of the browser";
      form.querySelector("button").disabled = true;
      says.textContent = "";
      form.hidden = false;
    } else {
      says.textContent = "";
      form.hidden = false;
    }
  };
  form.addEventListener("submit", async (tapped) => {
    tapped.preventDefault();
    const button = form.querySelector("button");
    if (button.ariaChecked === "true") {
      await (await subscription())?.unsubscribe();
      form.elements.do.value = "end";
      form.submit();
      return;
    }
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        says.textContent = "The browser was told no: nothing has changed.";
        return;
      }
      await navigator.serviceWorker.register("/sw.js");
      const there = await navigator.serviceWorker.ready;
      const key = await (await fetch(box.dataset.push, { method: "POST" })).text();
      const made = (
        await there.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
      ).toJSON();
      Object.assign(form.elements.endpoint, { value: made.endpoint });
      form.elements.p256dh.value = made.keys.p256dh;
      form.elements.auth.value = made.keys.auth;
      form.elements.namedItem("name").value = device();
      form.submit();
    } catch {
      says.textContent = "This browser could not be subscribed just now. Try it again, or be told in a chat.";
    } finally {
      button.disabled = false;
    }
  });
  show();
})();
