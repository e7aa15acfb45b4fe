import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { hashToken } from "../session/session.ts";

export const img = handler(inbox.img, async ({ messages, session: { token } }, link) => {
  const image = await messages.image(link, token === undefined ? undefined : hashToken(token));
  return { ...image, filename: null, size: image.bytes.length };
});
