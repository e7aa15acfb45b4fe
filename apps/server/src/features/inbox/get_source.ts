import { inbox, toFlag } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sourceOfMessage } from "./inbox.ts";

/** More than anybody reads; the rest is in the download. */
const shownBytes = 256 * 1024;

export const get_source = handler(inbox.get_source, async (context, { name }) => {
  const raw = await context.messages.raw(await sourceOfMessage(context, name), shownBytes);
  const pieces: Uint8Array[] = [];
  for await (const piece of raw.bytes) pieces.push(piece);
  return { source: Buffer.concat(pieces).toString(), cut: toFlag(raw.size > shownBytes) };
});
