// The link to be passed on stands in a field, which works without this. With it: the phone's own way to share, or a copy.
live.prepare(() => {
  document.querySelectorAll("button[data-share]").forEach((button) => {
    const field = document.getElementById(button.dataset.share);
    const { title, text } = button.dataset;
    const done = button.parentElement.querySelector("[role=status]");
    if (navigator.share) {
      button.addEventListener("click", () => navigator.share({ title, text, url: field.value }).catch(() => {}));
    } else if (navigator.clipboard) {
      button.textContent = "Copy the link";
      button.addEventListener("click", () =>
        navigator.clipboard.writeText(field.value).then(
          () => {
            done.textContent = "Copied.";
          },
          () => field.select(),
        ),
      );
    } else return;
    button.hidden = false;
    field.addEventListener("focus", () => field.select());
  });
});
