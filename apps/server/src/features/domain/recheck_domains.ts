import { daysBefore } from "../../clock.ts";
import type { JobContext } from "../../job.ts";
import { openFairLimiter } from "../../limits/fair_limiter.ts";
import { system } from "../event/event.ts";
import { type DomainRow, settle } from "./domain.ts";
import { look } from "./records.ts";

/** Days after which a verified domain's records are looked up again. */
const age = 1;
/** Domains in one run. With a run every ten minutes, some 70,000 domains a day. */
const domainsPerRun = 500;
/** Domains looked up at once. Many, because some name servers never answer. */
const atOnce = 20;

/** Looks up the records of the verified domains that are due, those that have waited the longest first. */
export async function recheckDomains(
  context: Pick<JobContext, "rootDb" | "clock" | "log" | "dns" | "mailHost">,
): Promise<void> {
  const { rootDb, clock, log } = context;
  const due = daysBefore(clock(), age);
  const rows = await rootDb.domain.findMany({
    where: { is_verified: true, OR: [{ checked: null }, { checked: { lte: due } }] },
    orderBy: { checked: { sort: "asc", nulls: "first" } },
    take: domainsPerRun,
  });
  const takeTurn = openFairLimiter({ atOnce: () => atOnce });
  const recheck = async (row: DomainRow) => {
    try {
      const findings = await look(context, row);
      await rootDb.$transaction((tx) => settle(tx, clock(), system, row, findings));
    } catch (error) {
      log.error({ err: error, domain: row.domain_name }, "domain not checked again");
      // Counts as checked, so that this domain does not delay the others in the next run. It is due again with them.
      const { domain_name } = row;
      await rootDb.domain.updateMany({ where: { domain_name }, data: { checked: clock() } }).catch(() => undefined);
    }
  };
  await Promise.all(rows.map((row) => takeTurn("", () => recheck(row))));
}
