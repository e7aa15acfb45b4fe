import { inbox, toFlag } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sourceOfMessage } from "./inbox.ts";

export const get_headers = handler(inbox.get_headers, async (context, { name }) => {
  const found = await context.messages.headers(await sourceOfMessage(context, name), context.member.company);
  return { headers: found?.headers ?? [], cut: toFlag(found?.cut ?? true) };
});
