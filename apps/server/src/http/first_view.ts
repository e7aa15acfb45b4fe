import { FirstView, hasExpired, inboxPage, reportview } from "@mayfly/contracts";
import type { MemberContext } from "../context.ts";
import { get_stats } from "../features/plan/get_stats.ts";
import { get_profile } from "../features/profile/get_profile.ts";
import { get } from "../frappe/reportview/get.ts";

const listOf = (address: string | undefined) => reportview.get.input.parse(inboxPage(address, 0));

/** Whether no index finds the list of the view. */
export const isSlowView = (context: MemberContext, address: string | undefined): boolean =>
  get.isSlow?.(context, listOf(address)) === true;

/**
 * Reads what the inbox's screen requests first, so that it can come with the page. It makes the same calls, so a member
 * who may not read an address learns no more here than there. Undefined if the screen would not show the inbox.
 */
export async function readFirstView(
  context: MemberContext,
  address: string | undefined,
): Promise<FirstView | undefined> {
  const [profile, stats, page] = await Promise.all([
    get_profile(context, {}),
    get_stats(context, {}),
    get(context, listOf(address)),
  ]);
  const now = context.clock();
  if (hasExpired(stats.expiry_date, now)) return undefined;
  // As with every answer, fields that the contract does not name are dropped.
  return FirstView.parse({ address, now: now.toISOString(), profile, stats, page });
}
