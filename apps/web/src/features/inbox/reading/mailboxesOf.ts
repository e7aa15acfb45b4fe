import { unicodeAddress } from "@mayfly/contracts";
import type { Mailbox } from "../../../data/mailbox.ts";
import type { OpenMessage } from "../state/useMessage.ts";
import { withoutControls } from "./withoutControls.ts";

/**
 * Those whom a message names, by header, without empty ones. To begins with the address that the message came to, which
 * its header names only if it is no blind copy. Reply-To and Return-Path, the envelope sender, are left out where they
 * say the same as From.
 */
export function mailboxesOf({ sender, reply_to, mail_from, recipients, to, cc }: OpenMessage) {
  const address = unicodeAddress(recipients);
  const all: { header: string; mailboxes: Mailbox[] }[] = [
    { header: "From", mailboxes: [sender] },
    { header: "Reply-To", mailboxes: elsewhere(reply_to, sender.address) },
    { header: "To", mailboxes: [bare(address), ...elsewhere(elsewhere(to, recipients), address)] },
    { header: "Cc", mailboxes: cc },
    { header: "Return-Path", mailboxes: elsewhere([bare(withoutControls(mail_from) || "<>")], sender.address) },
  ];
  return all.filter(({ mailboxes }) => mailboxes.length > 0);
}

const bare = (address: string): Mailbox => ({ name: address, address });

const elsewhere = (mailboxes: Mailbox[], known: string) =>
  mailboxes.filter(({ address }) => address.toLowerCase() !== known.toLowerCase());
