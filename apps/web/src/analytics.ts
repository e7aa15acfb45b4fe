import { type AnalyticsEvent, analyticsPage } from "./analyticsNames.ts";
import { pageSetting } from "./pageSetting.ts";
import { paths } from "./paths.ts";
import { stored } from "./ui/stored.ts";

const session = stored("analytics_session", () => sessionStorage);
const shared = globalThis as { dataLayer?: object[] };

/** As long as the browser's tab. */
function sessionId(): string {
  const known = session.read();
  if (known !== null) return known;
  const made = `session_${newId()}`;
  session.write(made);
  return made;
}

// randomUUID is only there with TLS.
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function push(entry: object) {
  shared.dataLayer ??= [];
  shared.dataLayer.push({ ...entry, session_id: sessionId() });
}

/** Leaves an event in the data layer, for the tag container if there is one. Never anything about a person. */
export const track = (event: AnalyticsEvent, details: Readonly<Record<string, string | number>> = {}) =>
  push({ event, ...details });

export const trackPage = (pathname: string) => track("page_view", analyticsPage(pathname));

/** Once a page load: what is needed to begin with, and the container, where one is set (requirement P113). */
export function startAnalytics() {
  push({
    event: "gtm.js",
    "gtm.start": Date.now(),
    ...analyticsPage(location.pathname),
    ...surroundings(navigator.userAgent),
  });
  const container = pageSetting("tag-container");
  // What others' scripts read of the address themselves must not be a link that sets a password.
  if (container === undefined || location.pathname.toLowerCase().startsWith(`${paths.forgetPassword}/`)) return;
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container)}`;
  document.head.append(script);
}

type Signs = readonly (readonly [name: string, sign: RegExp])[];

// In this order: many a browser claims to be others too.
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
