import {
  FirstView,
  hasExpired,
  inboxPage,
  recentEmails,
  recentNotifications,
  reportview,
  resource,
} from "@mayfly/contracts";
import type { MemberContext } from "../context.ts";
import { get_company_plan } from "../features/plan/get_company_plan.ts";
import { get_stats } from "../features/plan/get_stats.ts";
import { get_profile } from "../features/profile/get_profile.ts";
import { get_dashboard_status } from "../features/stats/get_dashboard_status.ts";
import { get } from "../frappe/reportview/get.ts";
import { list } from "../frappe/resource/list.ts";

/** A screen that is drawn on the server. Without an address, the inbox has all mail that the member may read. */
export type DrawnScreen = { name: "dashboard" } | { name: "inbox"; address: string | undefined };

const listOf = (address: string | undefined) => reportview.get.input.parse(inboxPage(address, 0));

/**
 * Reads what the screen requests first, so that it can come with the page. It makes the same calls, so a member who may
 * not read an address learns no more here than there. Undefined if the plan's wall would be shown in its place.
 */
export async function readFirstView(context: MemberContext, screen: DrawnScreen): Promise<FirstView | undefined> {
  const others = Promise.all([get_profile(context, {}), get_stats(context, {})]);
  // A slow list gives the turn to others, so that nothing else may be under way in it.
  const asSlowCall = () => others.then(context.asSlowCall);
  const [[profile, stats], own] = await Promise.all([
    others,
    screen.name === "inbox" ? readInbox({ ...context, asSlowCall }, screen.address) : readDashboard(context),
  ]);
  const now = context.clock();
  if (hasExpired(stats.expiry_date, now)) return undefined;
  // As with every answer, fields that the contract does not name are dropped.
  return FirstView.parse({ now: now.toISOString(), profile, stats, ...own });
}

const readInbox = async (context: MemberContext, address: string | undefined) => ({
  inbox: { address, page: await get(context, listOf(address)) },
});

async function readDashboard(context: MemberContext) {
  const rowsOf = async (input: object) => (await list(context, resource.list.input.parse(input))).data;
  const [plan, status, emails, notifications] = await Promise.all([
    get_company_plan(context, {}),
    get_dashboard_status(context, {}),
    rowsOf(recentEmails),
    rowsOf(recentNotifications),
  ]);
  return { dashboard: { plan, status, emails, notifications } };
}
