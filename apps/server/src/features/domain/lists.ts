import type { MemberContext } from "../../context.ts";
import { newestPage, type Page, type PageAsked, pageOf } from "../../documents/cursor.ts";
import type { DomainRow } from "./domain.ts";

/** A domain of the company, or the name of one of the platform's. */
type ListedDomain = DomainRow | { is_default: true; domain_name: string };

/** The time of the platform's domains in marks: before that of any company's. Their keys are their places. */
const ofPlatform = new Date(0);

/** The company's domains, the newest first, and after them the platform's. */
export async function newestDomains(
  { db, defaultDomains }: Pick<MemberContext, "db" | "defaultDomains">,
  asked: PageAsked,
): Promise<Page<ListedDomain>> {
  const { after, limit } = asked;
  const isPastOwn = after?.at.getTime() === ofPlatform.getTime();
  const own: Page<DomainRow> = isPastOwn
    ? { rows: [], next: undefined }
    : await newestPage(asked, ["creation", "domain_name"], (page) => db.domain.findMany(page));
  if (own.next !== undefined) return own;
  const first = isPastOwn ? Number(after?.key) + 1 : 0;
  const rest = defaultDomains
    .map((domain_name, place) => ({ is_default: true as const, domain_name, place }))
    .slice(first);
  const room = limit - own.rows.length;
  const { rows, next } = pageOf(rest, room, ({ place }) => ({ at: ofPlatform, key: `${place}` }));
  const lastOwn = own.rows.at(-1);
  // Those of the platform begin on the next page.
  const begins =
    room === 0 && rest.length > 0 && lastOwn ? { at: lastOwn.creation, key: lastOwn.domain_name } : undefined;
  return { rows: [...own.rows, ...rows], next: next ?? begins };
}
