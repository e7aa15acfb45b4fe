import { unicodeAddress } from "@mayfly/contracts";
import type { Mailbox } from "./mailbox.ts";
import type { OpenMessage } from "./useMessage.ts";
import { withoutControls } from "./withoutControls.ts";

/**
 * Those whom a message names, by header, without empty ones. To begins with the address that the message came to, which
 * its header names only if it is no blind copy. Reply-To and Return-Path, the envelope sender, are left out where they
 * say the same as From.
 */
export function mailboxesOf({ from, fromName, replyTo, mailFrom, recipients, to, cc }: OpenMessage) {
  const address = unicodeAddress(recipients);
  const all: { header: string; mailboxes: Mailbox[] }[] = [
    { header: "From", mailboxes: [{ name: fromName, address: from }] },
    { header: "Reply-To", mailboxes: elsewhere(replyTo, from) },
    { header: "To", mailboxes: [bare(address), ...elsewhere(elsewhere(to, recipients), address)] },
    { header: "Cc", mailboxes: cc },
    { header: "Return-Path", mailboxes: elsewhere([bare(withoutControls(mailFrom) || "<>")], from) },
  ];
  return all.filter(({ mailboxes }) => mailboxes.length > 0);
}

const bare = (address: string): Mailbox => ({ name: address, address });

const elsewhere = (mailboxes: Mailbox[], known: string) =>
  mailboxes.filter(({ address }) => address.toLowerCase() !== known.toLowerCase());
