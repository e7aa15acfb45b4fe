import { createServer } from "node:net";
import { expect, it } from "vitest";
import { cannotListen } from "./start_error.ts";

it.each([
  [{ host: "192.0.2.1", port: 0 }, /^HTTP port 0 on 192\.0\.2\.1 cannot be opened \(\w+\); set HOST to another\.$/],
  [{ host: "999.1.1.1", port: 0 }, /^HTTP port 0 on 999\.1\.1\.1 cannot be opened \(\w+\); set HOST to another\.$/],
])("names the setting of the host if %j cannot be listened on", async (where, line) => {
  const error = await new Promise<Error>((resolve) => createServer().listen(where).once("error", resolve));
  expect(cannotListen(error, "HTTP", where, { host: "HOST", port: "PORT" }).message).toMatch(line);
});
