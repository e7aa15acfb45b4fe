/** The ref of an element that takes itself away: if it has the focus then, what it stands in gets it. */
export const handFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  element.parentElement?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
};
