import { become, node, setUp } from "./setup.mjs";

setUp({ web: false });
become(node, ["apps/server/src/operator.ts", ...process.argv.slice(2)]);
