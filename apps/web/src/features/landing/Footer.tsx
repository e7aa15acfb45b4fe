import { paths } from "../../data/paths.ts";
import { Mark } from "../../parts/nav/Mark.tsx";

const groups = [
  {
    title: "Product",
    links: [
      ["Features", "#features"],
      ["Pricing", "#pricing"],
      ["Reviews", "#testimonials"],
      ["Sign In", paths.login],
    ],
  },
  {
    title: "Support",
    links: [
      ["Contact", "#contact"],
      ["FAQ", "#faq"],
    ],
  },
  {
    title: "Legal",
    // The server fills in the installation's pages; a link to one that is not set is not shown (A64, P29).
    links: [
      ["Privacy", "{{PRIVACY_URL}}"],
      ["Terms", "{{TERMS_URL}}"],
      ["Imprint", "{{IMPRINT_URL}}"],
    ],
  },
] as const;

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-280 flex-wrap gap-x-4 gap-y-10 px-5 py-12 sm:gap-x-16 sm:px-8">
        <div className="max-sm:w-full sm:grow">
          <p className="flex items-center gap-2 font-semibold">
            <Mark />
            Mayfly
          </p>
          <p className="mt-2 text-13 text-ink-faint">Mail that does not stay.</p>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="not-has-[a:not([href=''])]:hidden max-sm:flex-1">
            <p className="text-13 font-medium">{title}</p>
            <ul className="mt-2">
              {links.map(([label, href]) => (
                <li key={label} className="has-[a[href='']]:hidden">
                  <a
                    href={href}
                    className="inline-block rounded-base py-1 pointer-coarse:py-3 text-13 text-ink-soft transition-colors hover:text-ink"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
