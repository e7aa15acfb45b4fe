// The server on its usual port, started again at every change, and the web app on Vite's, which hands /api on to it.
import { become, node, setUp } from "./setup.mjs";

setUp({ web: false });
// Links in mails lead to where the web app is.
const env = { PUBLIC_URL: process.env.PUBLIC_URL || "http://localhost:5173" };
const both = [
  become(node, ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], { env }),
  become("vite", ["apps/web", "--clearScreen", "false"]),
];
// Neither goes on without the other.
process.on("exit", () => {
  for (const one of both) one.kill();
});
