import type { MemberContext } from "../../context.ts";

/** Messages of an address that the caller may read, the newest first. @param after the last message of the page before */
export function listMessages(
  { db }: Pick<MemberContext, "db">,
  { address, after, limit }: { address: string; after: { at: Date; key: string } | undefined; limit: number },
) {
  const older = after && {
    modified: { lte: after.at },
    OR: [{ modified: { lt: after.at } }, { name: { lt: after.key } }],
  };
  return db.customerInbox.findMany({
    where: { recipients: address, ...older },
    orderBy: [{ modified: "desc" }, { name: "desc" }],
    take: limit,
  });
}
