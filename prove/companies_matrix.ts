import { type Contract, contracts, resources } from "@mayfly/contracts";
import { registration } from "@mayfly/server/testing/registration";
import { type Company, password } from "./furnished_company.ts";

type Input = Record<string, unknown>;

/** How a method answers callers who name another company's things, and what proves that the names were real. */
export interface Row {
  /** The input, with the victim's names wherever the method takes any. */
  input(victim: Company, stranger: Company): Input | Input[];
  /** The status for another company's Administrator. An answer of 200 must hold nothing of the victim's. */
  stranger: number;
  /** The status for a Member of the victim's own company, who may not see what is private; 200 unless given. */
  colleague?: number;
  /** The owner's input, where it is another. */
  own?(victim: Company): Input;
  /** What the owner's call does, to prove that the others' could have: tells of the company, or changes its rows. */
  proof: "tells" | "changes" | "nothing";
  /** Answers with numbers: a stranger's are the same with and without a victim, and zero for a query that names one. */
  numbers?: boolean;
}

const everything = (filters: unknown) => ({ fields: '["*"]', filters: JSON.stringify(filters) });
/** Every generic query that names the victim, or asks for all rows. */
const queries = ({ administrator, address, message, notification }: Company): Input[] => [
  { doctype: "Customer Inbox", ...everything([]) },
  { doctype: "Customer Inbox", ...everything([["Customer Inbox", "recipients", "=", address]]) },
  { doctype: "Customer Inbox", ...everything({ name: message }) },
  { doctype: "Email", ...everything({}) },
  { doctype: "Email", ...everything([["owner", "=", administrator.name]]) },
  { doctype: "Email", ...everything([["email_name", "like", `%${address.slice(3)}`]]) },
  { doctype: "Notification Log", ...everything([]) },
  { doctype: "Notification Log", ...everything({ name: notification }) },
];
/** The same, and searches. One `in:` an address of others is refused (search_messages.test.ts). */
const searches = (victim: Company): Input[] => [
  ...queries(victim),
  ...["-nothing", `to:${victim.address}`].map((q) => ({ doctype: "Customer Inbox", fields: '["*"]', q })),
];
const named =
  (name: keyof Company): Row["input"] =>
  (victim) => ({ name: victim[name] });
const webhookNamed =
  (more: Input = {}): Row["input"] =>
  ({ webhook }) => ({ webhook_name: webhook, ...more });
const form = { url: "https://elsewhere.example/", event: "email.created" };
const change = (old: string) => ({
  current_password: old,
  new_password: "Another horse 1!",
  confirm_password: "Another horse 1!",
});
/** A method that takes no name, and answers about the caller. */
const callers: Row = { input: () => ({}), stranger: 200, proof: "tells" };

type Matrix = {
  [Group in keyof typeof contracts]: Record<keyof (typeof contracts)[Group], Row>;
};

