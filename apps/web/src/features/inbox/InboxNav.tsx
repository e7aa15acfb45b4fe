import type { Profile } from "@mayfly/contracts";
import { Inbox, LayoutDashboard } from "lucide-react";
import { paths } from "../../data/paths.ts";
import { MainNav } from "../../parts/MainNav.tsx";

const items = [
  { to: paths.dashboard, icon: LayoutDashboard, label: "Dashboard" },
  { to: paths.inbox, icon: Inbox, label: "Inbox" },
] as const;

interface Props {
  profile: Profile | undefined;
  /** Whether the screen is the inbox of all addresses. */
  all: boolean;
  drawer: boolean;
  onDrawer: (open: boolean) => void;
}

export function InboxNav({ profile, all, drawer, onDrawer }: Props) {
  return (
    <MainNav
      items={items}
      current={all ? paths.inbox : undefined}
      profile={profile}
      memory="inbox-nav-collapsed"
      drawer={drawer}
      onDrawer={onDrawer}
    />
  );
}
