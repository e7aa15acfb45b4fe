/** Pixels between toasts, and between a toast and what it is kept clear of. */
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
 * Moves toasts down past what they would lie over: the buttons of the open dialog, or else of the page, and the newest row
 * of a list, which they may tell of. Buttons in the rows of a list do not count, because every row has one.
 */
function place(toasts: Iterable<HTMLElement>, start: number) {
  const shown = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  const kept = [...shown.querySelectorAll(".button:not(li *), [data-newest]")]
    .filter((each) => each.checkVisibility?.({ visibilityProperty: true }) ?? true)
    .map((each) => each.getBoundingClientRect())
    .sort((one, other) => one.top - other.top);
  let free = 0;
  for (const toast of toasts) {
    const { left, right, height } = toast.getBoundingClientRect();
    if (height === 0) continue;
    const own = start + toast.offsetTop;
    let top = Math.max(own, free);
    for (const each of kept)
      if (each.left < right && each.right > left && each.top < top + height && each.bottom > top)
        top = each.bottom + gap;
    toast.style.translate = `0 ${top - own}px`;
    free = top + height + gap;
  }
}
