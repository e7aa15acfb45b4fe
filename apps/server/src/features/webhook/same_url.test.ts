import { resources, webhook, webhookTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { requested } from "./same_url.ts";

const app = sharedApp({ WEBHOOK_PORTS: "81" });
const url = "https://hooks.example.com/a/b?to=x";
const given = { url, event: "email.received" };

const alike = [
  "https://hooks.example.com/a/b?to=x#fragment",
  "https://hooks.example.com/a/b?to=x#",
  "HTTPS://Hooks.Example.COM/a/b?to=x",
  "https://hooks.example.com./a/b?to=x",
  "https://hooks.example.com:443/a/b?to=x",
  "https://hooks.example.com/c/../a/./b?to=x",
  "https://hooks.example.com/%61/%62?t%6f=%78",
  "https://hooks.example.com\\a\\b?to=x",
  " https://hooks.example.com/a/b?to=x ",
];
const others = [
  "http://hooks.example.com/a/b?to=x",
  "https://hooks.example.com:8443/a/b?to=x",
  "https://hooks.example.com/A/b?to=x",
  "https://hooks.example.com/a/b/?to=x",
  "https://hooks.example.com/a%2Fb?to=x",
  "https://hooks.example.com/a/b",
];

it.each(alike)("takes %s for the same URL (threat 43)", (text) => expect(requested(text.trim())).toBe(requested(url)));
it.each(others)("takes %s for another URL", (text) => expect(requested(text)).not.toBe(requested(url)));

it("normalises the case of percent-encoding, and internationalised hosts", () => {
  expect(requested("https://a.example/%c3%a4")).toBe(requested("https://a.example/%C3%A4"));
  expect(requested("https://bücher.example/ä")).toBe(requested("https://xn--bcher-kva.example/%C3%A4"));
});

it("sends an event to a URL once in a company, on every wire (threat 43)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const taken = webhookTexts.urlTaken(name);
  for (const text of [url, ...alike]) {
    const framework = await admin.call(webhook.create_webhook, { ...given, url: text });
    expect([framework.status, framework.body.message]).toEqual([409, taken]);
    const { body } = await client.call(resources.webhooks.create, { ...given, url: text });
    expect(body).toMatchObject({ status: 409, code: "conflict", errors: [{ pointer: "#/url", detail: taken }] });
  }
  const { body: other } = await client.call(resources.webhooks.create, { ...given, url: `${url}&n=2` });
  expect((await client.call(resources.webhooks.update, { id: other.name, url })).body.detail).toBe(taken);
  expect((await admin.call(webhook.update_webhook, { ...given, name: other.name })).status).toBe(409);
  // Another event goes there too, and so does that of another company.
  const created = (await client.call(resources.webhooks.create, { ...given, event: "email.created" })).body;
  expect(created.url).toBe(url);
  expect((await client.call(resources.webhooks.update, { id: created.name, event: given.event })).status).toBe(409);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.create_webhook, given)).status).toBe(200);
  // Whoever leaves it where it is may change the rest.
  expect((await client.call(resources.webhooks.update, { id: name, url, description: "CI" })).status).toBe(200);
});

it("holds when many are made or changed at once (threat 41)", async () => {
  const admin = await app.member("Administrator");
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(webhook.create_webhook, given)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  const names = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const { body } = await admin.call(webhook.create_webhook, { ...given, url: `https://a.example/${at}` });
      return body.message.name as string;
    }),
  );
  const moved = await Promise.all(
    names.map((name) => admin.call(webhook.update_webhook, { ...given, name, url: "https://a.example/all" })),
  );
  expect(moved.filter(({ status }) => status === 200)).toHaveLength(1);
});
