import { column, type DoctypeRule, flagColumn, instantColumn } from "../../platform/doctype.ts";

/** The doctype Notification Log: each member's own (requirement P126). */
export const notificationLog: DoctypeRule = {
  model: ({ db }) => db.notificationLog as never,
  key: "name",
  readable: (member) => ({ for_user: member.name }),
  fields: {
    name: column("name", "uuid"),
    subject: column("subject", "text"),
    type: column("type", "text"),
    email_content: column("email_content", "text"),
    document_type: column("document_type", "text"),
    document_name: column("document_name", "text"),
    for_user: column("for_user", "address"),
    read: flagColumn("read"),
    creation: instantColumn("creation"),
    modified: instantColumn("modified"),
  },
};
