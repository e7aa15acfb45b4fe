import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { expect, inboxOf, mail, test } from "./page.ts";

test("shows an internationalised domain as people write it, wherever its addresses and mail are listed (row Y11)", async ({
  page,
  address: other,
  rootDb,
  mayfly,
  deliver,
  enter,
  allow,
}) => {
  const domain_name = "xn--mnchen-3ya.example";
  const [address, shown] = [`numbat@${domain_name}`, "numbat@m\u00fcnchen.example"];
  const { company } = await rootDb.email.findUniqueOrThrow({ where: { email_name: other } });
  const owner = mayfly.login;
  await rootDb.domain.create({ data: { domain_name, company, owner, verification_token: "t", is_verified: true } });
  await rootDb.email.create({ data: { email_name: address, domain_name, company, owner } });
  await deliver(address, mail("Servus", "Hello", [`To: ${address}`]));

  await enter("/dashboard/emails");
  const card = page.getByRole("main").getByRole("link", { name: shown, exact: true });
  await expect(card).toHaveAttribute("href", inboxOf(address));

  await page.goto(inboxOf(address));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown);
  const addresses = page.getByRole("region", { name: inboxTexts.addresses });
  await expect(addresses.getByRole("link", { name: shown })).toHaveAttribute("aria-current", "page");
  await page.getByRole("list", { name: "Messages" }).getByRole("listitem").first().click();
  await expect(page.getByRole("definition").filter({ hasText: shown })).toHaveText(shown);

  // Each spelling finds the other.
  for (const q of [`in:${shown}`, `in:${address}`, `to:${shown} `]) {
    await page.goto(`/dashboard/search?q=${encodeURIComponent(q)}`);
    const results = page.getByRole("region", { name: "Results" }).getByRole("listitem");
    await expect(results).toHaveCount(1);
    await expect(results).toContainText(shown);
  }
  allow(/417/);
  await page.goto("/dashboard/search?q=in:nobody@m%C3%BCnchen.example");
  await expect(page.getByText("nobody@m\u00fcnchen.example is not one of your addresses")).toBeVisible();

  await rootDb.email.delete({ where: { email_name: address } });
  await rootDb.domain.delete({ where: { domain_name } });
});
