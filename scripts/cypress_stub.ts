/** A task of Cypress's own process. */
export type Tasks = Record<string, (argument: unknown) => Promise<unknown>>;

type Work = () => Promise<unknown>;

/**
 * What of Cypress the recipe of docs/testing.md needs, where its browser cannot be had: pages are read over HTTP, and a form
 * is sent as its button would. As in Cypress, commands within `then` run before those that come after it.
 */
export function cypressStub(base: string, tasks: Tasks) {
  const done: string[] = [];
  let queue: Work[] = [];
  let html = "";
  let typed: Record<string, string> = {};

  async function open(path: string, form?: URLSearchParams) {
    done.push(`${form ? "POST" : "GET"} ${path}`);
    const response = await fetch(base + path, form ? { method: "POST", body: form } : {});
    html = await response.text();
    typed = {};
  }

  /** Sends the page's only form, with what it holds and what was typed. */
  async function submit() {
    const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    );
    const [, action = ""] = /action="([^"]+)"/.exec(html) ?? [];
    await open(action, new URLSearchParams({ ...Object.fromEntries(hidden), ...typed }));
  }

  function command(work: Work) {
    let value: unknown;
    queue.push(async () => {
      value = await work();
    });
    const chain = {
      // biome-ignore lint/suspicious/noThenProperty: Cypress names it so
      then(callback: (value: unknown) => unknown) {
        queue.push(async () => void callback(value));
        return chain;
      },
      type(text: string) {
        queue.push(async () => {
          done.push(`type ${value}`);
          typed[`${value}`] = text;
        });
        return chain;
      },
      click() {
        queue.push(submit);
        return chain;
      },
    };
    return chain;
  }

  function see(text: string) {
    if (!html.includes(text)) throw new Error(`The page has no ${text}: ${html}`);
  }

  const cy: Record<string, (...given: never[]) => unknown> = {
    visit: (path: string) => command(() => open(path)),
    get: (selector: string) =>
      command(async () => {
        const [, name = ""] = /^input\[name=(\w+)\]$/.exec(selector) ?? [];
        see(`name="${name}"`);
        return name;
      }),
    contains: (...words: string[]) =>
      command(async () => {
        const text = words.at(-1) ?? "";
        see(text);
        if (words.length === 1) done.push(`see ${text}`);
      }),
    // Only JSON passes between its browser and its own process, and a task must not answer undefined.
    task: (name: string, argument: unknown) =>
      command(async () => {
        done.push(name);
        const answer = await tasks[name]?.(JSON.parse(JSON.stringify(argument)));
        if (answer === undefined) throw new Error(`The task ${name} answered undefined`);
        return JSON.parse(JSON.stringify(answer));
      }),
  };

  async function drain() {
    for (let work = queue.shift(); work !== undefined; work = queue.shift()) {
      const later = queue;
      queue = [];
      await work();
      await drain();
      queue = later;
    }
  }

  return {
    cy,
    /** Runs what was asked for. @returns what was done, in its order */
    async run(): Promise<string[]> {
      await drain();
      return done;
    },
  };
}
