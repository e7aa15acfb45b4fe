import { stored } from "../ui/stored.ts";
import { type AnalyticsEvent, analyticsPage } from "./analyticsNames.ts";
import { pageSetting } from "./pageSetting.ts";
import { paths } from "./paths.ts";

const session = stored("analytics_session", () => sessionStorage);
const shared = globalThis as { dataLayer?: object[] };

/** An id that lasts as long as the browser's tab. */
function sessionId(): string {
  const known = session.read();
  if (known !== null) return known;
  const made = `session_${newId()}`;
  session.write(made);
  return made;
}

// Browsers have crypto.randomUUID only on pages served with TLS.
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function push(entry: object) {
  shared.dataLayer ??= [];
  shared.dataLayer.push({ ...entry, session_id: sessionId() });
}

/** Pushes an event to the data layer, for the tag container if there is one. Never send personal data. */
export const track = (event: AnalyticsEvent, details: Readonly<Record<string, string | number>> = {}) =>
  push({ event, ...details });

export const trackPage = (pathname: string) => track("page_view", analyticsPage(pathname));

/** Called once per page load. Pushes the first entry and loads the container, where one is set (requirement P113). */
export function startAnalytics() {
  push({
    event: "gtm.js",
    "gtm.start": Date.now(),
    ...analyticsPage(location.pathname),
    ...surroundings(navigator.userAgent),
  });
  const container = pageSetting("tag-container");
  // Third-party scripts read the address themselves. They must never see a link that sets a password, or one of a mail.
  const path = location.pathname.toLowerCase();
  if (container === undefined || path.startsWith(`${paths.forgetPassword}/`) || path.startsWith(paths.appLink)) return;
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container)}`;
  document.head.append(script);
}

type Signs = readonly (readonly [name: string, sign: RegExp])[];

// The order matters: the user agent of many browsers names other browsers too.
const browsers: Signs = [
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /Firefox\/|FxiOS\//],
  ["Chrome", /Chrome\/|CriOS\//],
  ["Safari", /Safari\//],
];
const platforms: Signs = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad|iPod/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["Linux", /Linux/],
];
const devices: Signs = [
  ["tablet", /iPad|Tablet|Android(?!.*Mobile)/],
  ["mobile", /Mobile|iPhone|iPod/],
];

const first = (signs: Signs, agent: string, otherwise: string) =>
  signs.find(([, sign]) => sign.test(agent))?.[0] ?? otherwise;

export const surroundings = (agent: string) => ({
  device: first(devices, agent, "desktop"),
  browser: first(browsers, agent, "other"),
  platform: first(platforms, agent, "other"),
});