/** Every call of the web app. A call without a row does not compile. */
const matrix: Matrix = {
  session: {
    login: {
      input: ({ administrator }) => ({ usr: administrator.name, pwd: "a guess" }),
      ...{ stranger: 401, colleague: 401, proof: "changes" },
      own: ({ administrator }) => ({ usr: administrator.name, pwd: password }),
    },
    logout: { input: () => ({}), stranger: 200, proof: "changes" },
    get_logged_user: callers,
  },
  register: {
    create_account: {
      input: ({ administrator, domain }) =>
        registration({ email_address: administrator.name, company_email: `hello@${domain}` }),
      ...{ stranger: 200, proof: "nothing" },
    },
    // A person who registers is in no company yet, and nobody else knows the id of the request.
    verify_otp: {
      input: () => ({ signup_request: crypto.randomUUID(), otp: "000000" }),
      ...{ stranger: 417, colleague: 417, proof: "nothing" },
    },
    resend_otp: {
      input: () => ({ signup_request: crypto.randomUUID() }),
      ...{ stranger: 417, colleague: 417, proof: "nothing" },
    },
  },
  reset_user: {
    reset_user_password: {
      input: ({ administrator }) => ({ email: administrator.name }),
      ...{ stranger: 200, proof: "nothing" },
    },
    check_link: {
      input: ({ administrator, resetToken }) =>
        [administrator.name, resetToken.toUpperCase(), `${resetToken} `.repeat(2), "%"].map((name) => ({ name })),
      own: ({ resetToken }) => ({ name: resetToken }),
      ...{ stranger: 417, colleague: 417, proof: "nothing" },
    },
    validate_otp: {
      input: ({ administrator, resetToken }) =>
        [administrator.name, resetToken.toUpperCase(), `${resetToken} `.repeat(2), "%"].map((name) => ({
          name,
          password: "Another horse 1!",
        })),
      own: ({ resetToken }) => ({ name: resetToken, password: "Another horse 1!" }),
      ...{ stranger: 417, colleague: 417, proof: "changes" },
    },
  },
  invitation: {
    // The token is all that who is invited has.
    get_invitation: {
      input: ({ invitationToken }) =>
        [`${invitationToken}a`, invitationToken.toUpperCase(), "%"].map((name) => ({ name })),
      own: ({ invitationToken }) => ({ name: invitationToken }),
      ...{ stranger: 417, colleague: 417, proof: "tells" },
    },
    accept_invitation: {
      input: ({ invitationToken, invited }) =>
        [`${invitationToken}a`, invited, "%"].map((name) => ({ name, password: "Another horse 1!", otp: "000000" })),
      own: ({ invitationToken }) => ({ name: invitationToken, password: "Another horse 1!" }),
      ...{ stranger: 417, colleague: 417, proof: "changes" },
    },
  },
  profile: {
    get_profile: callers,
    update_profile: { input: () => ({ full_name: "Somebody else" }), stranger: 200, proof: "changes" },
  },
  setting: {
    update_password: {
      input: () => change("a guess"),
      own: () => change(password),
      ...{ stranger: 417, colleague: 417, proof: "changes" },
    },
    get_notification_preferences: { ...callers, proof: "nothing" },
    update_notification_preferences: { input: () => ({ preferences: '["Team"]' }), stranger: 200, proof: "changes" },
  },
  plan: {
    get_company_plan: callers,
    get_stats: { ...callers, proof: "nothing", numbers: true },
  },
  stats: {
    get_dashboard_status: { ...callers, proof: "nothing", numbers: true },
  },
  domain: {
    list_domains: callers,
    add_domain: {
      input: ({ domain }) => ({ domain }),
      own: ({ domain }) => ({ domain: `new.${domain}` }),
      stranger: 409,
      proof: "changes",
    },
    verify_domain: { input: ({ domain }) => ({ domain }), stranger: 404, proof: "nothing" },
    remove_domain: { input: ({ domain }) => ({ domain_name: domain }), stranger: 404, proof: "changes" },
  },
  email: {
    get_company_domains: callers,
    is_email_available: {
      input: ({ address, domain }) => [{ email: address }, { email: `new@${domain}` }],
      own: ({ domain }) => ({ email: `new@${domain}` }),
      ...{ stranger: 200, proof: "nothing" },
    },
    get_unique_email_prefix: { input: ({ domain }) => ({ domain }), stranger: 417, proof: "nothing" },
    create_email: {
      input: ({ domain }) => ({ domain, email_prefix: "new" }),
      own: ({ domain }) => ({ domain, email_prefix: "own" }),
      ...{ stranger: 417, proof: "changes" },
    },
    toggle_email: {
      input: ({ address }) => [
        { email: address, action: "deactivate" },
        { email: address, action: "activate" },
        { email: address, action: "undo" },
      ],
      own: ({ address }) => ({ email: address }),
      ...{ stranger: 404, colleague: 404, proof: "changes" },
    },
    label_email: {
      input: ({ address }) => ({ email: address, tags: ["taken"], note: "taken" }),
      ...{ stranger: 404, colleague: 404, proof: "changes" },
    },
    get_mail_summary: { input: ({ address }) => ({ emails: [address] }), stranger: 200, proof: "tells" },
  },
  team: {
    invite_team_member: {
      input: ({ member }) => ({ name: "Somebody", email: member.name, role: "Member" }),
      own: ({ domain }) => ({ name: "Somebody", email: `new@${domain}`, role: "Member" }),
      ...{ stranger: 200, proof: "changes" },
    },
    resend_invitation: {
      input: ({ invited }) => ({ customer_email: invited }),
      ...{ stranger: 404, proof: "changes" },
    },
    make_invitation_link: {
      input: ({ invited }) => ({ customer_email: invited }),
      ...{ stranger: 404, proof: "changes" },
    },
    withdraw_invitation: {
      input: ({ invited }) => ({ customer_email: invited }),
      ...{ stranger: 404, proof: "changes" },
    },
    get_team_members: callers,
    update_team_member: {
      input: ({ member, administrator, invited }) => [
        { customer_email: member.name, role: "Administrator" },
        { customer_email: administrator.name, is_active: 0 },
        { customer_email: invited, is_active: 0 },
      ],
      own: ({ member }) => ({ customer_email: member.name, is_active: 0 }),
      ...{ stranger: 404, proof: "changes" },
    },
  },
  webhook: {
    get_hmac_password: { ...callers, proof: "nothing" },
    regenerate_hmac_password: { ...callers, proof: "changes" },
    get_all_webhooks: callers,
    create_webhook: {
      input: ({ webhook }) => ({ ...form, name: webhook }),
      ...{ stranger: 404, proof: "changes" },
    },
    update_webhook: {
      input: ({ webhook }) => ({ ...form, name: webhook }),
      own: ({ webhook, domain }) => ({ ...form, url: `https://${domain}/changed`, name: webhook }),
      ...{ stranger: 404, proof: "changes" },
    },
    enable_disable_webhook: { input: webhookNamed({ enable: 0 }), stranger: 404, proof: "changes" },
    delete_webhook: { input: webhookNamed(), stranger: 404, proof: "changes" },
    get_webhook_events: { ...callers, proof: "nothing" },
    get_webhook_deliveries: { input: webhookNamed(), stranger: 404, proof: "tells" },
    get_delivery_body: { input: ({ delivery }) => ({ delivery }), stranger: 404, proof: "tells" },
    send_test_event: { input: webhookNamed(), stranger: 404, proof: "changes" },
    redeliver: { input: ({ delivery }) => ({ delivery }), stranger: 404, proof: "changes" },
  },
  inbox: {
    get_text: { input: named("message"), stranger: 404, colleague: 404, proof: "tells" },
    get_headers: { input: named("message"), stranger: 404, colleague: 404, proof: "tells" },
    get_source: { input: named("message"), stranger: 404, colleague: 404, proof: "tells" },
    download_message: { input: named("message"), stranger: 404, colleague: 404, proof: "tells" },
    download_attachment: {
      input: ({ message }) => ({ name: message, part: 0 }),
      ...{ stranger: 404, colleague: 404, proof: "tells" },
    },
    get_timeline: { input: named("message"), stranger: 404, colleague: 404, proof: "tells" },
    get_refused_mail: {
      input: ({ address }) => ({ email: address }),
      ...{ stranger: 404, colleague: 404, proof: "tells" },
    },
    mark_all_read: {
      // The owner has opened the message.
      input: ({ address }) => ({ email: address }),
      ...{ stranger: 200, proof: "nothing" },
    },
    send_test_mail: {
      // Nobody takes in mail here.
      input: ({ address }) => ({ email: address }),
      ...{ stranger: 404, colleague: 404, proof: "nothing" },
    },
    delete_message: { input: named("message"), stranger: 404, colleague: 404, proof: "changes" },
    // The link gives access, and only in the session that it was made for: that of another message or image must not.
    img: {
      input: ({ image }, stranger) => [
        { ...image, signature: stranger.image.signature },
        { ...image, signature: "" },
        { ...image, url: `${image.url}x` },
        { ...stranger.image, source: image.source },
        { ...image, reader: stranger.image.reader },
        { ...image, reader: "" },
      ],
      own: ({ image }) => image,
      ...{ stranger: 403, colleague: 403, proof: "tells" },
    },
  },
  reportview: {
    get: { input: searches, stranger: 200, proof: "tells" },
    get_count: { input: queries, stranger: 200, proof: "nothing", numbers: true },
  },
  load: {
    getdoc: {
      input: ({ message, address, notification }) => [
        { doctype: "Customer Inbox", name: message },
        { doctype: "Email", name: address },
        { doctype: "Notification Log", name: notification },
      ],
      ...{ stranger: 404, colleague: 404, proof: "tells" },
    },
  },
  resource: {
    list: { input: queries, stranger: 200, proof: "tells" },
  },
  api_key: {
    get_api_keys: callers,
    create_api_key: {
      input: () => ({ key_name: "Mine", scopes: ["emails:read"] }),
      ...{ stranger: 200, proof: "changes" },
    },
    rotate_api_key: { input: named("key"), stranger: 404, colleague: 404, proof: "changes" },
    revoke_api_key: { input: named("key"), stranger: 404, colleague: 404, proof: "changes" },
  },
};

