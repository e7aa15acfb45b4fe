import { spawnSync } from "node:child_process";
import { become, environment, node, root } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp({ web: false });
spawnSync(node, ["packages/client/write_types.ts"], { cwd: root, env: environment, stdio: "inherit" });
become("biome", ["check", "--write", "."]);
