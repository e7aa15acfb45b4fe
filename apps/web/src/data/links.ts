// Links to things that have names. Not in paths.ts, which the login loads.
import { paths } from "./paths.ts";

export const webhookOf = (name: string) => `${paths.webhooks}/${encodeURIComponent(name)}`;
export const inboxOf = (address: string) => `${paths.inbox}?email=${encodeURIComponent(address)}`;
/** A message in the inbox of one address, or in the inbox of all addresses. */
export const messageOf = (name: string, address?: string) =>
  `${address === undefined ? `${paths.inbox}?` : `${inboxOf(address)}&`}message=${encodeURIComponent(name)}`;
export const verificationOf = (request: string) => `${paths.verifyOtp}?signup_request=${encodeURIComponent(request)}`;
/** The search of all mail for a query. */
export const searchOf = (q: string) => (q === "" ? paths.search : `${paths.search}?q=${encodeURIComponent(q)}`);
