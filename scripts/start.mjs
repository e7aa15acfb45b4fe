import { become, node, setUp } from "./setup.mjs";

setUp();
// The most that V8 keeps for what is new: by default a start leaves it 67 MB of it, and mail comes in no faster.
become(node, ["--max-semi-space-size=8", "apps/server/src/main.ts"]);
