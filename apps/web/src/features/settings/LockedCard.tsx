import type { ReactNode } from "react";
import { LaterLabel } from "../../parts/plan/LaterLabel.tsx";
import { Card } from "./Card.tsx";

/** A form that nobody can fill in yet, on any plan (requirements O22 and P09). */
export function LockedCard({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <Card title={title} about={about} badge={<LaterLabel />}>
      <fieldset disabled aria-label={title} className="grid gap-5 p-5 sm:grid-cols-2">
        {children}
      </fieldset>
    </Card>
  );
}
