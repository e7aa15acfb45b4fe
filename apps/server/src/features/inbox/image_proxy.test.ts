import { expect, it, vi } from "vitest";
import { forReader, imageLinks, type LinkQuery } from "../../mail/show/image_link.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { openImages } from "./image_proxy.ts";

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100, 1)]);
const imageKey = "a key";

const clock = () => new Date("2026-11-21T12:00:00Z");
const session = new Uint8Array(32);

/** The request for an image that the frame of a company's message makes. */
function asks(company: string, url: string): LinkQuery {
  const link = forReader(imageKey, imageLinks(imageKey, company)(url) ?? "", company, { session, issued: clock() });
  return Object.fromEntries(new URL(link, "http://localhost").searchParams) as LinkQuery;
}

const opened = (send: Outbound["send"]) =>
  openImages({
    imageKey,
    clock,
    companyOf: async (company) => company,
    outbound: { mayReach: () => true, mayUsePort: () => true, close: async () => undefined, send },
  });

it("fetches a company's image at once while those of twenty other companies hang", async () => {
  let hanging = 0;
  const load = opened(async ({ pathname }) => {
    if (pathname === "/hangs") {
      hanging += 1;
      await new Promise(() => undefined);
    }
    return { status: 200, headers: {}, body: png, whole: true, late: false };
  });
  for (let company = 0; company < 20; company += 1) {
    for (let no = 0; no < 24; no += 1) void load(asks(`company ${company}`, `http://a.example/hangs?${no}`));
  }
  // The first company gets six fetches at once, and every company at least one.
  await expect.poll(() => hanging).toBeGreaterThan(6 + 20);
  expect(await load(asks("another", "http://a.example/comes"))).toEqual({
    content_type: "image/png",
    bytes: png,
    company: "another",
  });
});

it("fetches a missing image again after a minute, and an existing one after an hour", async () => {
  const asked: string[] = [];
  const load = opened(async ({ pathname }) => {
    asked.push(pathname);
    return { status: pathname === "/there" ? 200 : 404, headers: {}, body: png, whole: true, late: false };
  });
  const all = async () => {
    for (const path of ["/there", "/missing"])
      await load(asks("company", `http://a.example${path}`)).catch(() => undefined);
    return asked;
  };
  await all();
  expect(await all()).toEqual(["/there", "/missing"]);
  const begin = performance.now();
  using now = vi.spyOn(performance, "now");
  now.mockReturnValue(begin + 61_000);
  await expect.poll(all).toEqual(["/there", "/missing", "/missing"]);
  now.mockReturnValue(begin + 3_601_000);
  await expect.poll(all).toEqual(["/there", "/missing", "/missing", "/there", "/missing"]);
});

it("delivers an image that is still being fetched when others fill the cache", async () => {
  const held = Promise.withResolvers<void>();
  const large = Buffer.concat([png, Buffer.alloc(4_000_000)]);
  const load = opened(async ({ pathname }) => {
    if (pathname === "/slow") await held.promise;
    return { status: 200, headers: {}, body: pathname === "/slow" ? png : large, whole: true, late: false };
  });
  const slow = load(asks("company", "http://a.example/slow"));
  for (let no = 0; no < 10; no += 1) await load(asks("company", `http://a.example/${no}`));
  held.resolve();
  expect((await slow).bytes).toEqual(png);
});
