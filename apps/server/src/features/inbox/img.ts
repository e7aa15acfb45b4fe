import { inbox, texts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";

export const img = handler(inbox.img, async ({ messages }, request) => {
  const image = await messages.image(request);
  if (image === "forged") throw new Refusal("PermissionError", texts.forbidden);
  if (image === "missing") throw Refusal.notFound();
  return { ...image, filename: null, size: image.bytes.length };
});
