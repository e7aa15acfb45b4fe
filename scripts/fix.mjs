import { become } from "./programs.mjs";
import { setUp } from "./setup.mjs";

await setUp({ web: false });
become("biome", ["check", "--write", "."]);
