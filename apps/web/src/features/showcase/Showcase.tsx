import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useTitle } from "../../parts/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { PageHead } from "../../ui/PageHead.tsx";

/** A page about a feature that no plan has yet (requirements O22 and P09): it makes no calls and ignores clicks. */
export function Showcase({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  useTitle(title);
  return (
    <>
      <PageHead title={title} about={about}>
        <Badge tone="gold" icon={Lock}>
          Enterprise
        </Badge>
      </PageHead>
      {children}
    </>
  );
}
