import { once } from "node:events";
import { createServer } from "node:net";

const lowest = 10_000;
/** Below the ports that systems give out by themselves: nobody is given one meanwhile. */
const ports = 22_000;
/** The golden section of them, by which numbers that are close to each other lie far apart. */
const apart = 13_597;
/** Processes that run at once have such numbers, and each begins elsewhere: none takes another's meanwhile. */
let next = (process.pid * apart) % ports;

/** A port of loopback that is free, and that this process has not asked for lately. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + (next % ports);
    next += 1;
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
