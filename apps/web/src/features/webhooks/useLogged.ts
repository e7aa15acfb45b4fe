import { useEffect } from "react";

/** Reports a failure to load on the console only (F47). */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the requirements ask for it
    if (error !== null) console.error(`${what} could not be loaded`, error);
  }, [what, error]);
}
