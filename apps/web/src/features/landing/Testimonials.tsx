import { Section } from "./Section.tsx";

const testimonials = [
  {
    text: "Our sign-up tests used to share one mailbox. Now every run has an address of its own, and it is gone by morning.",
    name: "Maya Lindqvist",
    role: "QA lead",
  },
  {
    text: "The code is in the inbox before I have switched windows. I stopped reaching for the reload button.",
    name: "Tomás Ferreira",
    role: "Frontend engineer",
  },
  {
    text: "One switch turns an address off for everyone. That is the sentence I needed for our audit.",
    name: "Ngozi Adeyemi",
    role: "Head of IT",
  },
] as const;

export function Testimonials() {
  return (
    <Section id="testimonials" sunken title="What teams say" about="Sample quotes from the people we build for.">
      <ul className="grid gap-4 lg:grid-cols-3">
        {testimonials.map(({ text, name, role }) => (
          <li key={name} className="rounded-card border border-line bg-surface p-6">
            <figure className="flex h-full flex-col justify-between gap-6">
              <blockquote className="text-16 text-pretty">{text}</blockquote>
              <figcaption className="text-13">
                <span className="font-medium">{name}</span>
                <span className="block text-ink-faint">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
