import { FirstView, firstViewId } from "@mayfly/contracts";
import { hearTime } from "./clock.ts";

/** The data that came with the page, for the first caller only: later screens, and other users, load fresh data. */
export function takeFirstView(): FirstView | undefined {
  const element = document.getElementById(firstViewId);
  if (element === null) return undefined;
  element.remove();
  const view = FirstView.parse(JSON.parse(element.textContent));
  hearTime(view.now);
  return view;
}
