import { expect, it } from "vitest";
import * as app from "../src/data/limits.ts";
import * as dashboard from "../src/features/dashboard/limits.ts";
import * as inbox from "../src/features/inbox/limits.ts";
import * as team from "../src/features/team/limits.ts";
import * as webhooks from "../src/features/webhooks/limits.ts";

/** Repeats the requirements' numbers: every other test takes them from the same constants as the product does. */
it.each<[rows: string, value: unknown, expected: unknown]>([
  ["D05, D41", app.searchDebounce, 500],
  ["M02", app.toastMilliseconds, 10_000],
  ["M03, M09, D63", app.serverErrorToastMilliseconds, 8_000],
  ["M04", app.toastTickMilliseconds, 50],
  ["B81, P46", app.redirectDelay, 2_000],
  [
    "I80 to I82",
    app.reconnection,
    { reconnectionDelay: 1_000, reconnectionDelayMax: 5_000, randomizationFactor: 0.5, timeout: 20_000 },
  ],
  ["C35", dashboard.notificationDescription, 100],
  ["C06, P49", dashboard.skeletonMilliseconds, 1_500],
  ["M12, G25", team.inviteToastMilliseconds, 5_000],
  ["M12, F31", webhooks.copyNoticeMilliseconds, 2_000],
  ["M12, I07", inbox.copyNoticeMilliseconds, 1_000],
  ["M12, I46", inbox.newMailNoticeMilliseconds, 3_000],
  ["I35", inbox.loadMorePixels, 100],
  ["I56", inbox.previewLength, 120],
  ["I57", inbox.rowPreviewLength, 80],
  ["I47", inbox.livePreviewLength, 100],
  ["I26", inbox.skeletonRows, 5],
  ["I29", inbox.framePixels, 600],
  ["Q08", inbox.undoMilliseconds, 5_000],
])("keeps the number of %s", (_rows, value, expected) => {
  expect(value).toEqual(expected);
});
