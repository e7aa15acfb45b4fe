import { paths } from "../../data/paths.ts";
import { Mark } from "../../parts/Mark.tsx";

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
    // These links go nowhere (A64, P29): homepage.tsx cancels clicks on every link to "#".
    links: [
      ["Privacy", "#"],
      ["Terms", "#"],
      ["Imprint", "#"],
    ],
  },
] as const;

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-280 grid-cols-3 gap-x-4 gap-y-10 px-5 py-12 sm:grid-cols-[1fr_auto_auto_auto] sm:gap-x-16 sm:px-8">
        <div className="max-sm:col-span-3">
          <p className="flex items-center gap-2 font-semibold">
            <Mark />
            Mayfly
          </p>
          <p className="mt-2 text-13 text-ink-faint">Mail that does not stay.</p>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="text-13 font-medium">{title}</p>
            <ul className="mt-2">
              {links.map(([label, href]) => (
                <li key={label}>
                  <a
                    href={href}
                    className="inline-block rounded-base py-1 text-13 text-ink-soft transition-colors hover:text-ink"
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
