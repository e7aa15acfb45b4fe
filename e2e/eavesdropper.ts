import { createServer } from "node:http";
import type { Page } from "@playwright/test";

/** The sender's own server, which records every request. */
export async function eavesdropper() {
  const heard: { url: string | undefined; referer: string | undefined }[] = [];
  const server = createServer(({ url, headers }, response) => {
    heard.push({ url, referer: headers.referer });
    response.setHeader("Content-Type", "text/html").end("<title>Elsewhere</title>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return { heard, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() };
}

/** Records from now on what of `owned` runs, and which requests go to other origins. */
export function watch(page: Page, own: string) {
  const ran: string[] = [];
  const left = new Set<string>();
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (line) => line.text() === "owned" && ran.push("console"));
  page.on("popup", (popup) => ran.push(`popup ${popup.url()}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && protocol.startsWith("http")) left.add(request.url());
  });
  // The frame's Content-Security-Policy stopped the request before it left.
  page.on("requestfailed", (request) => request.failure()?.errorText === "csp" && left.delete(request.url()));
  return { ran, left };
}
