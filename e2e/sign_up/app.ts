import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sendMail } from "@mayfly/server/outgoing_mail/send_mail";

const page = (text: string) => `<!doctype html><title>Sign up</title><h1>Sign up</h1>${text}`;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A small application that lets people sign up: it mails a code, and welcomes who types it in. The recipes test it. */
export async function startSignUpApp(smtpPort: number, port = 0) {
  const codes = new Map<string, string>();

  const answers: Record<string, (form: URLSearchParams) => Promise<string> | string> = {
    "GET /": () =>
      '<form method="post" action="/sign-up"><label>Email <input name="email"></label> <button>Sign up</button></form>',
    async "POST /sign-up"(form) {
      const email = form.get("email") ?? "";
      const code = `${randomInt(100_000, 1_000_000)}`;
      codes.set(email, code);
      const link = `https://app.example/confirm?code=${code}`;
      const head = ["From: App <app@app.example>", `To: ${email}`, "Subject: Your code", "Content-Type: text/html", ""];
      const text = `<p>Your code is ${code}.</p><p><a href="${link}">Confirm your email</a></p>`;
      const raw = Buffer.from([...head, text, ""].join("\r\n"));
      if (!email.includes("@")) return "<p>That is no address.</p>";
      await sendMail({ host: "127.0.0.1", port: smtpPort, to: email, raw });
      return `<form method="post" action="/confirm"><input type="hidden" name="email" value="${escaped(email)}">
        <label>Code <input name="code"></label> <button>Confirm</button></form>`;
    },
    "POST /confirm": (form) =>
      codes.get(form.get("email") ?? "") === form.get("code") ? "<p>Welcome</p>" : "<p>That is not the code.</p>",
  };

  const server = createServer(async (request, response) => {
    const answer = answers[`${request.method} ${request.url}`];
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    response.writeHead(answer ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page((await answer?.(form)) ?? "Not found"));
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
