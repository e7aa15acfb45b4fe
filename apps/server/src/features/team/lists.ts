import type { MemberContext } from "../../context.ts";
import { newestPage, type Page, type PageAsked } from "../../documents/cursor.ts";
import type { Member } from "../../generated/prisma/client.ts";

/** The company's members, the newest first. */
export const newestMembers = ({ db }: Pick<MemberContext, "db">, asked: PageAsked): Promise<Page<Member>> =>
  newestPage(asked, ["creation", "name"], (page) => db.member.findMany(page));
