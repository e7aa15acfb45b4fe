import { become, node, setUp } from "./setup.mjs";

setUp();
become(node, ["prove/prove.ts", ...process.argv.slice(2)]);
