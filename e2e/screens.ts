import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  as: "guest" | "member";
  /** Brings the page there, and waits until it is. */
  draw: (page: Page) => Promise<unknown>;
  /** The whole page instead of what fits the window. */
  whole?: boolean;
}

const open = (path: string) => (page: Page) => page.goto(path, { waitUntil: "load" });

/** Every screen and state that the render script draws. */
export const screens: readonly Screen[] = [
  { name: "homepage", as: "guest", draw: open("/homepage"), whole: true },
  { name: "homepage-top", as: "guest", draw: open("/homepage") },
  { name: "demo-accounts", as: "guest", draw: open("/demo-accounts") },
  { name: "integrations", as: "member", draw: open("/dashboard/integrations") },
  { name: "api-access", as: "member", draw: open("/dashboard/api") },
  {
    name: "not-found",
    as: "guest",
    draw: open("/assets/nothing"),
  },
];
