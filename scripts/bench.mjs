import { become, node, setUp } from "./setup.mjs";

setUp();
become(node, ["bench/bench.ts", ...process.argv.slice(2)]);
