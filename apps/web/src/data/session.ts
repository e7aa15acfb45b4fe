import { StoredUser, session } from "@mayfly/contracts";
import { useNavigate } from "react-router-dom";
import { stored } from "../ui/stored.ts";
import { dismissAll } from "../ui/toasts.ts";
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

// A logout that failed leaves the session alive; the login screen must not send the person straight back (P48).
let skipping = false;
export const skippingBounce = () => skipping;
export const skipBounce = (skip: boolean) => {
  skipping = skip;
};

// From a login until its first dashboard page has been shown (C06).
let arriving = false;
export const isArriving = () => arriving;
export const setArriving = (now: boolean) => {
  arriving = now;
};

// During a logout, the server may refuse calls of the page being left. The next login must not lead back to that page.
let leaving = false;
export const isLeaving = () => leaving;
export const setLeaving = (now: boolean) => {
  leaving = now;
};

/** What RequireSession passes to the login screen. */
export interface Wanted {
  /** Where the visitor wanted to go. */
  wanted: string;
  /** Whether a user was logged in and has not logged out. */
  ended: boolean;
  /** That user's email, for the form (see useKnownEmail.ts). */
  email: string | undefined;
}

/** Where to go after login: a path of this app and nothing else, or the dashboard. */
export function destination(state: unknown): string {
  const wanted = (state as Partial<Wanted> | null | undefined)?.wanted;
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : paths.dashboard;
}

/** What the user has asked for and the server must hear before the session ends. It ends in a moment. */
export const beforeLogout: { finish?: (() => Promise<unknown>) | undefined } = {};

/** Ends the session and goes to the login screen, even if the call fails (C20). */
export function useLogout() {
  const navigate = useNavigate();
  return async () => {
    // A second press could end the next session.
    if (leaving) return;
    forgetUser();
    setLeaving(true);
    try {
      await beforeLogout.finish?.();
      await call(session.logout, {});
    } catch {
      skipBounce(true);
    }
    // The toasts are meant for the user who leaves.
    dismissAll();
    void navigate(paths.login, { replace: true, state: null });
  };
}
