import { email, live, session } from "@mayfly/contracts";
import { connectionsOfMember } from "@mayfly/server/live/connections";
import { reconnection } from "@mayfly/web/data/limits";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { io } from "socket.io-client";
import { colleague, expect, inboxOf, mail, pagesAsked, pollRunning, rowsOf, stopClock, test, unread } from "./page.ts";
import { allAsked, nothingAsked } from "./stub.ts";

/** Logs in with a session of its own, because a new session of the page ends the one before. */
async function logIn({ url, login, password }: { url: string; login: string; password: string }): Promise<string> {
  const body = new URLSearchParams({ usr: login, pwd: password });
  const { headers } = await fetch(url + session.login.path, { method: "POST", body });
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

test("keeps trying to reconnect, and then shows the mail that came meanwhile (I80, I81, I83)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_|WebSocket connection to/);
  await page.clock.install();
  const opened = page.waitForEvent("websocket");
  await openInbox(address);
  await stopClock(page);
  let tries = 0;
  page.on("websocket", () => {
    tries += 1;
  });
  const down = page.waitForEvent("console", (line) => /WebSocket connection to/.test(line.text()));
  const closed = (await opened).waitForEvent("close");
  await mayfly.kill("SIGKILL");
  await closed;
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = reconnection;
  await page.clock.runFor(reconnectionDelay * (1 - randomizationFactor) - 100);
  expect(tries).toBe(0);
  await page.clock.runFor(2 * reconnectionDelay);
  await down;
  await expect(page.getByText(/^Reconnecting/)).toBeVisible();
  for (let no = 1; no <= 8; no += 1) {
    const before = tries;
    // An attempt that is under way takes its own time to fail.
    await pollRunning(page, reconnectionDelayMax, () => tries).toBeGreaterThan(before);
  }

  await mayfly.startAgain();
  await deliver(address, mail("while away"));
  await pollRunning(page, 1_000, () => rowsOf(page).count()).toBe(1);
  await expect(rowsOf(page)).toContainText("while away");
  await page.clock.resume();
  await expect(page.getByText(/^Reconnecting/)).toHaveCount(0);
  await deliver(address, mail("and live again"));
  await expect(rowsOf(page).first()).toContainText("and live again");
  await expect(rowsOf(page)).toHaveCount(2);
});

/** WebSockets that never open, as behind a firewall that drops their packets. */
const hanging = () => {
  window.WebSocket = class {
    constructor() {
      document.documentElement.dataset["connecting"] = "";
    }
    send() {}
    close() {}
  } as unknown as typeof WebSocket;
};

test("receives new mail by polling after the connection timeout if WebSockets hang (I82, I84)", async ({
  page,
  address,
  deliver,
  enter,
}) => {
  await page.addInitScript(hanging);
  await page.clock.install();
  await stopClock(page);
  await enter(inboxOf(address));
  await expect(page.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
  // The list is there before the app, which makes the connection.
  await pollRunning(page, 10, () => page.locator("html[data-connecting]").isVisible()).toBe(true);
  let polls = 0;
  page.on("request", (request) => {
    if (/\/socket\.io\/.*transport=polling/.test(request.url())) polls += 1;
  });
  await page.clock.runFor(reconnection.timeout - 1_000);
  await allAsked(page);
  expect(polls).toBe(0);
  await pollRunning(page, 1_000, () => polls).toBeGreaterThan(0);
  await page.clock.resume();
  await expect(page.getByText(/^Reconnecting/)).toHaveCount(0);
  await deliver(address, mail("by polling"));
  await expect(rowsOf(page)).toContainText(["by polling"]);
});

test("notices after sleep that the connection has died, and shows the mail that came meanwhile", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  // Once it is dead, the first connection neither sends nor receives anything, and does not close.
  let dead = false;
  let made = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    made += 1;
    const first = made === 1;
    const lost = () => dead && first;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!lost()) server.send(message);
    });
    server.onMessage((message) => {
      if (!lost()) socket.send(message);
    });
  });
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  dead = true;
  await deliver(address, mail("while asleep"));
  // The time of day goes on while a machine sleeps, and timers do not.
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await pollRunning(page, 1_000, () => rowsOf(page).count()).toBe(1);
  await expect(rowsOf(page)).toContainText("while asleep");
  await page.clock.resume();
  await deliver(address, mail("and live again"));
  await expect(rowsOf(page)).toHaveCount(2);
});

