// The cards of a plan, in the order in which they are tapped. Without this, in the order of the hand.
(() => {
  const order = document.querySelector(".tapped input[name=cards]");
  if (!order) return;
  const boxes = [...document.querySelectorAll(".tapped input[name=card]")];
  let tapped = order.value.split(" ").filter(Boolean);

  function show() {
    order.value = tapped.join(" ");
    for (const box of boxes) {
      const place = tapped.indexOf(box.value) + 1;
      box.parentElement.dataset.n = place || "";
    }
  }

  for (const box of boxes) {
    box.addEventListener("change", () => {
      tapped = tapped.filter((card) => card !== box.value);
      if (box.checked) tapped.push(box.value);
      show();
    });
  }
  tapped = tapped.concat(boxes.filter((box) => box.checked && !tapped.includes(box.value)).map((box) => box.value));
  tapped = tapped.filter((card) => boxes.some((box) => box.checked && box.value === card));
  show();
})();
