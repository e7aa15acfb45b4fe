import { once } from "node:events";
import { createServer } from "node:net";

const lowest = 10_000;
/** The range ends below the ephemeral ports, so the system gives none of these to another process meanwhile. */
const ports = 22_000;
/** The golden section of `ports`: consecutive numbers multiplied by it, modulo `ports`, lie far apart. */
const apart = 13_597;
/** Processes that run at once have close ids. Each begins far from the others, so that none takes another's port. */
let next = (process.pid * apart) % ports;

/** A free port on 127.0.0.1 that this process has not been given lately. */
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
