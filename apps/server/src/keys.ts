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

/** What was found for a text that was sent as a key. */
export type FoundKey =
  | { key: KnownKey }
  /** A guess is well formed, was looked up, and is nobody's. What is mistyped, or has ended, is none. */
  | { key?: never; isGuess: boolean };

export interface Keys {
  /** No key: there is no such key, or it is not one of a member who may log in, or it has expired. */
  find(text: string): Promise<FoundKey>;
  /** Takes the next call with a key of this company for the first one. */
  forget(company: string): void;
  /** Writes down that a key was used, at most once a minute. Never fails: nobody waits for it. */
  used(key: KnownKey, network: string): void;
}
