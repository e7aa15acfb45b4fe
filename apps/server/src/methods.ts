import type { Contract, contracts } from "@mayfly/contracts";
import type { Handler } from "./context.ts";
import { add_domain } from "./features/domain/add_domain.ts";
import { list_domains } from "./features/domain/list_domains.ts";
import { remove_domain } from "./features/domain/remove_domain.ts";
import { verify_domain } from "./features/domain/verify_domain.ts";
import { download_attachment } from "./features/inbox/download_attachment.ts";
import { download_message } from "./features/inbox/download_message.ts";
import { get_headers } from "./features/inbox/get_headers.ts";
import { get_source } from "./features/inbox/get_source.ts";
import { get_text } from "./features/inbox/get_text.ts";
import { img } from "./features/inbox/img.ts";
import { get_company_plan } from "./features/plan/get_company_plan.ts";
import { get_stats } from "./features/plan/get_stats.ts";
import { get_profile } from "./features/profile/get_profile.ts";
import { get_logged_user } from "./features/session/get_logged_user.ts";
import { login } from "./features/session/login.ts";
import { logout } from "./features/session/logout.ts";
import { get_dashboard_status } from "./features/stats/get_dashboard_status.ts";
import { create_webhook } from "./features/webhook/create_webhook.ts";
import { delete_webhook } from "./features/webhook/delete_webhook.ts";
import { enable_disable_webhook } from "./features/webhook/enable_disable_webhook.ts";
import { get_all_webhooks } from "./features/webhook/get_all_webhooks.ts";
import { get_hmac_password } from "./features/webhook/get_hmac_password.ts";
import { get_webhook_deliveries } from "./features/webhook/get_webhook_deliveries.ts";
import { get_webhook_events } from "./features/webhook/get_webhook_events.ts";
import { redeliver } from "./features/webhook/redeliver.ts";
import { regenerate_hmac_password } from "./features/webhook/regenerate_hmac_password.ts";
import { send_test_event } from "./features/webhook/send_test_event.ts";
import { update_webhook } from "./features/webhook/update_webhook.ts";
import { getdoc } from "./platform/load/getdoc.ts";
import { get } from "./platform/reportview/get.ts";
import { get_count } from "./platform/reportview/get_count.ts";
import { list } from "./platform/resource/list.ts";

type Methods = {
  [Feature in keyof typeof contracts]: {
    [Name in keyof (typeof contracts)[Feature]]: (typeof contracts)[Feature][Name] extends infer C extends Contract
      ? Handler<C>
      : never;
  };
};

/** Every contract's handler. A contract without one does not compile. */
export const methods: Methods = {
  session: { login, logout, get_logged_user },
  profile: { get_profile },
  plan: { get_company_plan, get_stats },
  stats: { get_dashboard_status },
  domain: { list_domains, add_domain, verify_domain, remove_domain },
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
    send_test_event,
    redeliver,
  },
  inbox: { get_text, get_headers, get_source, download_message, download_attachment, img },
  reportview: { get, get_count },
  load: { getdoc },
  resource: { list },
};
