import { once } from "node:events";
import { createServer } from "node:net";

const lowest = 10_000;
/** Below the ports that systems give out by themselves: nobody is given one meanwhile. */
const ports = 22_000;
/** As many as a server and what starts it need between them. With more, so few could begin elsewhere that two would meet. */
const portsOfOne = 4;
/** Processes that run at once have numbers close to each other, and each begins elsewhere: none takes another's meanwhile. */
let next = process.pid * portsOfOne;

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
