import { clsx } from "clsx";
import type { ReactNode } from "react";

interface Props {
  id: string;
  title: string;
  about?: string;
  /** Sets the section apart from its neighbours by its background. */
  sunken?: boolean;
  children: ReactNode;
}

/** A part of the page with a heading; links to it stop below the sticky header. */
export function Section({ id, title, about, sunken = false, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={clsx("scroll-mt-24 md:scroll-mt-14", sunken && "border-y border-line bg-sunken")}
    >
      <div className="mx-auto max-w-280 px-5 py-16 sm:px-8 md:py-24">
        <h2 id={`${id}-title`} className="max-w-160 text-28 font-semibold tracking-tight text-balance">
          {title}
        </h2>
        {about !== undefined && <p className="mt-3 max-w-160 text-16 text-ink-soft text-pretty">{about}</p>}
        <div className="mt-10 md:mt-12">{children}</div>
      </div>
    </section>
  );
}
