import type { Mailbox } from "./mailbox.ts";
import type { OpenMessage } from "./useMessage.ts";

/**
 * Those whom a message names, by header, without empty ones. To begins with the address that the message came to, which
 * its header names only if it is no blind copy. Reply-To is left out where it says the same as From.
 */
export function mailboxesOf({ from, fromName, replyTo, recipients, to, cc }: OpenMessage) {
  const all: { header: string; mailboxes: Mailbox[] }[] = [
    { header: "From", mailboxes: [{ name: fromName, address: from }] },
    { header: "Reply-To", mailboxes: elsewhere(replyTo, from) },
    { header: "To", mailboxes: [{ name: recipients, address: recipients }, ...elsewhere(to, recipients)] },
    { header: "Cc", mailboxes: cc },
  ];
  return all.filter(({ mailboxes }) => mailboxes.length > 0);
}

const elsewhere = (mailboxes: Mailbox[], known: string) =>
  mailboxes.filter(({ address }) => address.toLowerCase() !== known.toLowerCase());
