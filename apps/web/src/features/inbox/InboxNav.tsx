import type { Profile } from "@mayfly/contracts";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { Mark } from "../../Mark.tsx";
import { paths } from "../../paths.ts";
import { useRemembered } from "../../ui/remembered.ts";
import { SideNav } from "../../ui/SideNav.tsx";
import { NavItems } from "./NavItems.tsx";

const Drawer = lazy(() => import("../../ui/Drawer.tsx"));

interface Props {
  profile: Profile | undefined;
  /** Whether the screen is the inbox of all addresses. */
  all: boolean;
  drawer: boolean;
  onDrawer: (open: boolean) => void;
}

/** The navigation at the side; on small screens a drawer. */
export function InboxNav({ profile, all, drawer, onDrawer }: Props) {
  const [collapsed, setCollapsed] = useRemembered("inbox-nav-collapsed");
  const current = all ? paths.inbox : undefined;
  const head = (
    <Link to={paths.dashboard} className="flex items-center gap-2 rounded-base font-semibold">
      <Mark />
      Mayfly
    </Link>
  );
  return (
    <>
      <SideNav label="Main" collapsed={collapsed} onCollapse={setCollapsed} head={head}>
        <NavItems collapsed={collapsed} current={current} />
      </SideNav>
      <Suspense>
        <Drawer title="Navigation" open={drawer} onOpenChange={onDrawer}>
          <div className="flex h-14 shrink-0 items-center px-5">{head}</div>
          <div className="mb-3 px-5.5 text-13">
            <p className="truncate font-medium">{profile?.full_name}</p>
            <p className="truncate text-12 text-ink-faint">{profile?.company_name}</p>
          </div>
          <NavItems current={current} onPick={() => onDrawer(false)} />
        </Drawer>
      </Suspense>
    </>
  );
}