test("becomes the inbox of a user who has logged in meanwhile when the connection is back", async ({
  page,
  mayfly,
  address,
  openInbox,
  startSession,
  allow,
}) => {
  allow(/net::ERR_FAILED|WebSocket connection to/);
  let away = false;
  const connections: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (away) void socket.close();
    else connections.push(socket, socket.connectToServer());
  });
  await page.route(/\/socket\.io\//, (route) => (away ? route.abort() : route.fallback()));
  await page.clock.install();
  await openInbox(address);
  await expect(page.getByText(mayfly.login)).toBeVisible();
  // Without a connection, nobody tells this page that its session has ended.
  away = true;
  await Promise.all(connections.map((connection) => connection.close()));
  await startSession(colleague);
  // The page loaded its profile long ago.
  await page.clock.setSystemTime(Date.now() + 31_000);
  away = false;
  await expect(page.getByText(colleague)).toBeVisible();
});

test("receives new mail by polling if WebSockets are blocked (I84)", async ({ page, address, deliver, openInbox }) => {
  await page.addInitScript(() => {
    window.WebSocket = class {
      onerror?: (event: Event) => void;
      constructor() {
        queueMicrotask(() => this.onerror?.(new Event("error")));
      }
      close() {}
    } as unknown as typeof WebSocket;
  });
  const polling = page.waitForRequest(/\/socket\.io\/.*transport=polling/);
  await openInbox(address);
  const headers = await (await polling).allHeaders();
  expect(headers["cookie"]).toContain("sid=");
  await deliver(address, mail("by polling"));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("by polling");
});

test("shows a message as read once the user has opened it in another window (P86)", async ({
  page,
  context,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("one"), mail("two"));
  await openInbox(address);
  const [newer, older] = [rowsOf(page).filter({ hasText: "two" }), rowsOf(page).filter({ hasText: "one" })];
  await expect(unread(older)).toBeVisible();
  const asked = pagesAsked(page);
  const other = await context.newPage();
  await other.goto(inboxOf(address));
  await rowsOf(other).filter({ hasText: "one" }).click();
  await expect(unread(older)).toHaveCount(0);
  await expect(unread(newer)).toBeVisible();
  await nothingAsked(page, asked);
});

test("shows in an open inbox that its address is deactivated and reactivated", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
}) => {
  const cookie = await logIn(mayfly);
  const toggle = async (action: string) => {
    const body = new URLSearchParams({ email: address, action });
    const answer = await fetch(mayfly.url + email.toggle_email.path, { method: "POST", body, headers: { cookie } });
    expect(answer.status).toBe(200);
  };
  const inactive = page.getByText("This address is not active", { exact: true });
  await openInbox(address);
  await toggle("deactivate");
  await expect(inactive).toBeVisible();
  await toggle("activate");
  await expect(inactive).toHaveCount(0);

  // A user who only reads the address gets no notification of that, but hears of its mail.
  await toggle("deactivate");
  await openInbox(address, colleague);
  await expect(inactive).toBeVisible();
  await toggle("activate");
  await deliver(address, mail("active again"));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(inactive).toHaveCount(0);
});

test("says that there are too many tabs, tries again after a while, and goes live once there is room (threat 31)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
}) => {
  const cookie = await logIn(mayfly);
  const given = { extraHeaders: { cookie }, transports: ["websocket"] };
  const others = Array.from({ length: connectionsOfMember }, () => io(mayfly.url + live.namespace, given));
  await expect.poll(() => others.every(({ connected }) => connected)).toBe(true);

  await page.clock.install();
  await openInbox(address);
  const bar = page.getByText("Mayfly is open in too many tabs. Refresh to see what's new.", { exact: true });
  await expect(bar).toBeVisible();
  await stopClock(page);
  let tries = 0;
  page.on("websocket", () => {
    tries += 1;
  });
  await page.clock.runFor(20_000);
  await allAsked(page);
  expect(tries).toBe(0);
  await deliver(address, mail("while there are too many"));
  await pollRunning(page, 1_000, () => tries).toBe(1);
  await expect(rowsOf(page)).toHaveCount(1);
  expect(tries).toBe(1);
  await expect(bar).toBeVisible();

  others.shift()?.disconnect();
  await pollRunning(page, 10_000, () => bar.count()).toBe(0);
  await page.clock.resume();
  await deliver(address, mail("and live again"));
  await expect(rowsOf(page).first()).toContainText("and live again");
  for (const other of others) other.disconnect();
});
