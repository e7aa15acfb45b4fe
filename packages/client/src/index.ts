export type { Api, MayflyOptions } from "./api.ts";
export * from "./errors.ts";
export { Inbox, type WaitOptions } from "./inbox.ts";
export { Mayfly } from "./mayfly.ts";
export { Message } from "./message.ts";
export type {
  Attachment,
  Attempt,
  Criteria,
  Email,
  EmailFilter,
  Explanation,
  Me,
  MessageData,
  MessageDetails,
  NewEmail,
  Problem,
} from "./resources.ts";
