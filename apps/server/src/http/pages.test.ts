import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FirstView } from "@mayfly/contracts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Pages, readPages } from "./pages.ts";

const appParts =
  '<script src="/theme.js"></script><script type="module" crossorigin src="/a.js"></script>' +
  '<link rel="stylesheet" crossorigin href="/a.css"><div id="root"><main>Loading</main></div>';

const view: FirstView = {
  now: "2026-11-21T12:00:00.000Z",
  profile: {
    full_name: "</script><!--",
    email: "a@b.example",
    company_name: "B",
    role: "Member",
    company: { company_size: "", industry: "", company_website: "", company_phone: "", company_email: "" },
  },
  stats: { domain: 0, webhook: 0, team: 1, email: 1, expiry_date: "" },
  inbox: { page: { keys: ["subject"], values: [["$&"]] } },
};

describe("The built pages", () => {
  let folder: string;
  let app: FastifyInstance;
  let scripts: readonly string[];
  let pages: Pages;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "mayfly-pages-"));
    await writeFile(
      path.join(folder, "index.html"),
      '<meta content="{{MARKETING_URL}}"><meta content="{{TAG_CONTAINER_ID}}">{{PUBLIC_URL}} {{CONTACT_EMAIL}}/{{CONTACT_ADDRESS}} {{OTHER}}<a href="{{PRIVACY_URL}}"><a href="{{TERMS_URL}}">' +
        appParts,
    );
    await writeFile(path.join(folder, "theme.js"), "const theme = 1;");
    await writeFile(path.join(folder, "a.css"), "p { color: red }");
    await writeFile(path.join(folder, "404.html"), "nothing here");
    await mkdir(path.join(folder, "server"));
    await writeFile(
      path.join(folder, "server/screens.server.js"),
      "export const render = (url, { inbox }) => '<p>' + url + ' ' + inbox.page.values + '</p>';",
    );
    await mkdir(path.join(folder, ".vite"));
    await writeFile(
      path.join(folder, ".vite/preload.json"),
      '{"/inbox":["/assets/a.js","/assets/b.js"],"/lost":["/c.js"]}',
    );
    await writeFile(path.join(folder, ".vite/paths.json"), '["/","/inbox","/dashboard/webhooks/:name"]');
    pages = await readPages(folder, {
      publicUrl: new URL("https://mail.example:8443/"),
      marketingUrl: new URL("https://www.example/?a='<b>&c"),
      tagContainer: undefined,
      mailServer: "mail.example:25",
      registration: "open",
      contactEmail: undefined,
      legal: { privacy: undefined, terms: undefined, imprint: undefined },
    });
    scripts = pages.scripts;
    app = Fastify();
    app.get("/", (request, reply) => void pages.send("index.html", request, reply, 200));
    app.get("/inbox", (request, reply) => void pages.send("index.html", request, reply, 200));
    app.get("/drawn", async (request, reply) => {
      await pages.sendDrawn(view, request, reply);
      return reply;
    });
    app.get("/lost", (request, reply) => void pages.send("404.html", request, reply, 404));
    app.get("/unbuilt", (request, reply) => reply.send(pages.send("homepage.html", request, reply, 200)));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const filled =
    '<meta content="https://www.example/?a=%27%3Cb%3E&amp;c"><meta content="">https://mail.example:8443 /support@mail.example {{OTHER}}<a href=""><a href="">' +
    appParts;

  it("contain the installation's settings, escaped for HTML", async () => {
    const { body, headers } = await app.inject("/");
    expect(body).toBe(filled);
    expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
  });

  it("know the app's paths as its router does, in any case and with a last slash", () => {
    const paths = [
      "/",
      "/Inbox/",
      "/dashboard/webhooks/a",
      "/dashboard/webhooks",
      "/dashboard/webhooks/a/b",
      "/inbox/a",
      "/x",
    ];
    expect(paths.map(pages.has)).toEqual([true, true, true, false, false, false, false]);
  });

  it("name the installation's contact and legal pages, and support at its host where it has none", async () => {
    const settings = {
      marketingUrl: new URL("https://a.example"),
      tagContainer: undefined,
      mailServer: "mail.example:25",
      registration: "open",
      legal: { privacy: "https://www.example/privacy?a&b", terms: undefined, imprint: undefined },
    } as const;
    const publicUrl = new URL("https://mail.example:8443/");
    const pages = await readPages(folder, { ...settings, publicUrl, contactEmail: "sales@mail.example" });
    const other = Fastify();
    other.get("/", (request, reply) => void pages.send("index.html", request, reply, 200));
    expect((await other.inject("/")).body).toContain(" sales@mail.example/sales@mail.example ");
    expect((await app.inject("/")).body).toContain(" /support@mail.example ");
    expect((await other.inject("/")).body).toContain('<a href="https://www.example/privacy?a&amp;b"><a href="">');
    await other.close();
  });

  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip;q=1.0", gunzipSync],
  ] as const)("are sent in the encoding %s if the client accepts it", async (encoding, accepted, unpack) => {
    const answer = await app.inject({ url: "/", headers: { "accept-encoding": accepted } });
    expect(answer.headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
    expect(unpack(answer.rawPayload).toString()).toBe(filled);
  });

  it("are sent uncompressed if the client declines compression", async () => {
    const answer = await app.inject({ url: "/", headers: { "accept-encoding": "br;q=0, gzip;q=0" } });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.body).toBe(filled);
  });

  it("are answered with 304 to a client that has them, except error pages", async () => {
    const { etag } = (await app.inject("/")).headers;
    const again = await app.inject({ url: "/", headers: { "if-none-match": String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const lost = (await app.inject("/lost")).headers.etag;
    expect((await app.inject({ url: "/lost", headers: { "if-none-match": String(lost) } })).statusCode).toBe(404);
  });

  it("announce the scripts of the app's path in a Link header, also with a 304", async () => {
    const { headers } = await app.inject("/inbox?email=a@b.example");
    expect(headers["link"]).toBe("</assets/a.js>; rel=modulepreload, </assets/b.js>; rel=modulepreload");
    const again = await app.inject({ url: "/inbox", headers: { "if-none-match": String(headers.etag) } });
    expect([again.statusCode, again.headers["link"]]).toEqual([304, headers["link"]]);
    for (const url of ["/", "/lost"]) expect((await app.inject(url)).headers["link"]).toBeUndefined();
  });

  it.each(["br", "gzip", "identity"])(
    "contain the inbox with its styles and data, not to be cached, in the encoding %s",
    async (encoding) => {
      const answer = await app.inject({ url: "/drawn?email=a", headers: { "accept-encoding": encoding } });
      expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-type": "text/html; charset=utf-8" });
      expect(answer.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[encoding];
      const text = String(unpack?.(answer.rawPayload));
      expect(text).toContain("<style>p { color: red }</style>");
      expect(text).not.toMatch(/stylesheet|src=/);
      const script = /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? "";
      expect(script).toMatch(/^const theme = 1;.*import\("\/a\.js"\)/s);
      expect(scripts).toEqual([`'sha256-${createHash("sha256").update(script).digest("base64")}'`]);
      expect(text).toContain('<div id="root" inert><p>/drawn?email=a $&</p></div>');
      const data = /<script type="application\/json" id="first-view">(.*?)<\/script>/.exec(text)?.[1] ?? "";
      expect(JSON.parse(data)).toEqual(view);
    },
  );

  it("are not sent if they are missing, as before the first build", async () => {
    expect((await app.inject("/unbuilt")).body).toBe("false");
  });
});
