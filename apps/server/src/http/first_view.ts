import { FirstView, hasExpired, inboxPage, reportview } from "@mayfly/contracts";
import type { MemberContext } from "../context.ts";
import { get_stats } from "../features/plan/get_stats.ts";
import { get_profile } from "../features/profile/get_profile.ts";
import { get } from "../platform/reportview/get.ts";

/**
 * What the inbox's screen asks for at first, so that it comes with the page. By the same calls: who may not read an address
 * is told as much here as there. Undefined where the screen would not show the inbox.
 */
export async function readFirstView(
  context: MemberContext,
  address: string | undefined,
): Promise<FirstView | undefined> {
  const [profile, stats, page] = await Promise.all([
    get_profile(context, {}),
    get_stats(context, {}),
    get(context, reportview.get.input.parse(inboxPage(address, 0))),
  ]);
  const now = context.clock();
  if (hasExpired(stats.expiry_date, now)) return undefined;
  // As with every answer, nothing leaves that the contract does not name.
  return FirstView.parse({ address, now: now.toISOString(), profile, stats, page });
}
