import * as z from "zod/mini";
import { daySeconds } from "./email.ts";
import { requiredLine } from "./fields.ts";
import { limits } from "./limits.ts";
import { scopes } from "./scope.ts";
import { blank, Done, instant, numeric, paging } from "./values.ts";
import { api, get, methods, post } from "./wire.ts";

/** Seconds that a new key may live; 0 is for good. */
export const keyLifetimes = [30, 90, 365, 0].map((days) => days * daySeconds);

/** A key, as `mfly_` and 39 characters (row Q03). For secret scanners; the last six are a checksum. */
export const keyPattern = /\bmfly_[0-9A-Za-z]{39}\b/;

export const apiKeyTexts = {
  nameRequired: "A name for the key is required",
  scopesRequired: "Choose at least one scope",
  unknownLifetime: "Please choose one of the offered expiry times.",
  networkInvalid: (network: string) => `Not a network: ${network}. Write it as 192.0.2.0/24 or 2001:db8::/32.`,
  tooMany: `A company may have at most ${limits.apiKeysMax} keys. Please revoke one that is no longer used.`,
  created: "API key created successfully!",
  rotated: "API key rotated successfully!",
  revoked: "API key revoked successfully!",
  notYours: "Only the key's own member can rotate it, because they see the new key.",
  replaced: "This key has already been rotated.",
} as const;

/** A key as the page lists it. The key itself is shown once, when it is made. */
export const ApiKey = z.object({
  name: z.string(),
  key_name: z.string(),
  /** Its first characters. */
  first: z.string(),
  /** The member as whom it calls. */
  owner: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The networks that it may be used from (CIDR); empty: any. */
  networks: z.array(z.string()),
  /** Null: never. */
  expiry: z.nullable(instant),
  /** The key that it was rotated for; until its expiry it goes on working. */
  replaced_by: z.nullable(z.string()),
  /** To the minute. Null: not yet. */
  last_used: z.nullable(instant),
  last_network: z.nullable(z.string()),
  creation: instant,
});
export type ApiKey = z.infer<typeof ApiKey>;

const NewApiKey = z.extend(ApiKey, {
  ...Done.shape,
  /** The key. It is told this once and kept nowhere. */
  key: z.string(),
});

const name = z.uuid();

export const api_key = methods(`${api}.api_key`, {
  /** A Member's own; for Administrators, the company's. The newest first. */
  get_api_keys: get({
    access: "Member",
    input: z.object(paging(limits.listPageMax)),
    output: z.object({ api_keys: z.array(ApiKey), count: z.number() }),
  }),
  create_api_key: post({
    access: "Member",
    plan: true,
    input: z.object({
      key_name: requiredLine(apiKeyTexts.nameRequired, "Name"),
      scopes: z
        .array(z.enum(scopes), { error: apiKeyTexts.scopesRequired })
        .check(z.minLength(1, { error: apiKeyTexts.scopesRequired }), z.maxLength(scopes.length)),
      /** Seconds, one of `keyLifetimes`. */
      duration: blank(z._default(numeric(apiKeyTexts.unknownLifetime), 0)),
      networks: z._default(z.array(z.string().check(z.trim(), z.maxLength(50))).check(z.maxLength(20)), []),
    }),
    output: NewApiKey,
  }),
  /** Makes a new key like it. The old one works for `overlap` seconds more, so that programs can change over. */
  rotate_api_key: post({
    access: "Member",
    plan: true,
    input: z.object({
      name,
      overlap: blank(z._default(numeric().check(z.int(), z.minimum(0), z.maximum(daySeconds)), 3600)),
    }),
    output: NewApiKey,
  }),
  revoke_api_key: post({ access: "Member", input: z.object({ name }), output: Done }),
});
