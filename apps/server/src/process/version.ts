import { readFileSync } from "node:fs";
import path from "node:path";

const manifest = path.resolve(import.meta.dirname, "../../../../package.json");

/** Mayfly's version, as package.json has it. */
export const version: string = JSON.parse(readFileSync(manifest, "utf8")).version;
