import { readFile } from "node:fs/promises";
import { imageProxyPath } from "@mayfly/contracts";
import { imageLinks } from "@mayfly/server/mail/show/image_link";
import { render } from "@mayfly/server/mail/show/render";
import { frameDocument } from "@mayfly/web/features/inbox/frameDocument";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Page } from "@playwright/test";
import { eavesdropper, watch } from "./eavesdropper.ts";
import { hostileMail, owned, payload, unparseable } from "./hostile_mail.ts";
import { expect, html, mail, rowsOf, stopClock, test, toastsOf } from "./page.ts";
import { nothingAsked } from "./stub.ts";

for (const [kind, bodiesOf] of Object.entries(hostileMail)) {
  test(`mail ${kind} runs no script and contacts no outside server (I61 to I66, I69, I70, threats 21 to 24)`, async ({
    page,
    mayfly,
    address,
    deliver,
    openInbox,
    allow,
  }) => {
    // The proxy refuses to fetch from this machine.
    allow(new RegExp(`Failed to load resource.*${imageProxyPath}`));
    // Browsers load masks and shapes by stricter rules than images, and get none through the proxy.
    allow(/^(Access to|Unsafe attempt to load) .*disposable_email\.img/);
    using evil = await eavesdropper();
    const { ran, left } = watch(page, mayfly.url);
    const all = bodiesOf(evil.url);
    await openInbox(address);
    await deliver(address, ...Object.entries(all).map(([name, body]) => html(name, `<p>the beginning</p>${body}`)));
    await expect(rowsOf(page).first()).toContainText(Object.keys(all).at(-1) ?? "");
    const frame = page.frameLocator("iframe");
    for (const name of Object.keys(all).toReversed()) {
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
      await expect(frame.getByText("the beginning", { exact: true }), name).toBeVisible();
      expect(await frame.locator("body").evaluate(provoke), name).toEqual([]);
    }
    expect(ran).toEqual([]);
    await nothingAsked(page, left);
    expect(evil.heard).toEqual([]);
    // Checks that the watch itself works.
    await page.evaluate(() => console.log("owned"));
    await expect.poll(() => ran).toEqual(["console"]);
  });
}

/** Does whatever a visitor could do to each element. @returns what should not be there */
function provoke(body: HTMLElement): string[] {
  const elements = [body, ...body.querySelectorAll<HTMLElement>("*")];
  for (const element of elements) {
    for (const type of ["mouseover", "focus", "error", "load", "toggle"]) element.dispatchEvent(new Event(type));
    if (!element.closest("[href^=http], [href^=mailto], [href^='/open#']")) element.click();
  }
  const forbidden =
    "script, iframe, object, embed, form, input, button, meta, base, link, svg, math, video, audio, dialog";
  return elements.flatMap((element) => [
    ...(element.matches(forbidden) ? [element.tagName] : []),
    ...(element.shadowRoot ? ["shadow"] : []),
    ...element.getAttributeNames().filter((name) => /^on|srcset|ping|action|background|cite|popover/.test(name)),
    ...(/^(fixed|sticky)$/.test(getComputedStyle(element).position) ? [`${element.className} over the rest`] : []),
    ...(element.matches(
      "[href]:not([href^=http], [href^=mailto], [href^='/open#'], [href^='about:srcdoc#'][target=_self]), a[href]:not([target=_blank], [href^='about:srcdoc#'])",
    )
      ? [element.outerHTML]
      : []),
  ]);
}

