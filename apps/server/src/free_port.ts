import { once } from "node:events";
import { createServer } from "node:net";

/** A port of loopback that is free, below those that systems give out by themselves: nobody is given it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
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
