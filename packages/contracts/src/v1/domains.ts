import * as z from "zod/mini";
import { described } from "../described.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";
import { Page, paged } from "./list.ts";
import { name } from "./named.ts";

/** A domain on which the company makes addresses. */
export const DomainResource = name(
  "Domain",
  z.object({
    id: described("Its id: the domain, in ASCII.", z.string()),
    domain_name: described("The same as `id`.", z.string()),
    unicode_name: described("The domain as people write it.", z.string()),
    is_default: described("Whether it is one of the platform's domains, which every company may use.", z.boolean()),
    is_verified: described("Whether addresses can be created on it.", z.boolean()),
    mx_found: described("Whether its mail was routed here at the last check.", z.boolean()),
    creation: described("When it was added; null for the platform's domains.", z.nullable(instant)),
  }),
  {
    id: "mail.lakeside.example",
    domain_name: "mail.lakeside.example",
    unicode_name: "mail.lakeside.example",
    is_default: false,
    is_verified: true,
    mx_found: true,
    creation: "2026-11-01T08:00:00.000Z",
  },
);
export type DomainResource = z.infer<typeof DomainResource>;

export const domains = {
  list: rest.get("/api/v1/domains", {
    summary: "List domains",
    description: "The company's domains, newest first, then the platform's.",
    scope: "domains:read",
    input: z.strictObject(paged),
    output: Page("DomainPage", DomainResource),
  }),
};
