import { visibilities } from "@mayfly/contracts";
import type { CurrentMember } from "../../context.ts";
import { choiceColumn, column, type DoctypeRule, flagColumn, instantColumn } from "../../platform/doctype.ts";

/** What a member may read of what belongs to an address: their own and the Public; Administrators all (P55, P56). */
export const readable = (member: CurrentMember) =>
  member.role === "Administrator" ? {} : { OR: [{ owner: member.name }, { visibility: "Public" as const }] };

/** The doctype Email. */
export const email: DoctypeRule = {
  model: ({ db }) => db.email as never,
  key: "email_name",
  readable,
  fields: {
    name: column("email_name", "address"),
    email_name: column("email_name", "address"),
    expiry: instantColumn("expiry"),
    reason: column("reason", "text"),
    visibility: choiceColumn("visibility", visibilities),
    is_active: flagColumn("is_active"),
    creation: instantColumn("creation"),
    modified: instantColumn("modified"),
    owner: column("owner", "address"),
  },
};