const wrappers = ["", "<svg>", "<math>", "<svg><style>", "<svg><desc>", "<svg><foreignObject>", "<svg><title>"].concat(
  ["<math><mtext>", "<math><mtext><table><mglyph><style>", '<math><annotation-xml encoding="text/html">'],
  ["<noscript>", "<template>", "<table>", "<table><caption>", "<select>", "<style>", "<title>", "<textarea>", "<xmp>"],
  ["<noembed>", "<noframes>", "<iframe>", "<form>", "<!--", "<![CDATA[", "<plaintext>", "<frameset>", "<object>"],
);
const ends = ["", "</style>", "</title>", "</textarea>", "</noscript>", "</template>", "</xmp>", "</select>"].concat([
  "</svg>",
  "</math>",
  "</iframe>",
  "</noembed>",
  "</noframes>",
  "-->",
  "--!>",
  "]]>",
  '">',
  "'>",
  "</p>",
  "</form>",
]);
const run = "<img src=x onerror=console.log('owned')>";
/** Every way out of every kind of element, as text, in an attribute, and behind what looks like a comment. */
const ways = wrappers.flatMap((wrapper) =>
  ends.flatMap((end) => [`${wrapper}${end}${run}`, `${wrapper}<a title="${end}${run}">`, `${wrapper}<!--${end}${run}`]),
);

