import type { ReactNode } from "react";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { Mark } from "../nav/Mark.tsx";

interface Props {
  title: string;
  lead: ReactNode;
  /** Below the form: a link to another screen. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The layout of the screens before login: one column, one thing to do. */
export function EntryPage({ title, lead, aside, children }: Props) {
  return (
    <div className="flex min-h-full flex-col">
      <main className="mx-auto flex w-full max-w-112 flex-1 flex-col justify-center px-6 py-12">
        <Mark className="mb-6 -ml-1 size-9" />
        <h1 className="text-28 font-semibold tracking-tight wrap-anywhere">{title}</h1>
        <div className="mt-1 mb-8 text-ink-soft wrap-anywhere">{lead}</div>
        {children}
        {aside !== undefined && <p className="mt-8 text-13 text-ink-soft">{aside}</p>}
      </main>
      <footer className="flex justify-center p-6">
        <ThemeSwitch />
      </footer>
    </div>
  );
}
