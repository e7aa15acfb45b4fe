import { config } from "zod/mini";

// By default Zod compiles its parsers with `new Function`, which the Content-Security-Policy forbids and reports. This
// file is imported before the contracts, because Zod reads the setting when a schema is made.
config({ jitless: true });
