/** What a key may be good for (row Q04). What its member may not do, it may not do either. */
export const scopes = [
  "emails:read",
  "emails:write",
  "messages:read",
  "messages:write",
  "domains:read",
  "webhooks:read",
  "webhooks:write",
  "team:read",
] as const;
export type Scope = (typeof scopes)[number];

/** Ready sets for the form. */
export const scopeSets: Readonly<Record<string, readonly Scope[]>> = {
  "Test suite": ["emails:read", "emails:write", "messages:read", "messages:write", "domains:read"],
  "Read only": ["emails:read", "messages:read", "domains:read", "webhooks:read", "team:read"],
};
