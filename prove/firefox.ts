import path from "node:path";
import { atEnd } from "../bench/cleanup.ts";
import { scratchFolder } from "../bench/folders.ts";
import { startProgram } from "../bench/programs.ts";
import { asScript, type DrivenBrowser, keyActions, returned } from "./driven_browser.ts";

interface Answer {
  id?: number;
  method?: string;
  error?: string;
  message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command has a result of its own
  result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise each event
  params?: any;
}

/**
 * Starts Firefox, and speaks WebDriver BiDi to it (https://w3c.github.io/webdriver-bidi). By hand: the protocol is JSON over a
 * socket, and the libraries for this one part of `prove` would come with every installation.
 */
export async function startFirefox(): Promise<DrivenBrowser> {
  const profile = await scratchFolder("firefox");
  const args = ["--headless", "--remote-debugging-port", "0", "--profile", profile, "--no-remote"];
  const ready = "WebDriver BiDi listening on ";
  const env = { ...process.env, HOME: profile, TMPDIR: path.dirname(profile) };
  const program = await startProgram("firefox-esr", args, { env, cwd: profile, ready });
  const [url = ""] = /ws:\S+/.exec(program.output()) ?? [];
  const socket = new WebSocket(`${url}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  atEnd(async () => socket.close());

  const waiting = new Map<number, PromiseWithResolvers<Answer["result"]>>();
  let ran: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const { id, method, error, message, result, params } = JSON.parse(String(data)) as Answer;
    if (method === "browsingContext.userPromptOpened") ran.push(`dialog ${params.message}`);
    if (method === "log.entryAdded" && params.text === "owned") ran.push("console owned");
    const asked = id === undefined ? undefined : waiting.get(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener("close", () => {
    for (const one of waiting.values()) one.reject(new Error("Firefox has ended"));
  });
  let asked = 0;
  const send = (method: string, params: object): Promise<Answer["result"]> => {
    asked += 1;
    const answer = Promise.withResolvers<Answer["result"]>();
    waiting.set(asked, answer);
    socket.send(JSON.stringify({ id: asked, method, params }));
    return answer.promise;
  };

  const { capabilities } = await send("session.new", {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: "dismiss" } } },
  });
  await send("session.subscribe", { events: ["browsingContext.userPromptOpened", "log.entryAdded"] });
  const [{ context }] = (await send("browsingContext.getTree", {})).contexts;
  await send("browsingContext.setViewport", { context, viewport: { width: 1440, height: 900 } });

  /** With a sandbox, it runs beside the scripts of the page, also where the page may have none. */
  const runIn = async (
    target: { context: string; sandbox?: string },
    work: (...given: never[]) => unknown,
    given: unknown[],
  ) => {
    const called = { functionDeclaration: asScript(work, given), awaitPromise: false, target };
    const { type, result, exceptionDetails } = await send("script.callFunction", called);
    if (type !== "success") throw new Error(exceptionDetails.text);
    return returned(result.value);
  };

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: (at) => send("browsingContext.navigate", { context, url: at, wait: "complete" }),
    run: async (work, ...given) => (await runIn({ context }, work, given)) as ReturnType<typeof work>,
    async click(xpath) {
      const locator = { type: "xpath", value: xpath };
      const { nodes } = await send("browsingContext.locateNodes", { context, locator, maxNodeCount: 1 });
      const [element] = nodes;
      if (element === undefined) throw new Error(`There is no ${xpath}`);
      const origin = { type: "element", element: { sharedId: element.sharedId } };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    async press(text, control = false) {
      await send("input.performActions", { context, actions: [keyActions(text, control)] });
    },
    async frameText(xpath) {
      const { contexts } = await send("browsingContext.getTree", { root: context });
      const [frame] = contexts[0].children;
      return frame === undefined
        ? ""
        : ((await runIn({ context: frame.context, sandbox: "prove" }, textAt, [xpath])) as string);
    },
    async ran() {
      const before = ran;
      ran = [];
      return before;
    },
  };
}

/** Runs in the frame. */
const textAt = (xpath: string) =>
  document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue?.textContent ?? "";
