import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const img = handler(inbox.img, async ({ messages }, request) => {
  const image = await messages.image(request);
  return { ...image, filename: null, size: image.bytes.length };
});
