import { become, node } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp();
become(node, ["scripts/checks.mjs", ...process.argv.slice(2)]);
