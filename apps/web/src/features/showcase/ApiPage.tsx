import { planRefusals } from "@mayfly/contracts";
import { FlaskConical, Gauge, History, KeyRound, Lock, type LucideIcon } from "lucide-react";
import { CallPath } from "../../parts/CallPath.tsx";
import { UpgradeNotice } from "../../parts/plan/UpgradeLink.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { textShape } from "../../ui/TextButton.tsx";
import { Showcase } from "./Showcase.tsx";

const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: KeyRound, title: "Scoped keys", text: "A key that can do only what its job needs." },
  { icon: FlaskConical, title: "Made for tests", text: "Create an address before a test, read its mail inside it." },
  { icon: Gauge, title: "Fair limits", text: "Every response says how many calls are left." },
  { icon: History, title: "Usage at a glance", text: "When and from where each key was last used." },
];

const endpoints = [
  { verb: "GET", path: "/api/v1/emails", about: "List addresses" },
  { verb: "POST", path: "/api/v1/emails", about: "Create an address" },
  { verb: "GET", path: "/api/v1/emails/{id}/messages", about: "List an address's messages" },
  { verb: "DELETE", path: "/api/v1/emails/{id}", about: "Deactivate an address" },
  { verb: "GET", path: "/api/v1/domains", about: "List domains" },
  { verb: "POST", path: "/api/v1/webhooks", about: "Create a webhook" },
] as const;

export default function ApiPage() {
  return (
    <Showcase
      title="API Access"
      about="Addresses and their mail from your own code."
      label={
        <>
          <Badge tone="blue" icon={Lock}>
            Professional
          </Badge>
          <Badge tone="gold" icon={Lock}>
            Enterprise
          </Badge>
        </>
      }
    >
      <div className="space-y-8">
        <UpgradeNotice>{planRefusals.api.unavailable}. Professional and Business include it.</UpgradeNotice>
        <section aria-labelledby="api-key" className="rounded-card border border-line bg-surface p-5">
          <h2 id="api-key" className="font-medium">
            API key
          </h2>
          <p className="mt-1 mb-4 text-13 text-ink-soft">Your keys will be listed here. This one is only an example.</p>
          <p
            translate="no"
            className="flex h-10 max-w-120 items-center justify-between gap-3 rounded-base border border-line bg-sunken px-3 font-mono text-13 text-ink-soft"
          >
            <span className="relative truncate">
              <span aria-hidden="true">mfly_••••••••••••••••••••••••</span>
              <span className="sr-only">Masked</span>
            </span>
            <Lock aria-hidden="true" className="size-4 shrink-0" />
          </p>
        </section>

        <ul aria-label="Features" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="rounded-card border border-line bg-surface p-5">
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 text-ink-faint" />
              <h2 className="mt-3 font-medium">{title}</h2>
              <p className="mt-1 text-13 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>

        <section aria-labelledby="endpoints" className="overflow-hidden rounded-card border border-line bg-surface">
          <div className="border-b border-line px-5 py-4">
            <h2 id="endpoints" className="font-medium">
              Sample endpoints
            </h2>
            <p className="mt-1 text-13 text-ink-soft">
              For illustration. The{" "}
              <a href="/api/v1/docs" target="_blank" rel="noopener" className={textShape}>
                API reference
              </a>{" "}
              has them all.
            </p>
          </div>
          <ul>
            {endpoints.map(({ verb, path, about }) => (
              <li
                key={`${verb} ${path}`}
                className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-5 py-3 last:border-b-0"
              >
                <div className="min-w-0 flex-1 text-13">
                  <CallPath verb={verb} path={path} />
                </div>
                <span className="text-13 text-ink-faint max-sm:w-full">{about}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Showcase>
  );
}
