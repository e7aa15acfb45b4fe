import { daysBefore } from "../../days.ts";
import type { JobContext } from "../../job.ts";
import { openTurns } from "../../turns.ts";
import { type DomainRow, longTransaction, settle } from "./domain.ts";
import { look } from "./records.ts";

/** Days after which a verified domain's records are looked at again. */
const age = 1;
/** Of one run. With a run every ten minutes, some 70,000 domains a day. */
const most = 500;
/** Lookups that wait for name servers, some of which never answer. */
const atOnce = 20;

/** Looks at the verified domains whose turn it is, those first that have waited the longest. */
export async function recheckDomains(
  context: Pick<JobContext, "world" | "clock" | "log" | "dns" | "mailHost">,
): Promise<void> {
  const { world, clock, log } = context;
  const due = daysBefore(clock(), age);
  const rows = await world.domain.findMany({
    where: { is_verified: true, OR: [{ checked: null }, { checked: { lte: due } }] },
    orderBy: { checked: { sort: "asc", nulls: "first" } },
    take: most,
  });
  const takeTurn = openTurns({ atOnce: () => atOnce });
  const recheck = async (row: DomainRow) => {
    try {
      const findings = await look(context, row);
      await world.$transaction((tx) => settle(tx, clock(), row, findings), longTransaction);
    } catch (error) {
      log.error({ err: error, domain: row.domain_name }, "domain not checked again");
      // The others are not to wait for it, now or in the next run: its turn comes again with theirs.
      const { domain_name } = row;
      await world.domain.updateMany({ where: { domain_name }, data: { checked: clock() } }).catch(() => undefined);
    }
  };
  await Promise.all(rows.map((row) => takeTurn("", () => recheck(row))));
}
