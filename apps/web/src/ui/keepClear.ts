/** Pixels between toasts, and between a toast and a button. */
const gap = 8;

let frame = 0;

/** Keeps the toasts clear of buttons for as long as there are any: the page may scroll, change, or open a dialog. */
export function keepClear(region: HTMLElement | null) {
  cancelAnimationFrame(frame);
  if (region === null) return;
  place(region.querySelectorAll("li"), region.offsetTop);
  if (region.querySelector("li") !== null) frame = requestAnimationFrame(() => keepClear(region));
}

/**
 * Moves toasts down past the buttons that they would lie over: those of the open dialog, or else of the page. Buttons in
 * the rows of a list do not count, because every row has one.
 */
function place(toasts: Iterable<HTMLElement>, start: number) {
  const shown = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  const buttons = [...shown.querySelectorAll(".button:not(li *)")]
    .map((button) => button.getBoundingClientRect())
    .sort((one, other) => one.top - other.top);
  let free = 0;
  for (const toast of toasts) {
    const { left, right, height } = toast.getBoundingClientRect();
    const own = start + toast.offsetTop;
    let top = Math.max(own, free);
    for (const button of buttons)
      if (button.left < right && button.right > left && button.top < top + height && button.bottom > top)
        top = button.bottom + gap;
    toast.style.translate = `0 ${top - own}px`;
    free = top + height + gap;
  }
}
