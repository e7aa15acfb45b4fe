import { limits, planNames } from "@mayfly/contracts";
import { Check } from "lucide-react";
import { paths } from "../../data/paths.ts";
import { buttonShape } from "../../ui/buttonShape.ts";
import { Section } from "./Section.tsx";

const { prices } = limits;

// The landing page says Enterprise for what the dashboard calls Business (P08).
const plans = [
  {
    key: planNames.starter,
    name: "Starter",
    price: prices.starter,
    per: "forever",
    about: "For a first project.",
    features: [
      `${limits.starterEmails} team email addresses`,
      "Basic domain management",
      `${limits.starterDeactivationHours}-hour auto-deactivation`,
      "Email support",
      "Basic webhook integration",
    ],
  },
  {
    key: planNames.professional,
    name: "Professional",
    price: prices.professional,
    per: "per month",
    about: "For a team that tests every day.",
    features: [
      "Unlimited team emails",
      "Custom domain setup",
      "Environment isolation",
      "Advanced webhooks",
      "Team dashboard",
      "Priority support",
      "API access",
      "Auto-deactivation controls",
    ],
  },
  {
    key: planNames.business,
    name: "Enterprise",
    price: prices.business,
    per: "per month",
    about: "For companies with compliance requirements.",
    features: [
      "Everything in Professional",
      "Unlimited team members",
      "Advanced security controls",
      "Custom branding",
      "Dedicated account manager",
      "SLA",
      "Custom integrations",
      "On-premise option",
    ],
  },
] as const;

/** member.ts marks the plan of whoever is logged in, and has the other buttons write for another. */
export function Pricing() {
  return (
    <Section id="pricing" title="Pricing" about="Start free. Change plans when your team does.">
      <ul className="grid items-stretch gap-4 lg:grid-cols-3">
        {plans.map(({ key, name, price, per, about, features }) => (
          <li
            key={name}
            data-plan={key}
            className="flex flex-col rounded-card border border-line bg-surface p-6 aria-[current]:border-accent"
          >
            <h3 className="text-16 font-semibold">{name}</h3>
            <p className="mt-1 text-ink-soft">{about}</p>
            <p className="mt-6 flex items-baseline gap-2">
              <span className="text-40 font-semibold tracking-tight tabular-nums">${price}</span>{" "}
              <span className="text-ink-soft">{per}</span>
            </p>
            <a href={paths.register} className={buttonShape("secondary", "mt-6 h-10")}>
              Choose {name}
            </a>
            <ul className="mt-6 space-y-2.5 border-t border-line pt-6">
              {features.map((feature) => (
                <li key={feature} className="flex gap-2.5">
                  <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-ink" />
                  {feature}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}
