import type { Role, Scope } from "@mayfly/contracts";

/** A key that exists, its member as they are now, and what their company's plan says. */
export interface KnownKey {
  name: string;
  company: string;
  scopes: Scope[];
  /** The networks that it may be used from (CIDR); empty: any. */
  networks: string[];
  expiry: Date | null;
  /** The company's plan: the last day on which it is good, or empty, and whether it has the API. */
  plan: { expiry_date: string; api: boolean };
  member: { name: string; full_name: string; role: Role; is_active: boolean };
}

/** What a text that may be a guess costs its source. */
export interface Guess {
  /** @throws Refusal when the source has made too many */
  count(): Promise<void>;
  giveBack(): Promise<void>;
}

export interface Keys {
  /**
   * Undefined: there is no such key, or it is not one of a member who may log in, or it has expired. A key that is not known
   * from before counts as a guess until it is found, so that a source that has made too many costs no look-up.
   */
  find(text: string, guess: Guess): Promise<KnownKey | undefined>;
  /** Takes the next call with a key of this company for the first one. */
  forget(company: string): void;
  /** Writes down that a key was used, at most once a minute. Never fails: nobody waits for it. */
  used(key: KnownKey, network: string): void;
}
