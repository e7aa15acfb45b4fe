import type { AttemptResource } from "@mayfly/contracts";
import { NIL } from "uuid";

/** Why mail was not taken. */
export type Reason = NonNullable<AttemptResource["reason"]>;

/** How a client speaks to us. */
export interface Transport {
  network: string;
  /** What it calls itself. */
  helo: string;
  /** The version of TLS; empty: none. */
  tls: string;
  connected: Date;
}

/** A try to send mail to a name of a company's that was refused or put off (row R08). */
export interface Attempt extends Omit<Transport, "connected"> {
  /** Null: a name on the platform's domains that nobody has. */
  company: string | null;
  /** The name as it was given, in lower case; of `unnamed` mail, the client's network. */
  address: string;
  /** The envelope sender; empty for bounces. */
  mail_from: string;
  /** The reply that the client got. */
  code: number;
  reply: string;
  reason: Reason;
  /** How long ago it was, where it is told of later. Milliseconds. */
  ago?: number;
}

/** Whose attempts at names that nobody has are, on the platform's domains. */
export const platform = NIL;

/** Whose attempts are that were refused before they named a recipient: they count for their network. */
export const unnamed = "00000000-0000-0000-0000-000000000001";

/** What the client is told of a message that was taken, behind the codes. */
export const storedAs = (id: string) => `stored as ${id}`;

/** Whether a reply defers mail because its company has received too much today (RFC 3463, section 3.3). */
export const isOverQuota = (reply: string) => reply.startsWith("452 4.2.2 ");

/** Attempts at one name on one day that are kept. More are only counted. */
export const keptAttempts = 50;
/** Days that attempts are kept. */
export const keptDays = 7;

/** The address that stands for all names of a company that are too many to be kept. */
export const others = "";