const everyBody = (evil: string) => Object.values(hostileMail).flatMap((bodiesOf) => Object.values(bodiesOf(evil)));
const origin = "http://reader.test";
const imageLink = imageLinks("key", "source");
const sanitised = async (body: string) =>
  (await render(Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${body}`), imageLink)).content;

/** Opens a page of ours with neither sandbox nor policy. */
async function openPlain(page: Page) {
  await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/html", body: "<body>" }));
  await page.goto(`${origin}/`);
}

/** Inserts documents into the page itself. @returns how many of them hold something that could run */
const putIn = (page: Page, documents: string[]) =>
  page.evaluate(async (all) => {
    const dangerous = (root: ParentNode) =>
      [...root.querySelectorAll("*")].some(
        (element) =>
          element.matches("script, iframe, object, embed, form, base, meta, link, svg, math") ||
          element.getAttributeNames().some((name) => name.startsWith("on")),
      );
    // Once as part of a page where scripts run, and once as a document where they do not: both are parsed differently.
    const found = all.filter((one) => {
      const part = document.createElement("div");
      part.innerHTML = one;
      document.body.append(part);
      return dangerous(part) || dangerous(new DOMParser().parseFromString(one, "text/html").body);
    });
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    return found.length;
  }, documents);

test("the sanitiser alone stops every attack, without a sandbox or content security policy (threat 21)", async ({
  page,
  allow,
}) => {
  allow(/Failed to load resource|404/);
  const { ran } = watch(page, origin);
  const attacks = [...everyBody("http://evil.test"), ...ways];
  await openPlain(page);
  await page.route(/evil\.test|disposable_email\.img/, (route) => route.abort());
  expect(await putIn(page, await Promise.all(attacks.map(sanitised)))).toBe(0);
  expect(ran).toEqual([]);
  // As they were sent they run: the attacks are real.
  expect(await putIn(page, ways)).toBeGreaterThan(ways.length / 3);
  await expect.poll(() => ran.length).toBeGreaterThan(ways.length / 5);
});

test("the frame alone runs no script and contacts no outside server, with unsanitised mail in it (threats 22, 23)", async ({
  page,
  allow,
}) => {
  allow(/./);
  using evil = await eavesdropper();
  const { ran } = watch(page, origin);
  await openPlain(page);
  for (const body of everyBody(evil.url)) {
    await page.evaluate(
      async (content) => {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
        frame.srcdoc = content;
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.replaceChildren(frame);
        await loaded;
      },
      frameDocument(body, { imagesFrom: origin }),
    );
  }
  expect(ran).toEqual([]);
  expect(evil.heard).toEqual([]);
});

test("a position that is computed from elsewhere is not fixed (threat 24)", async ({ page }) => {
  const body = hostileMail["that would leave its place"]?.("http://evil.test")["computed overlays"] ?? "";
  const fixed = async (content: string) => {
    await page.setContent(frameDocument(content, { imagesFrom: undefined }));
    return page.evaluate(
      () =>
        [...document.querySelectorAll("[title]:not(.cr), .cr p")].filter((element) =>
          /fixed|sticky/.test(getComputedStyle(element).position),
        ).length,
    );
  };
  // As it was sent, the browser computes it: the attacks are real.
  expect(await fixed(body)).toBeGreaterThan(8);
  expect(await fixed(await sanitised(body))).toBe(0);
});

test("the sanitiser removes every event handler attribute that the browser knows (I66)", async ({ page }) => {
  await page.goto("about:blank");
  const handlers = await page.evaluate(() => {
    const found = new Set<string>();
    const kinds = Object.getOwnPropertyNames(window).filter((name) =>
      /^(HTML|SVG|MathML).*Element$|^(Window|Document)$/.test(name),
    );
    for (const kind of kinds) {
      const { prototype } = (window as unknown as Record<string, { prototype: object }>)[kind] ?? { prototype: {} };
      for (let one = prototype; one !== null; one = Object.getPrototypeOf(one)) {
        for (const name of Object.getOwnPropertyNames(one)) if (/^on[a-z]/.test(name)) found.add(name);
      }
    }
    return [...found];
  });
  expect(handlers.length).toBeGreaterThan(90);
  const tags = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "body",
    "div",
    "font",
    "html",
    "img",
    "p",
    "span",
    "style",
    "table",
    "td",
  ];
  const given = handlers.map((name) => `${name}="${owned}"`).join(" ");
  const clean = await sanitised(
    tags.map((tag) => `<${tag} class=x src="https://a.example/x" ${given}>x</${tag}>`).join(""),
  );
  expect(clean).toContain('class="x"');
  for (const name of [...handlers, "owned"]) expect(clean.toLowerCase()).not.toContain(name);
});

test("markup in subject, sender, headers, file name and plain text is shown as text (I16 to I18, I54, threats 18, 25)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
}) => {
  const { ran, left } = watch(page, mayfly.url);
  const quoted = payload.replaceAll('"', '\\"');
  const head = [
    `From: "${quoted}" <x@evil.example>`,
    `Cc: "${quoted}" <y@evil.example>`,
    `Subject: ${payload}`,
    `X-Header: ${payload}`,
    "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=b",
  ];
  const parts = [
    ...["--b", "Content-Type: text/plain", "", `plain ${payload} </div>`, "--b", "Content-Type: text/html"],
    ...[`Content-Disposition: attachment; filename="${quoted}"`, "", payload, "--b--", ""],
  ];
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  // The mail comes over the live connection, and so appears in the toast as well.
  await deliver(address, [...head, "", ...parts].join("\r\n"));
  const row = rowsOf(page).first();
  await expect(row).toContainText(payload);
  await expect(toastsOf(page)).toHaveText(inboxTexts.newMail(payload));
  await page.clock.resume();
  await row.click();
  await expect(page.getByRole("heading", { name: payload, exact: true })).toBeVisible();
  await expect(page.frameLocator("iframe").getByText(`plain ${payload} </div>`)).toBeVisible();
  // Names of mailboxes lose their angle brackets.
  await expect(page.getByRole("definition").filter({ hasText: "y@evil.example" })).toContainText("img src=x onerror=");
  await expect(page.getByRole("region", { name: "Attachments" })).toContainText("<img src=x onerror=");
  await page.getByPlaceholder(inboxTexts.search).fill(payload);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByPlaceholder(inboxTexts.search).fill(`${payload} no`);
  await expect(page.getByText(inboxTexts.noMatchHint(`${payload} no`))).toBeVisible();
  for (const view of ["Headers", "Source"]) {
    await page.getByRole("tab", { name: view, exact: true }).click();
    await expect(page.getByRole("tabpanel")).toContainText("<img src=x onerror=");
  }
  const saved = page.waitForEvent("download");
  await page.getByRole("region", { name: "Attachments" }).getByRole("link").click();
  expect((await saved).suggestedFilename()).not.toMatch(/[<>"/\\]/);
  expect(await page.locator("img[src=x], #root script").count()).toBe(0);
  expect(ran).toEqual([]);
  await nothingAsked(page, left);
});

test("an HTML page or SVG that is declared an image is downloaded, and never opened (threat 19)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_ABORTED/);
  const { ran, left } = watch(page, mayfly.url);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="${owned}"><script>${owned}</script></svg>`;
  const disguised = [
    ["image/png", "page.png", `<html><script>${owned}</script></html>`],
    ["image/svg+xml", "drawing.svg", drawing],
    ["image/gif", "drawing.gif", drawing],
    ["image/png", "gifar.png", `GIF89a/*<svg onload="${owned}">*/=1;${owned}`],
  ] as const;
  const parts = disguised.map(([type, name, body], no) =>
    [`--b`, `Content-Type: ${type}; name=${name}`, `Content-ID: <c${no}>`, "", body].join("\r\n"),
  );
  const body = `<p>the beginning</p>${disguised.map((_one, no) => `<img src="cid:c${no}">`).join("")}`;
  const text = ["--b", "Content-Type: text/html", "", body, ...parts, "--b--", ""].join("\r\n");
  await deliver(address, mail("disguised", text, ["MIME-Version: 1.0", "Content-Type: multipart/related; boundary=b"]));
  await openInbox(address);
  await rowsOf(page).first().click();
  await expect(page.frameLocator("iframe").getByText("the beginning")).toBeVisible();
  // The last one has the bytes of an image, and is shown as one, which it is not.
  await expect(page.frameLocator("iframe").locator("img")).toHaveCount(1);
  const links = page.getByRole("region", { name: "Attachments" }).getByRole("link");
  for (const link of await links.all()) {
    const url = new URL((await link.getAttribute("href")) ?? "", mayfly.url).href;
    // Navigates to the link's URL, as a tab of its own would: the browser saves the file.
    const saved = page.waitForEvent("download");
    await page.evaluate((to) => location.assign(to), url);
    const bytes = await readFile(await (await saved).path(), "utf8");
    expect(disguised.map(([, , sent]) => sent)).toContain(bytes.trimEnd());
  }
  expect(await links.count()).toBe(3);
  expect(ran).toEqual([]);
  await nothingAsked(page, left);
});

