import { type CompanyPlan, enterprise, hasExpired, plan, planNames } from "@mayfly/contracts";
import { call } from "../../data/api.ts";
import { serverTime } from "../../data/clock.ts";
import { contactEmail, planMail } from "../../data/contact.ts";

/** Leads members to their dashboard, marks their plan, and has the others' buttons write for them. */
export async function showMember() {
  // A browser that goes back may show the page as it was left, after another has logged in.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  for (const part of document.querySelectorAll<HTMLElement>("[data-for]"))
    part.hidden = part.dataset["for"] === "guest";
  const company = await call(plan.get_company_plan, {});
  for (const card of document.querySelectorAll<HTMLElement>("[data-plan]")) showPlan(card, company);
}

function showPlan(card: HTMLElement, company: CompanyPlan) {
  const link = card.querySelector("a");
  if (link === null || contactEmail === undefined) return;
  const name = card.querySelector("h3")?.textContent ?? "";
  const current = company.plan === enterprise ? planNames.business : company.plan;
  if (card.dataset["plan"] !== current) {
    link.href = planMail(contactEmail, company, `Change to ${name}`);
  } else if (hasExpired(company.expiry_date, new Date(serverTime()))) {
    link.href = planMail(contactEmail, company, `Renew ${name}`);
    link.textContent = `Renew ${name}`;
  } else {
    card.ariaCurrent = "true";
    const button = document.createElement("button");
    Object.assign(button, { type: "button", disabled: true, className: link.className, textContent: "Current plan" });
    link.replaceWith(button);
  }
}
