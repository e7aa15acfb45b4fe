/** A ref: if its element is removed while it has the focus, the nearest ancestor that can take the focus gets it. */
export const handFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  element.parentElement?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
};
