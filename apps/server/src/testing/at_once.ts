import { setTimeout as wait } from "node:timers/promises";

interface Answer {
  status: number;
}

/** Between tries of who is told 503. Milliseconds. */
const pause = 100;
const mostTries = 1_000;

/**
 * Makes so many calls at once. Who is told 503 comes again, as a client does: on a busy machine, some wait longer for what all of
 * them lock than a call may.
 */
export function atOnce<Given extends Answer>(count: number, call: (at: number) => Promise<Given>): Promise<Given[]> {
  const persistently = async (at: number): Promise<Given> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await call(at);
      if (answer.status !== 503 || tries === mostTries) return answer;
      await wait(pause);
    }
  };
  return Promise.all(Array.from({ length: count }, (_, at) => persistently(at)));
}
