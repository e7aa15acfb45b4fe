import { Inbox } from "lucide-react";
import { paths } from "../../../data/paths.ts";
import { useProfile } from "../../../data/profile.ts";
import { MainNav } from "../../../parts/nav/MainNav.tsx";
import { useDashboardItems } from "../../../parts/nav/useDashboardItems.ts";
import { AddressList } from "./AddressList.tsx";

interface Props {
  /** Undefined: the inbox of all addresses. */
  address: string | undefined;
  drawer: boolean;
  onDrawer: (open: boolean) => void;
}

/** The product's navigation, and the addresses: one click leads to another inbox (row Y04). */
export function InboxNav({ address, drawer, onDrawer }: Props) {
  const profile = useProfile();
  const items = useDashboardItems();
  return (
    <MainNav
      items={[...items, { to: paths.inbox, icon: Inbox, label: "Inbox" }]}
      current={address === undefined ? paths.inbox : undefined}
      profile={profile}
      memory="inbox-nav-collapsed"
      drawer={drawer}
      onDrawer={onDrawer}
    >
      <AddressList address={address} onPick={() => onDrawer(false)} />
    </MainNav>
  );
}
