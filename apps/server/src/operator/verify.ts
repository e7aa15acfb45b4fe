import type { RootDatabase } from "../database/database.ts";
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
  const verified = await verify(
    { rootDb, clock: () => new Date() },
    {
      repair,
      tell({ what, found, repaired, examples }) {
        const mended = repaired > 0 ? `, ${repaired} mended` : "";
        tell(found === 0 ? `ok     ${what}: 0` : `FOUND  ${what}: ${found}${mended} (${examples.join(", ")})`);
      },
    },
  );
  const left = verified.reduce((sum, { found, repaired }) => sum + found - repaired, 0);
  if (left === 0) return "Everything holds.";
  const advice = repair ? "The rest must be mended by hand." : "Run it with --repair, which mends what can be mended.";
  throw new StartError(`${left} found that should not be there. ${advice}`);
}
