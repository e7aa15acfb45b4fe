import { Section } from "./Section.tsx";

const entries = [
  {
    question: "Can we use our own domains?",
    answer: "Pro and Business plans may add custom domains. A DNS record proves that a domain is yours.",
  },
  {
    question: "What happens when an address expires?",
    answer: "Expired emails are deleted and bounce: anyone who writes to one is told that it is gone.",
  },
  {
    question: "How long does an address live?",
    answer: "On Starter, for 24 hours. On other plans, for as long as you choose, or indefinitely.",
  },
  {
    question: "Who can read our mail?",
    answer: "Members of your company who are logged in. Only its owner and administrators can read a private address.",
  },
] as const;

export function Faq() {
  return (
    <Section id="faq" sunken title="Questions, answered">
      <dl className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {entries.map(({ question, answer }) => (
          <div key={question}>
            <dt className="text-16 font-semibold">{question}</dt>
            <dd className="mt-2 text-ink-soft text-pretty">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
