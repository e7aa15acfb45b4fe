import { type Contract, contracts, resources } from "@mayfly/contracts";
import { bind, type Call } from "./call.ts";
import type { Handler } from "./context.ts";
import { create_api_key } from "./features/api_key/create_api_key.ts";
import { get_api_keys } from "./features/api_key/get_api_keys.ts";
import { revoke_api_key } from "./features/api_key/revoke_api_key.ts";
import { rotate_api_key } from "./features/api_key/rotate_api_key.ts";
import { add_domain } from "./features/domain/add_domain.ts";
import { list_domains } from "./features/domain/list_domains.ts";
import { remove_domain } from "./features/domain/remove_domain.ts";
import { verify_domain } from "./features/domain/verify_domain.ts";
import { create_email } from "./features/email/create_email.ts";
import { get_company_domains } from "./features/email/get_company_domains.ts";
import { get_mail_summary } from "./features/email/get_mail_summary.ts";
import { get_unique_email_prefix } from "./features/email/get_unique_email_prefix.ts";
import { is_email_available } from "./features/email/is_email_available.ts";
import { label_email } from "./features/email/label_email.ts";
import { toggle_email } from "./features/email/toggle_email.ts";
import { delete_message } from "./features/inbox/delete_message.ts";
import { download_attachment } from "./features/inbox/download_attachment.ts";
import { download_message } from "./features/inbox/download_message.ts";
import { get_headers } from "./features/inbox/get_headers.ts";
import { get_refused_mail } from "./features/inbox/get_refused_mail.ts";
import { get_source } from "./features/inbox/get_source.ts";
import { get_text } from "./features/inbox/get_text.ts";
import { get_timeline } from "./features/inbox/get_timeline.ts";
import { img } from "./features/inbox/img.ts";
import { mark_all_read } from "./features/inbox/mark_all_read.ts";
import { send_test_mail } from "./features/inbox/send_test_mail.ts";
import { accept_invitation } from "./features/invitation/accept_invitation.ts";
import { get_invitation } from "./features/invitation/get_invitation.ts";
import { get_company_plan } from "./features/plan/get_company_plan.ts";
import { get_stats } from "./features/plan/get_stats.ts";
import { get_profile } from "./features/profile/get_profile.ts";
import { update_profile } from "./features/profile/update_profile.ts";
import { create_account } from "./features/register/create_account.ts";
import { resend_otp } from "./features/register/resend_otp.ts";
import { verify_otp } from "./features/register/verify_otp.ts";
import { check_link } from "./features/reset_user/check_link.ts";
import { reset_user_password } from "./features/reset_user/reset_user_password.ts";
import { validate_otp } from "./features/reset_user/validate_otp.ts";
import { get_logged_user } from "./features/session/get_logged_user.ts";
import { login } from "./features/session/login.ts";
import { logout } from "./features/session/logout.ts";
import { get_notification_preferences } from "./features/setting/get_notification_preferences.ts";
import { update_notification_preferences } from "./features/setting/update_notification_preferences.ts";
import { update_password } from "./features/setting/update_password.ts";
import { get_dashboard_status } from "./features/stats/get_dashboard_status.ts";
import { get_team_members } from "./features/team/get_team_members.ts";
import { invite_team_member } from "./features/team/invite_team_member.ts";
import { make_invitation_link } from "./features/team/make_invitation_link.ts";
import { resend_invitation } from "./features/team/resend_invitation.ts";
import { update_team_member } from "./features/team/update_team_member.ts";
import { withdraw_invitation } from "./features/team/withdraw_invitation.ts";
import { create_webhook } from "./features/webhook/create_webhook.ts";
import { delete_webhook } from "./features/webhook/delete_webhook.ts";
import { enable_disable_webhook } from "./features/webhook/enable_disable_webhook.ts";
import { get_all_webhooks } from "./features/webhook/get_all_webhooks.ts";
import { get_delivery_body } from "./features/webhook/get_delivery_body.ts";
import { get_hmac_password } from "./features/webhook/get_hmac_password.ts";
import { get_webhook_deliveries } from "./features/webhook/get_webhook_deliveries.ts";
import { get_webhook_events } from "./features/webhook/get_webhook_events.ts";
import { redeliver } from "./features/webhook/redeliver.ts";
import { regenerate_hmac_password } from "./features/webhook/regenerate_hmac_password.ts";
import { send_test_event } from "./features/webhook/send_test_event.ts";
import { update_webhook } from "./features/webhook/update_webhook.ts";
import { getdoc } from "./frappe/load/getdoc.ts";
import { get } from "./frappe/reportview/get.ts";
import { get_count } from "./frappe/reportview/get_count.ts";
import { list } from "./frappe/resource/list.ts";
import * as domains from "./rest/v1/domains.ts";
import * as emails from "./rest/v1/emails.ts";
import * as jobs from "./rest/v1/jobs.ts";
import * as keys from "./rest/v1/keys.ts";
import * as me from "./rest/v1/me.ts";
import * as members from "./rest/v1/members.ts";
import * as messages from "./rest/v1/messages.ts";
import * as webhooks from "./rest/v1/webhooks.ts";

type Handlers<Groups> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: Groups[Group][Name] extends infer C extends Contract ? Handler<C> : never;
  };
};

/** The handlers of the web app's calls. A contract without one does not compile. */
const methods: Handlers<typeof contracts> = {
  session: { login, logout, get_logged_user },
  register: { create_account, verify_otp, resend_otp },
  reset_user: { reset_user_password, check_link, validate_otp },
  invitation: { get_invitation, accept_invitation },
  profile: { get_profile, update_profile },
  setting: { update_password, get_notification_preferences, update_notification_preferences },
  plan: { get_company_plan, get_stats },
  stats: { get_dashboard_status },
  domain: { list_domains, add_domain, verify_domain, remove_domain },
  email: {
    get_company_domains,
    is_email_available,
    get_unique_email_prefix,
    create_email,
    toggle_email,
    label_email,
    get_mail_summary,
  },
  team: {
    invite_team_member,
    get_team_members,
    update_team_member,
    resend_invitation,
    make_invitation_link,
    withdraw_invitation,
  },
  webhook: {
    get_hmac_password,
    regenerate_hmac_password,
    get_all_webhooks,
    create_webhook,
    update_webhook,
    enable_disable_webhook,
    delete_webhook,
    get_webhook_events,
    get_webhook_deliveries,
    get_delivery_body,
    send_test_event,
    redeliver,
  },
  api_key: { get_api_keys, create_api_key, rotate_api_key, revoke_api_key },
  inbox: {
    get_text,
    get_headers,
    get_refused_mail,
    get_timeline,
    get_source,
    download_message,
    download_attachment,
    send_test_mail,
    mark_all_read,
    delete_message,
    img,
  },
  reportview: { get, get_count },
  load: { getdoc },
  resource: { list },
};

/** The same of the REST API. */
const restHandlers: Handlers<typeof resources> = { me, emails, messages, domains, webhooks, members, jobs, keys };

const callsOf = <Groups extends Record<string, object>>(groups: Groups, handlers: Handlers<Groups>): Call[] =>
  Object.entries(groups).flatMap(([group, contracts]) =>
    Object.entries(contracts as Record<string, Contract>).map(([name, contract]) => {
      const handle = (handlers as Record<string, Record<string, Handler<Contract>>>)[group]?.[name];
      if (handle === undefined) throw new Error(`${group}.${name} has no handler`);
      return bind(group, name, contract, handle);
    }),
  );

/** Every call of every wire. */
export const calls: Call[] = [...callsOf(contracts, methods), ...callsOf(resources, restHandlers)];
