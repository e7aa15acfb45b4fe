import { become, node } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp();
become(node, ["apps/server/src/main.ts"]);
