import { StoredUser, session } from "@mayfly/contracts";
import { stored } from "../ui/stored.ts";
import { call } from "./api.ts";
import { paths } from "./paths.ts";

const user = stored("user");

/** The person who logged in on this browser. Says nothing about the session, which is a cookie. */
export function storedUser(): StoredUser | undefined {
  try {
    return StoredUser.parse(JSON.parse(user.read() ?? ""));
  } catch {
    return undefined;
  }
}

export const forgetUser = () => user.write(null);
export function storeUser(person: StoredUser) {
  // Other tabs hear of a change only, and this is the same person if a session has ended.
  forgetUser();
  user.write(JSON.stringify(person));
}

/** Calls the listener when somebody has logged in in another tab. The function that it returns ends that. */
export function onOtherLogin(listener: () => void) {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === "user" && newValue) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/**
 * Where this page is between two sessions, or within one, which is "there":
 * - "arriving": from a login until its first dashboard page has been shown (C06);
 * - "leaving": from a logout on, during which the server may refuse calls of the page that is left. The next login must
 *   not lead back to that page;
 * - "staying": the logout has failed, and may have left the session alive. The login screen must not send the person
 *   straight back (P48).
 */
type Phase = "there" | "arriving" | "leaving" | "staying";
let phase: Phase = "there";
export const sessionPhase = () => phase;
export const isLeaving = () => phase === "leaving" || phase === "staying";

/** A person has logged in. */
export function beginSession(person: StoredUser) {
  storeUser(person);
  phase = "arriving";
}
/** The first dashboard page after a login has been shown. */
export function arrive() {
  if (phase === "arriving") phase = "there";
}
/** A page that needs a session is shown: a logout before it is over. */
export function enterSession() {
  if (isLeaving()) phase = "there";
}
/** The login screen has taken notice of a logout that failed. */
export function noticeStay() {
  if (phase === "staying") phase = "leaving";
}

/** How long a logout waits for what the user has asked for before. */
const finishMilliseconds = 2_000;
const unfinished = new Set<() => Promise<unknown>>();

/** Has a logout finish something first. The function that it returns ends that. */
export function beforeLogout(finish: () => Promise<unknown>) {
  unfinished.add(finish);
  return () => {
    unfinished.delete(finish);
  };
}

/** Ends the session, even if the call fails (C20). A second press could end the next one: it does nothing. @returns whether it was the first */
export async function endSession(): Promise<boolean> {
  if (isLeaving()) return false;
  forgetUser();
  phase = "leaving";
  try {
    // A server that does not answer must not keep the session open.
    const late = new Promise((give) => setTimeout(give, finishMilliseconds));
    await Promise.race([Promise.all([...unfinished].map((finish) => finish())), late]);
    await call(session.logout, {});
  } catch {
    phase = "staying";
  }
  return true;
}

/** What RequireSession passes to the login screen. */
export interface LoginReason {
  /** Where the visitor wanted to go. */
  wanted: string;
  /** Whether a user was logged in and has not logged out. */
  ended: boolean;
  /** That user's email, for the form (see useKnownEmail.ts). */
  email: string | undefined;
}

/** Where to go after login: a path of this app and nothing else, or the dashboard. */
export function destination(state: unknown): string {
  const wanted = (state as Partial<LoginReason> | null | undefined)?.wanted;
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : paths.dashboard;
}
