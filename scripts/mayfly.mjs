import { become, node } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp({ web: false });
become(node, ["apps/server/src/operator/main.ts", ...process.argv.slice(2)]);
