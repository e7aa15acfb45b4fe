import type { Profile } from "@mayfly/contracts";
import type { ReactNode } from "react";
import { paths } from "../../data/paths.ts";
import { SideNav } from "../../ui/SideNav.tsx";
import { useRemembered } from "../../ui/useRemembered.ts";
import { Link } from "../Link.tsx";
import { onDemand } from "../loading/onDemand.tsx";
import { Mark } from "./Mark.tsx";
import { type NavItem, NavMenu } from "./NavMenu.tsx";

const Drawer = onDemand(() => import("../../ui/Drawer.tsx"));

interface Props {
  items: readonly NavItem[];
  current: string | undefined;
  profile: Profile | undefined;
  /** The key under which this browser remembers whether the navigation is collapsed. */
  memory: string;
  drawer: boolean;
  onDrawer: (open: boolean) => void;
  /** Below the links. */
  children?: ReactNode;
}

/** The navigation at the side; on small screens a drawer. */
export function MainNav({ items, current, profile, memory, drawer, onDrawer, children }: Props) {
  const [collapsed, setCollapsed] = useRemembered(memory);
  const head = (
    <Link
      to={paths.dashboard}
      onClick={() => onDrawer(false)}
      className="flex items-center gap-2 rounded-base font-semibold"
    >
      <Mark />
      Mayfly
    </Link>
  );
  const menu = { items, current, profile, children };
  return (
    <>
      <SideNav label="Main" collapsed={collapsed} onCollapse={setCollapsed} head={head}>
        <NavMenu {...menu} collapsed={collapsed} />
      </SideNav>
      <Drawer title="Navigation" open={drawer} onOpenChange={onDrawer}>
        <div className="flex h-14 shrink-0 items-center px-5">{head}</div>
        <NavMenu {...menu} onPick={() => onDrawer(false)} />
      </Drawer>
    </>
  );
}
