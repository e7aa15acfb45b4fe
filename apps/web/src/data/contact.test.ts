import { expect, it } from "vitest";
import { planMail } from "./contact.ts";

it("writes a mail that names company and plan, whatever is in the company's name", () => {
  const company = "Müller & Söhne?body=x#\ud800 50 %+1";
  const link = planMail("sales@mail.example", { company, plan: "Starter" }, "Change to Professional");
  const [address, query = ""] = link.split("?");
  expect(address).toBe("mailto:sales@mail.example");
  // RFC 6068: spaces are %20, never a plus, and lines end with CRLF.
  expect(link).not.toMatch(/[\s+#]/);
  const named = company.toWellFormed();
  expect(Object.fromEntries(query.split("&").map((part) => part.split("=").map(decodeURIComponent)))).toEqual({
    subject: `Change to Professional: ${named}`,
    body: `Company: ${named}\r\nCurrent plan: Starter\r\nRequest: Change to Professional\r\n`,
  });
});
