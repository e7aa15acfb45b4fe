import { globSync } from "node:fs";
import { freePort } from "@mayfly/server/process/free_port";
import { atEnd } from "../bench/cleanup.ts";
import { scratchFolder } from "../bench/folders.ts";
import { startProgram } from "../bench/programs.ts";
import { until } from "../bench/until.ts";
import { asScript, type DrivenBrowser, keyActions, returned } from "./driven_browser.ts";

/** The key under which WebDriver names an element (W3C WebDriver, section 12). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type Element = Record<typeof elementKey, string>;

/**
 * Starts WebKitGTK on a screen of its own, and speaks WebDriver to it (https://www.w3.org/TR/webdriver2). By hand, as to
 * Firefox.
 */
export async function startWebkit(): Promise<DrivenBrowser> {
  const folder = await scratchFolder("webkit");
  const given = ["-screen", "0", "1440x1000x24", "-nolisten", "tcp", "-displayfd", "1"];
  const screen = await startProgram("Xvfb", given, { env: process.env, cwd: folder, ready: "\n" });
  const display = () => /^\d+$/m.exec(screen.output())?.[0];
  await until(() => display() !== undefined);
  const env = { ...process.env, HOME: folder, DISPLAY: `:${display()}`, XDG_RUNTIME_DIR: folder };
  const port = await freePort();
  await startProgram("WebKitWebDriver", [`--port=${port}`], { env, cwd: folder, ready: port });
  const [binary = "MiniBrowser"] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");

  let ran: string[] = [];
  const send = async (path: string, body?: object): Promise<unknown> => {
    const method = body === undefined ? "GET" : "POST";
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: JSON.stringify(body) });
    const { value } = (await response.json()) as {
      value: { error?: string; message?: string; data?: { text: string } };
    };
    if (value?.error !== "unexpected alert open") {
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    }
    // It has been closed. The command was not carried out.
    ran.push(`dialog ${value.data?.text ?? value.message}`);
    return send(path, body);
  };
  const options = { binary, args: ["--automation", "--geometry=1440x1000"] };
  const { sessionId, capabilities } = (await send("/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  atEnd(async () => void (await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, { method: "DELETE" })));
  const say = (what: string, body?: object) => send(`/session/${sessionId}/${what}`, body);
  const find = async (xpath: string) =>
    ((await say("elements", { using: "xpath", value: xpath })) as Element[])[0]?.[elementKey];

  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    open: async (url) => void (await say("url", { url })),
    async run(work, ...given) {
      const json = await say("execute/sync", { script: `return (${asScript(work, given)})()`, args: [] });
      return returned(json as string) as ReturnType<typeof work>;
    },
    async click(xpath) {
      const element = await find(xpath);
      if (element === undefined) throw new Error(`There is no ${xpath}`);
      await say(`element/${element}/click`, {});
    },
    async press(text, control = false) {
      await say("actions", { actions: [keyActions(text, control)] });
    },
    async frameText(xpath) {
      const frame = await find("//iframe");
      if (frame === undefined) return "";
      await say("frame", { id: { [elementKey]: frame } });
      try {
        const element = await find(xpath);
        return element === undefined ? "" : ((await say(`element/${element}/text`)) as string);
      } finally {
        await say("frame", { id: null });
      }
    },
    async ran() {
      // A dialog that stands open is told with the next command.
      await say("title");
      const before = ran;
      ran = [];
      return before;
    },
  };
}