test("a page of ours takes no script or style sheet from a download (threat 19)", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/Content Security Policy/);
  const file = (type: string, name: string, body: string) =>
    ["--b", `Content-Type: ${type}; name=${name}`, "Content-Disposition: attachment", "", body].join("\r\n");
  const files = [file("text/javascript", "x.js", owned), file("text/css", "x.css", "body{color:red}"), "--b--", ""];
  const head = ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"];
  await deliver(address, mail("files", files.join("\r\n"), head));
  await openInbox(address);
  await rowsOf(page).first().click();
  const links = page.getByRole("region", { name: "Attachments" }).getByRole("link");
  await expect(links).toHaveCount(2);
  const refused = (urls: string[]) =>
    page.evaluate(
      (all) =>
        Promise.all(
          all.map(
            (url, at) =>
              new Promise((done) => {
                document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
                  if (blockedURI === new URL(url, location.href).href) done(effectiveDirective);
                });
                const element =
                  at % 2 === 0
                    ? Object.assign(document.createElement("script"), { src: url })
                    : Object.assign(document.createElement("link"), { rel: "stylesheet", href: url });
                element.onload = () => done("loaded");
                document.head.append(element);
              }),
          ),
        ),
      urls,
    );
  const downloads = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(await refused(downloads)).toEqual(["script-src-elem", "style-src-elem"]);
  // What was built is loaded in the same way.
  expect(await refused(["/theme.js"])).toEqual(["loaded"]);
});

test("mail that cannot be parsed is stored, listed, opened, and saved byte for byte (threats 15 to 17)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const sent = Object.values(unparseable());
  await openInbox(address);
  for (const one of sent) await deliver(address, one);
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(sent.length);
  for (const [no, bytes] of sent.toReversed().entries()) {
    await rows.nth(no).click();
    await expect(page.getByRole("tablist", { name: "Views" })).toBeVisible();
    await expect(
      page.locator("iframe").or(page.getByText(inboxTexts.noContent)).or(page.getByText("Show the source")).first(),
    ).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save as .eml" }).click();
    const whole = await readFile(await (await saved).path());
    expect(whole.equals(bytes)).toBe(true);
  }
});
