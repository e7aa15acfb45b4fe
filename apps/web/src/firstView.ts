import { FirstView, firstViewId } from "@mayfly/contracts";

/** What came with the page, for who asks first: later screens, and other people, load what is new. */
export function takeFirstView(): FirstView | undefined {
  const element = document.getElementById(firstViewId);
  if (element === null) return undefined;
  element.remove();
  return FirstView.parse(JSON.parse(element.textContent));
}
