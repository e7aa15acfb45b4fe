import type { RootDatabase } from "../database/database.ts";
import { tablesWithoutOptions } from "../database/growing_tables.ts";
import { verify } from "../features/verify/verify.ts";
import { StartError } from "../process/start_error.ts";

/**
 * Checks what is stored, and tells of each check (row Z16).
 * @throws StartError when something does not hold and was not mended
 */
export async function verifyStored(
  rootDb: RootDatabase,
  repair: boolean,
  tell: (line: string) => void,
): Promise<string> {
  let left = 0;
  await verify(
    { rootDb, clock: () => new Date() },
    {
      repair,
      tell({ what, found, repaired, examples }) {
        left += found - repaired;
        const mended = repaired > 0 ? `, ${repaired} mended` : "";
        tell(
          `${found === 0 ? "ok    " : "FOUND "} ${what}: ${found}${mended}${found > 0 ? ` (${examples.join(", ")})` : ""}`,
        );
      },
    },
  );
  const tables = await tablesWithoutOptions(rootDb);
  tell(
    `${tables.length === 0 ? "ok    " : "FOUND "} growing tables without autovacuum options: ${tables.join(", ") || "0"}`,
  );
  left += tables.length;
  if (left > 0) throw new StartError(`Does not hold: ${left}. What can be mended is, by --repair.`);
  return "Everything holds.";
}
