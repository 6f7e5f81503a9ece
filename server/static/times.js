// Times in the reader's own zone. Without this they are in UTC, which they say.
live.prepare(() => {
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
});
