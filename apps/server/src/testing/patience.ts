import { vi } from "vitest";

/** How long a test waits for what should come soon: against hanging alone, since a busy machine takes its time. Milliseconds. */
const patience = 300_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: patience, ...(typeof options === "number" ? { timeout: options } : options) });
