import type { CompanyPlan } from "@mayfly/contracts";
import { pageSetting } from "./pageSetting.ts";

/** Whom companies write to about their plan (CONTACT_EMAIL); undefined where the installation names nobody. */
export const contactEmail = pageSetting("contact-email");

/** The address of a mail about a company's plan. `request` says in a few words what it asks for. */
export function planMail(to: string, { company, plan }: Pick<CompanyPlan, "company" | "plan">, request: string) {
  const body = [`Company: ${company}`, `Current plan: ${plan}`, `Request: ${request}`, ""].join("\r\n");
  return `mailto:${to}?subject=${encoded(`${request}: ${company}`)}&body=${encoded(body)}`;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
