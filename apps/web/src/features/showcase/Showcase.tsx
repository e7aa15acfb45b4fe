import type { ReactNode } from "react";
import { useTitle } from "../../parts/page/useTitle.ts";
import { PageHead } from "../../ui/PageHead.tsx";

interface Props {
  title: string;
  about: string;
  /** Says which plans have it, or that it comes later. */
  label: ReactNode;
  children: ReactNode;
}

/** A page about a feature that the company does not have (requirements O22 and P09): it makes no calls. */
export function Showcase({ title, about, label, children }: Props) {
  useTitle(title);
  return (
    <>
      <PageHead title={title} about={about}>
        {label}
      </PageHead>
      {children}
    </>
  );
}
