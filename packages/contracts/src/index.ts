import { api_key } from "./api_key.ts";
import { domain } from "./domain.ts";
import { email } from "./email.ts";
import { inbox } from "./inbox.ts";
import { invitation } from "./invitation.ts";
import { plan } from "./plan.ts";
import { load, reportview, resource } from "./platform.ts";
import { profile } from "./profile.ts";
import { register } from "./register.ts";
import { reset_user } from "./reset_user.ts";
import { session } from "./session.ts";
import { setting } from "./setting.ts";
import { stats } from "./stats.ts";
import { team } from "./team.ts";
import { domains } from "./v1/domains.ts";
import { emails } from "./v1/emails.ts";
import { jobs } from "./v1/jobs.ts";
import { keys } from "./v1/keys.ts";
import { me } from "./v1/me.ts";
import { members } from "./v1/members.ts";
import { messages } from "./v1/messages.ts";
import { webhooks } from "./v1/webhooks.ts";
import { webhook } from "./webhook.ts";

export * from "./address.ts";
export * from "./api_key.ts";
export * from "./app_link.ts";
export * from "./domain.ts";
export * from "./email.ts";
export * from "./fields.ts";
export * from "./first_view.ts";
export * from "./inbox.ts";
export * from "./invitation.ts";
export * from "./limits.ts";
export * from "./new_password.ts";
export * from "./notification.ts";
export * from "./otp.ts";
export * from "./password.ts";
export * from "./plan.ts";
export * from "./platform.ts";
export * from "./profile.ts";
export * from "./quota.ts";
export * from "./register.ts";
export * from "./request.ts";
export * from "./reset_user.ts";
export * from "./scope.ts";
export * from "./session.ts";
export * from "./setting.ts";
export * from "./stats.ts";
export * from "./team.ts";
export * from "./texts.ts";
export * from "./unicode_domain.ts";
export * from "./v1/domains.ts";
export * from "./v1/emails.ts";
export * from "./v1/jobs.ts";
export * from "./v1/list.ts";
export * from "./v1/me.ts";
export * from "./v1/members.ts";
export * from "./v1/messages.ts";
export { namedSchemas } from "./v1/named.ts";
export * from "./v1/problem.ts";
export * from "./v1/wait.ts";
export * from "./v1/webhooks.ts";
export * from "./values.ts";
export * from "./webhook.ts";
export * from "./webhook_event.ts";
export * from "./wire.ts";

/** Every call of the web app. The server does not compile without a handler for each. */
export const contracts = {
  session,
  register,
  reset_user,
  invitation,
  profile,
  setting,
  plan,
  stats,
  domain,
  email,
  team,
  webhook,
  api_key,
  inbox,
  reportview,
  load,
  resource,
};

/** Every resource of the REST API, and its calls. The server does not compile without a handler for each. */
export const resources = { me, emails, messages, domains, webhooks, members, jobs, keys };
