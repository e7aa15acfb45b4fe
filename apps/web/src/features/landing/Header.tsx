import { paths } from "../../data/paths.ts";
import { Mark } from "../../parts/nav/Mark.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";

const anchors = [
  { href: "#features", label: "Features" },
  { href: "#pricing", label: "Pricing" },
  { href: "#testimonials", label: "Reviews" },
  { href: "#faq", label: "FAQ" },
] as const;

/**
 * On small screens the links have a row of their own, so that the visitor need not open a menu. member.ts shows members
 * what is for them.
 */
export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/90 backdrop-blur">
      <div className="mx-auto flex max-w-280 flex-wrap items-center gap-x-4 px-5 sm:px-8">
        <a href={paths.homepage} className="flex h-14 items-center gap-2 rounded-base text-16 font-semibold">
          <Mark />
          Mayfly
        </a>
        <nav aria-label="Sections" className="order-last w-full md:order-none md:ml-6 md:w-auto">
          <ul className="-mx-2 flex h-10 pointer-coarse:h-11 items-center justify-between md:h-14 md:justify-start md:gap-1">
            {anchors.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="flex h-8 pointer-coarse:h-11 items-center rounded-base px-2.5 text-13 text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <a data-for="guest" href={paths.login} className={buttonShape("ghost", "text-13")}>
            Sign In
          </a>
          <a data-for="guest" href={paths.register} className={buttonShape("primary", "text-13")}>
            Get Started
          </a>
          <a data-for="member" hidden href={paths.dashboard} className={buttonShape("primary", "text-13")}>
            Dashboard
          </a>
        </div>
      </div>
    </header>
  );
}
