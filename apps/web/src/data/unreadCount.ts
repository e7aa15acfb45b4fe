import { limits } from "@mayfly/contracts";

/** How many messages are unread, as people read it: from a hundred on they are not counted. */
export const unreadCount = (count: number) =>
  count >= limits.countedUnread ? `${limits.countedUnread - 1}+` : String(count);
