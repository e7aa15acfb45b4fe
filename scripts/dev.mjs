// Runs the server on its usual port, restarted at every change, and the web app on Vite's, which proxies /api to it.
import { become, node } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp({ web: false });
// Links in mails must lead to the web app on Vite's port.
const env = { PUBLIC_URL: process.env.PUBLIC_URL || "http://localhost:5173" };
const both = [
  become(node, ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], { env }),
  become("vite", ["apps/web", "--clearScreen", "false"]),
];
// When one of them ends, so does the other.
process.on("exit", () => {
  for (const one of both) one.kill();
});
