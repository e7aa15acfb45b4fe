import { FileCode, Gavel, Rocket, Users } from "lucide-react";
import { Section } from "./Section.tsx";

const risks = [
  {
    icon: FileCode,
    title: "Source code leaks",
    text: "Build logs and review mail carry code. Sent to a private mailbox, they are out of your hands.",
  },
  {
    icon: Users,
    title: "Client data exposure",
    text: "Tests with real names and real addresses put client data where nobody looks after it.",
  },
  {
    icon: Rocket,
    title: "Product information leaks",
    text: "Sign-ups for tools and trials tell others what you are about to build, and who builds it.",
  },
  {
    icon: Gavel,
    title: "Regulatory compliance risks",
    text: "Mail kept forever in accounts nobody owns is hard to explain to an auditor.",
  },
] as const;

export function Risks() {
  return (
    <Section
      id="risks"
      sunken
      title="Security risks of testing with real mailboxes"
      about="An address that outlives its purpose is a leak waiting to happen."
    >
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {risks.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 text-amber-ink" />
            <h3 className="mt-4 font-semibold">{title}</h3>
            <p className="mt-1 text-ink-soft text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
