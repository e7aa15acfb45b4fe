import { startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { installBrowsers } from "./browser_packages.ts";
import { walkThrough } from "./browser_walk.ts";
import { startFirefox } from "./firefox.ts";
import type { Count } from "./proof.ts";
import { startWebkit } from "./webkit.ts";

/** What the browser tests see in Chromium, seen in the two other engines (row Y17). */
export async function run(args: string[]): Promise<Count[]> {
  readOptions(args, {});
  await installBrowsers();
  const mayfly = await startMayfly("browsers");
  const counts: Count[] = [];
  for (const start of [startFirefox, startWebkit]) counts.push(...(await walkThrough(await start(), mayfly)));
  return counts;
}
