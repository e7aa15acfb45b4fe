import { FirstView, firstViewId } from "@mayfly/contracts";
import { hearTime } from "./clock.ts";

/** What came with the page, for who asks first: later screens, and other people, load what is new. */
export function takeFirstView(): FirstView | undefined {
  const element = document.getElementById(firstViewId);
  if (element === null) return undefined;
  element.remove();
  const view = FirstView.parse(JSON.parse(element.textContent));
  hearTime(view.now);
  return view;
}