/** The row of a call of the REST API, from the things that its contract says it names. Everybody calls with a key that has all scopes. */
function restRow({ names = {}, example, kind, location, output }: Contract): Row {
  const things = Object.entries(names);
  const done = location !== undefined ? 201 : output.safeParse(undefined).success ? 204 : 200;
  // Every member may read webhooks; who may change them, the contract's access says.
  const isPrivate = things.some(([, thing]) => thing !== "webhook" && thing !== "delivery");
  return {
    input: (victim) => ({ ...example, ...Object.fromEntries(things.map(([field, thing]) => [field, victim[thing]])) }),
    stranger: things.length > 0 ? 404 : done,
    colleague: isPrivate ? 404 : done,
    proof: kind === "read" || kind === "file" ? "tells" : "changes",
  };
}

type RestCall = {
  [Group in keyof typeof resources]: `${Group}.${keyof (typeof resources)[Group] & string}`;
}[keyof typeof resources];

/** What is otherwise in the row of a call of the REST API. */
const restExceptions: Partial<Record<RestCall, Partial<Row>>> = {
  "emails.create": {
    input: ({ domain }) => ({ domain, prefix: "new" }),
    own: ({ domain }) => ({ domain, prefix: "own" }),
    stranger: 422,
  },
  // Of others' addresses, no more than their own.
  "emails.remove_run": { stranger: 200, colleague: 200 },
  "emails.wait": { input: ({ address }) => ({ id: address, timeout: 0, claim: true }) },
  // The claim that its key has.
  "messages.ack": { input: ({ message }) => ({ id: message }) },
  "messages.list": {
    input: ({ address }) => [
      { include: "text,html,links" },
      { q: `to:${address}` },
      { q: "-nothing", include: "text" },
    ],
  },
  "webhooks.create": { input: ({ domain }) => ({ ...form, url: `${form.url}rest`, domain }), stranger: 422 },
};

const callsOf = (groups: object) =>
  Object.entries(groups).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, Contract>).map(([name, contract]) => ({ feature, name, contract })),
  );

/** Every call of the contracts, on every wire, with its row. */
export const rows: { name: string; contract: Contract; row: Row | undefined }[] = [
  ...callsOf(contracts).map(({ feature, name, contract }) => ({
    ...{ name: `${feature}.${name}`, contract },
    row: (matrix as Record<string, Record<string, Row>>)[feature]?.[name],
  })),
  ...callsOf(resources).map(({ feature, name, contract }) => ({
    ...{ name: `${feature}.${name}`, contract },
    row: { ...restRow(contract), ...restExceptions[`${feature}.${name}` as RestCall] },
  })),
];
