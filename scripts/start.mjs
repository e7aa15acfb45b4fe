import { become, node, setUp } from "./setup.mjs";

setUp();
become(node, ["apps/server/src/main.ts"]);
