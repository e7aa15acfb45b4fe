import { LaterLabel } from "../../parts/plan/LaterLabel.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Showcase } from "./Showcase.tsx";

// Grouped as P132 says.
const groups = [
  {
    name: "Communication",
    integrations: [
      { name: "Slack", about: "New mail as a message in a channel." },
      { name: "Microsoft Teams", about: "New mail as a card in a team's channel." },
      { name: "Discord", about: "New mail as a post on your server." },
    ],
  },
  {
    name: "Automation",
    integrations: [
      { name: "n8n", about: "Start a workflow when mail arrives." },
      { name: "Zapier", about: "Pass mail on to thousands of apps." },
    ],
  },
  {
    name: "Development",
    integrations: [
      { name: "GitHub", about: "A new address for every workflow run." },
      { name: "GitLab", about: "A new address for every pipeline job." },
    ],
  },
  { name: "Data", integrations: [{ name: "Airtable", about: "Every message as a row of a table." }] },
] as const;

export default function IntegrationsPage() {
  return (
    <Showcase
      title="Integrations"
      about="Send mail to the tools your team already uses. Not available yet."
      label={<LaterLabel />}
    >
      <div className="space-y-8">
        {groups.map(({ name: group, integrations }) => (
          <section key={group} aria-label={group}>
            <h2 className="mb-3 text-13 font-medium text-ink-soft">{group}</h2>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {integrations.map(({ name, about }) => (
                <li
                  key={name}
                  data-integration={name}
                  className="flex items-start gap-3.5 rounded-card border border-line bg-surface p-4"
                >
                  <span
                    aria-hidden="true"
                    className="grid size-9 shrink-0 place-items-center rounded-base border border-line bg-sunken text-13 font-semibold text-ink-soft"
                  >
                    {name
                      .match(/^.|[A-Z]/g)
                      ?.slice(0, 2)
                      .join("")}
                  </span>
                  <div className="min-w-0 flex-1">
                    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                      <h3 className="font-medium">{name}</h3>
                      <Badge tone="neutral">Coming soon</Badge>
                    </div>
                    <p className="mt-1 text-13 text-ink-soft">{about}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Showcase>
  );
}
