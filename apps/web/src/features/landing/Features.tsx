import {
  ChartNoAxesColumn,
  CircleOff,
  Globe,
  Hourglass,
  Lock,
  type LucideIcon,
  ShieldCheck,
  Webhook,
  Zap,
} from "lucide-react";
import { Section } from "./Section.tsx";

const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Zap, title: "Instant creation", text: "Type a name, pick a domain, and the address receives mail at once." },
  {
    icon: Lock,
    title: "Privacy",
    text: "Only you and administrators can read an address until you share it with the team.",
  },
  {
    icon: Hourglass,
    title: "Auto-expiry",
    text: "Choose when an address expires, from one day to never. It takes care of the rest.",
  },
  {
    icon: Globe,
    title: "Multiple domains",
    text: "Choose among multiple domains, including custom ones. Custom domains are set up and verified by DNS.",
  },
  {
    icon: ChartNoAxesColumn,
    title: "Analytics",
    text: "See addresses, domains, webhooks and members at a glance, and what happened last.",
  },
  {
    icon: Webhook,
    title: "Webhook integration",
    text: "Signed webhooks tell your services about new mail, and retry when a service is down.",
  },
  {
    icon: ShieldCheck,
    title: "Admin controls",
    text: "An admin dashboard with team management: roles, invitations, and limits that hold.",
  },
  {
    icon: CircleOff,
    title: "Instant deactivation",
    text: "Instant deactivation of addresses: one switch, and the next message is refused.",
  },
];

export function Features() {
  return (
    <Section
      id="features"
      title="Everything an address needs, with nothing left behind"
      about="Made for the mail that software sends: sign-ups, codes, receipts, alerts."
    >
      <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="bg-surface p-6">
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 text-accent-ink" />
            <h3 className="mt-4 font-semibold">{title}</h3>
            <p className="mt-1 text-ink-soft text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
