// Times in the reader's own zone. Without this they are in UTC, which they say.
live.prepare(() => {
  const main = document.querySelector("main");
  const form = document.querySelector("form.answer");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("input[name=zone], [data-zoneless] [name=place][value=UTC]").forEach((field) => {
    field.value = zone || "";
  });

  // Where the reader's zone is not known yet, times are shown in the browser's, and an answer tells which that is.
  const where = zone && place(zone);
  // The IANA database counts its Etc/GMT+5 westwards.
  function place(name) {
    const fixed = name.match(/^Etc\/GMT([+-])([1-9]\d?)$/);
    if (fixed) return `UTC${fixed[1] === "+" ? "−" : "+"}${fixed[2]}`;
    return `${name.split("/").pop().replaceAll("_", " ")} time`;
  }
  function parts(moment) {
    const all = new Intl.DateTimeFormat("en-US", {
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(moment);
    return Object.fromEntries(all.map(({ type, value }) => [type, value]));
  }
  function inFull(moment) {
    const { weekday, day, month, hour, minute } = parts(moment);
    return `${weekday} ${day} ${month}, ${hour}:${minute} ${where}`;
  }
  // As `told` in server/clock/moments.py.
  const CLEAR = 6,
    LONG_AGO = 300;
  function told(moment) {
    const { weekday, day, month, year, hour, minute } = parts(moment);
    const days = Math.round((new Date(moment).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 864e5);
    if (days < -CLEAR) return `${day} ${month}${days < -LONG_AGO ? ` ${year}` : ""}`;
    return `${days > CLEAR ? `${day} ${month}` : weekday} ${hour}:${minute}`;
  }
  const known = !("zoneless" in main.dataset);
  const elsewhere = zone && !/^(Etc\/)?UTC$/.test(zone);
  // What a script adds later is told in the same zone.
  function tell(part) {
    if (!elsewhere) return;
    part.querySelectorAll(known ? ".pause time, .drawn time, .drawn ~ h1 time" : "time[datetime]").forEach((time) => {
      const moment = new Date(time.dateTime);
      time.textContent = told(moment);
      if (time.title) time.title = inFull(moment);
    });
    if (known) return;
    part.querySelectorAll("[data-zone]").forEach((named) => {
      named.textContent = where;
      named.closest("p")?.removeAttribute("hidden");
    });
  }
  tell(document);
  if (elsewhere && !known)
    form?.append(Object.assign(document.createElement("input"), { type: "hidden", name: "zone", value: zone }));
  globalThis.times = { tell, told };
});
