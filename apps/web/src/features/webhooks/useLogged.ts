import { useEffect } from "react";

/** A failure to load that nobody is told of but the console (F47). */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the requirements ask for it
    if (error !== null) console.error(`${what} could not be loaded`, error);
  }, [what, error]);
}
