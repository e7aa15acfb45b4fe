import type { MemberContext } from "../../context.ts";
import { newestPage, type Page, type PageAsked } from "../../documents/cursor.ts";
import { active, type EmailRow } from "./email.ts";
import { readable } from "./rights.ts";

interface EmailFilters {
  /** Whether the addresses take mail. */
  is_active?: boolean | undefined;
  domain?: string | undefined;
  run?: string | undefined;
  tag?: string | undefined;
}

/** Addresses that the member may read, the newest first. */
export const newestEmails = (
  { db, member, clock }: Pick<MemberContext, "db" | "member" | "clock">,
  { is_active, domain, run, tag }: EmailFilters,
  asked: PageAsked,
): Promise<Page<EmailRow>> =>
  newestPage(asked, ["creation", "email_name"], ({ where, ...page }) => {
    const takesMail = active(clock());
    return db.email.findMany({
      ...page,
      where: {
        AND: [
          readable(member),
          is_active === undefined ? {} : is_active ? takesMail : { NOT: takesMail },
          domain === undefined ? {} : { domain_name: domain },
          run === undefined ? {} : { run },
          tag === undefined ? {} : { tags: { has: tag } },
          where,
        ],
      },
    });
  });
