import type { Logger } from "pino";

/** The words by which security events are found in the log (docs/operations.md lists what each means). */
export type SecurityEvent =
  | "login"
  | "login_refused"
  | "logout"
  | "reset_asked"
  | "reset_done"
  | "reset_refused"
  | "password_changed"
  | "password_refused"
  | "member_invited"
  | "member_joined"
  | "invitation_refused"
  | "invitation_renewed"
  | "invitation_withdrawn"
  | "role_changed"
  | "activation_changed"
  | "secret_changed"
  | "access_refused";

/**
 * Logs a security event of a call.
 * @param account whose account it is about: its login, of which the log gets a hash only
 * @param more what else is said of it: no address, password or token
 */
export type ReportSecurity = (event: SecurityEvent, account: string | undefined, more?: Details) => void;

interface Details {
  /** The member who did it, where that is another. Hashed too. */
  by?: string;
  role?: string | undefined;
  active?: boolean | undefined;
  /** The path of the call, and the status that it was answered with. */
  call?: string;
  status?: number;
}

/** Of the hash, as many characters as tell accounts apart. */
const shown = 16;

/** @param log a request's, whose lines have its id @param network as rate limits count it */
export function openSecurityLog(log: Pick<Logger, "info">, network: string, secret: (purpose: string) => string) {
  const hash = (account: string) => secret(`security log of ${account}`).slice(0, shown);
  const report: ReportSecurity = (event, account, { by, ...more } = {}) => {
    const who = { ...(account !== undefined && { account: hash(account) }), ...(by !== undefined && { by: hash(by) }) };
    log.info({ event, ...who, network, ...more }, "security");
  };
  return report;
}
