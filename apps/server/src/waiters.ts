import type { Mark } from "./mark.ts";

/** What a message's row says of it. */
export interface Summarised {
  sender: string;
  subject: string;
  code: string;
  has_attachment: boolean;
}

/** A message that has come to an address, and is on disk. */
export interface Arrival extends Summarised {
  recipients: string;
  creation: Date;
}

/** A call that waits for mail at an address. */
export interface Waiting {
  company: string;
  /** The name of the API key. */
  key: string;
  address: string;
  /** Whether it takes what it finds: then new mail is of use to one such call alone. */
  claims: boolean;
  /** Whether a message may be what it waits for, judged by its row alone. */
  mayWant(message: Arrival): boolean;
}

export interface Waiter extends Disposable {
  /** Fulfilled when there may be something new to find, the time is over, the signal is aborted, or the server stops. */
  woken(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Tells the next call that claims at this address that there may be more than this one has taken. */
  passOn(): void;
}

/** Below a floor, all messages of an address are claimed for good, so that nobody looks there again. */
export interface ClaimFloors {
  of(address: string): Mark | undefined;
  set(address: string, floor: Mark): void;
  /** Goes up to the first message that follows the floor and is not claimed for good, if there is one, by when it came. */
  raise(address: string, floor: Mark, first: Date | null, now: Date): void;
  /** A message has come that may lie below: those that come at the same time are not committed in their order. */
  lower(address: string, at: Date): void;
}

/** The calls of this process that wait for mail. */
export interface Waiters {
  /** Takes a call in before its first look, so that no mail comes unseen between that and its waiting (row R06).
   * @throws Refusal when its key or its company has too many */
  enter(waiting: Waiting): Waiter;
  /** Wakes whom mail that is on disk may concern. */
  hear(stored: Arrival[]): void;
  /** Sends all home, and everybody who comes later. */
  stop(): void;
  readonly isStopped: boolean;
  /** How many calls wait for mail at an address. */
  waitingAt(address: string): number;
  readonly claimFloors: ClaimFloors;
}
