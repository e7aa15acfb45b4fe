import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../ui/Badge.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { useTitle } from "../../useTitle.ts";

/** A page about what is not there yet, on any plan (requirements O22 and P09): it calls nothing and takes no press. */
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
