import type { Contract, Role } from "@mayfly/contracts";
import type { z } from "zod";
import type { Clock } from "./clock.ts";
import type { CompanyDatabase, CompanyTransaction } from "./database/company_database.ts";
import type { RootDatabase } from "./database/database.ts";
import type { Email, PlanName } from "./generated/prisma/client.ts";
import type { Keys, KnownKey } from "./keys.ts";
import type { Throttle } from "./limits/rate_limit.ts";
import type { Messages } from "./mail/stored_messages.ts";
import type { ReportSecurity } from "./monitoring/security_log.ts";
import type { Dns } from "./outbound/dns.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { Waiters } from "./waiters.ts";

export interface CurrentMember {
  name: string;
  full_name: string;
  role: Role;
  company: string;
}

/** The ways in which a caller proves who they are. */
export type Via = "session" | "key";

/** The caller's login, as the cookie carries it. */
export interface SessionCookie {
  /** The token that came with the request. */
  readonly token: string | undefined;
  set(token: string): void;
  clear(): void;
}

/** What a browser that a call comes from has been marked with. */
export interface BrowserMark {
  /** Whether this was the last that the browser was marked with. */
  knows(what: string): boolean;
  remember(what: string): void;
}

/** Who may register: anybody, nobody, or who has an address on one of these domains. Invitations go on in any case. */
export type Registration = "open" | "closed" | string[];

/** What decides who may read an address and its mail. */
export type ReadBy = Pick<Email, "company" | "owner" | "visibility">;

/** Whose live connections to close: those of one session, or all of a member's except one session's. */
export type HangUp = { token: string } | { member: string; except?: string | undefined };

/** The part of the context that calls and jobs share. */
export interface CommonContext {
  rootDb: RootDatabase;
  clock: Clock;
  dns: Dns;
  /** A secret for one purpose, derived from SECRET_KEY. */
  secret(purpose: string): string;
  /** RATE_LIMIT_FACTOR: multiplies every limit against abuse; 0 turns them off. */
  limitFactor: number;
  /** An address of the web app, from PUBLIC_URL and nothing else (threat 35). */
  link(path: string): string;
  /** The host that the MX records of companies' domains must name. */
  mailHost: string;
}

/** What the handler of a call that needs no login is given. */
export interface Context extends CommonContext {
  messages: Messages;
  outbound: Outbound;
  session: SessionCookie;
  /** The member who last logged in from it. */
  browser: BrowserMark;
  /** The registration that was begun in it. */
  signupBrowser: BrowserMark;
  hangUp(who: HangUp): void;
  /** Sends a message to an address through the SMTP receiver. @throws the receiver's refusal, or that it does not answer */
  deliver(to: string, raw: Buffer): Promise<void>;
  /** Tells a member's browsers that the member has opened a message. */
  tellSeen(member: string, message: string): void;
  /** Tells the browsers of a message's readers that it has been deleted. */
  tellDeleted(message: ReadBy, name: string): void;
  /** The network that the call comes from, as rate limits count it. */
  source: string;
  /** By what the caller is known. */
  via: Via;
  /** The key that the caller's program came with. */
  key: KnownKey | undefined;
  keys: Keys;
  /** The calls that wait for mail. */
  waiters: Waiters;
  throttle: Throttle;
  reportSecurity: ReportSecurity;
  /** Where applications send their mail: the receiver's host and port. */
  mailServer: string;
  /** The platform's own domains, on which every company may make addresses. */
  defaultDomains: string[];
  registration: Registration;
  /** The plan of a newly verified company. */
  defaultPlan: PlanName;
  /** The address that the platform's own mail comes from. */
  sender: string;
  /** Undefined: a guest. */
  member: CurrentMember | undefined;
}

/** What the handler of a member's call is given: `db` reaches the rows of the member's company, and no others. */
export interface MemberContext extends Context {
  db: CompanyDatabase;
  member: CurrentMember;
  /**
   * For what no index finds, or what reads very much: from now on the call has a turn among slow calls. Returns the database by
   * connections that break off a statement that takes too long (http/shares.ts), and the member as they are after the wait.
   * @throws Refusal when too many slow calls wait, or the caller may no longer make this one
   */
  asSlowCall(): Promise<Pick<MemberContext, "db" | "member">>;
}

/** What the handler of a call of the REST API is given. */
export interface KeyContext extends MemberContext {
  key: KnownKey;
}

/** What is done in a turn of such a call that is held: it is no slow call. */
export type TurnContext = Omit<KeyContext, "asSlowCall">;

/** What the handler of a call that may be answered much later is given: no database until its turn comes. */
export interface HeldContext extends Omit<KeyContext, "db" | "asSlowCall"> {
  /**
   * Does a part of the work in the member's turn. The caller may have lost rights meanwhile: then it throws a Refusal.
   * @param how whether the work reads mail: then it leaves some of the member's turns to other calls
   */
  inTurn<Value>(work: (context: TurnContext) => Promise<Value>, how: { readsMail: boolean }): Promise<Value>;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Milliseconds since the request came. */
  elapsed(): number;
  /** Undoes what was done for an answer that its client has not got, unless a repeated request gets it. */
  ifLost(undo: () => Promise<void>): void;
}

/** A POST of the REST API is one transaction, together with the answer that its Idempotency-Key keeps. */
export interface CreateContext extends Omit<MemberContext, "db" | "asSlowCall"> {
  db: CompanyTransaction;
}

/** The same, where the caller must be known by a key. */
export type KeyCreateContext = CreateContext & Pick<KeyContext, "key">;

export type ContextOf<C extends Contract> = C extends { kind: "held" }
  ? HeldContext
  : C extends { wire: "rest"; verb: "POST" }
    ? KeyCreateContext
    : C extends { wire: "rest" }
      ? KeyContext
      : C["access"] extends "Guest"
        ? Context
        : MemberContext;

export interface Handler<C extends Contract> {
  (context: ContextOf<C>, input: z.output<C["input"]>): Promise<z.input<C["output"]>>;
  /** Of a POST of the REST API that changes something in one statement: alone, it needs no transaction. */
  isSingle?: true;
  /** Of a POST of the REST API that answers with records: how its answer is given again. */
  repeat?: Repeat<C>;
}

/** How an answer is given again to a request with the same Idempotency-Key: with today's rights and records (threat 60). */
export interface Repeat<C extends Contract, Names = Record<string, unknown>> {
  /** The names of its records. Undefined: it has changed nothing, so nothing is kept. */
  keep(output: z.output<C["output"]>): Names | undefined;
  /** @throws Refusal when the caller may no longer read them, or they are gone */
  again(context: KeyCreateContext, names: Names): Promise<z.input<C["output"]>>;
}

/** Ties to the handler of a POST how its answer is given again. */
export const repeatable = <C extends Contract, Names>(
  _contract: C,
  handle: Handler<C>,
  repeat: Repeat<C, Names>,
): Handler<C> => Object.assign(handle, { repeat: repeat as Repeat<C> });

/** Ties a handler to its contract, for the types alone. */
export const handler = <C extends Contract>(
  _contract: C,
  handle: (...given: Parameters<Handler<C>>) => ReturnType<Handler<C>>,
): Handler<C> => handle;
