import type { WebhookEventData, WebhookEventName } from "@mayfly/contracts";

/** Made-up data for trying an event out. */
export function sampleOf<Name extends WebhookEventName>(
  event: Name,
  domain: string | null,
  owner: string,
  now: Date,
): WebhookEventData<Name> {
  const domain_name = domain ?? "mayfly.test";
  const email_name = `test@${domain_name}`;
  const creation = now.toISOString();
  const address = (is_active: 0 | 1): WebhookEventData<"email.created"> => ({
    ...{ email_name, domain_name, owner, is_active, creation },
    ...{ reason: "Trying the webhook out", visibility: "Private", expiry: is_active ? null : creation },
  });
  const person = {
    name: `colleague@${domain_name}`,
    full_name: "Test Colleague",
    role: "Member",
    is_active: 1,
  } as const;
  const name = "00000000-0000-7000-8000-000000000000";
  const samples: { [One in WebhookEventName]: WebhookEventData<One> } = {
    "email.received": {
      ...{ name, recipients: email_name, owner, visibility: "Private", creation },
      ...{ sender: "Ada Example <ada@example.com>", mail_from: "ada@example.com", subject: "Your code is 123456" },
      ...{ preview: "Your code is 123456. It expires in ten minutes.", code: "123456", size: 512 },
      link: `https://example.com/inbox?email=${encodeURIComponent(email_name)}&message=${name}`,
      text: "Your code is 123456. It expires in ten minutes.\n",
      ...{ html: null, truncated: false, has_attachment: 0 },
    },
    "email.created": address(1),
    "email.activated": address(1),
    "email.deactivated": address(0),
    "email.expired": address(0),
    "domain.verified": { domain_name, mx_found: 1 },
    "member.invited": person,
    "member.updated": person,
  };
  return samples[event];
}
