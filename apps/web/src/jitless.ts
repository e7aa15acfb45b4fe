import { config } from "zod/mini";

// Zod compiles its parsers with `new Function` unless told otherwise, which the Content-Security-Policy forbids and reports.
// Imported before the contracts: it counts when a schema is made.
config({ jitless: true });
