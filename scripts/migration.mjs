import { become, node } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp({ web: false });
become(node, ["scripts/write_migration.ts", ...process.argv.slice(2)]);
