import type { ReactNode } from "react";

interface Props {
  title: string;
  about: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** At the foot: what can be done. */
  action?: ReactNode;
  children: ReactNode;
}

/** One group of settings. */
export function Card({ title, about, badge, action, children }: Props) {
  return (
    <section className="max-w-160 overflow-hidden rounded-card border border-line bg-surface">
      <div className="space-y-1 border-b border-line px-5 py-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-16 font-semibold">{title}</h2>
          {badge}
        </div>
        <p className="text-13 text-ink-soft">{about}</p>
      </div>
      {children}
      {action && (
        <div className="flex items-center justify-end gap-4 border-t border-line bg-paper px-5 py-3">{action}</div>
      )}
    </section>
  );
}
