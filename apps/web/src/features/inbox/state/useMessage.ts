import { ActionLink, Attachment, imageLinkLife, load, renderings } from "@mayfly/contracts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { array, enum as oneOf, string } from "zod/mini";
import { call, Refused } from "../../../data/api.ts";
import { splitMailbox } from "../../../data/mailbox.ts";
import { textOf, toItem } from "../item.ts";

const split = (value: unknown) =>
  array(string())
    .parse(value ?? [])
    .map(splitMailbox);

async function fetchMessage(name: string) {
  const { docs } = await call(load.getdoc, { doctype: "Customer Inbox", name });
  const doc = docs[0];
  if (doc === undefined) throw new Refused({ status: 404, body: undefined });
  return {
    ...toItem(doc),
    content: textOf(doc.content),
    rendering: oneOf(renderings).parse(doc.rendering ?? "html"),
    signed: doc.signed === 1,
    visibility: textOf(doc.visibility),
    attachments: array(Attachment).parse(doc.attachments ?? []),
    mail_from: textOf(doc.mail_from),
    to: split(doc.to),
    cc: split(doc.cc),
    reply_to: split(doc.reply_to),
    action_links: array(ActionLink).parse(doc.action_links ?? []),
  };
}

/** A message as the reading pane shows it. */
export type OpenMessage = Awaited<ReturnType<typeof fetchMessage>>;

/**
 * One whole message, or none without a name. A message never changes, but the links to its images end: as long as it is
 * open it is fetched again in time, so that its images can also be loaded or printed later.
 */
export const useMessage = (name: string | undefined) =>
  useQuery({
    queryKey: ["message", name],
    queryFn: name === undefined ? skipToken : () => fetchMessage(name),
    staleTime: imageLinkLife / 2,
    refetchInterval: imageLinkLife / 2,
    // A hidden page does not fetch.
    refetchOnWindowFocus: true,
  });
