import { type ComponentType, useState } from "react";
import { useIsAdministrator } from "../../data/profile.ts";
import { NewAddress } from "../../parts/addresses/NewAddress.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { ActivityPanel } from "./ActivityPanel.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { RecentEmailsPanel } from "./RecentEmailsPanel.tsx";
import { StatCards } from "./StatCards.tsx";

/** The dialogs are those of the Emails and Team pages. */
export default function HomePage({
  CreateEmail,
  InviteMember,
}: Record<"CreateEmail" | "InviteMember", ComponentType<Openable>>) {
  useTitle("Dashboard");
  const administrator = useIsAdministrator();
  const [open, setOpen] = useState<"email" | "member">();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHead title="Dashboard">
        {administrator && <Button onClick={() => setOpen("member")}>Invite Team</Button>}
        <Button onClick={() => setOpen("email")}>Create Email</Button>
        <NewAddress />
      </PageHead>
      <div className="space-y-4 lg:space-y-6">
        <FirstSteps onInvite={() => setOpen("member")} />
        <StatCards />
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
          {/* On small screens the panels are stacked, and the addresses come first because users come for them. */}
          <RecentEmailsPanel />
          <div className="lg:order-first">
            <ActivityPanel />
          </div>
        </div>
      </div>
      <CreateEmail open={open === "email"} onOpenChange={close} />
      {administrator && <InviteMember open={open === "member"} onOpenChange={close} />}
    </>
  );
}
