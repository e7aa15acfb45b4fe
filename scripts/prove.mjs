import { become, node } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp();
become(node, ["prove/prove.ts", ...process.argv.slice(2)]);
