import { clsx } from "clsx";
import { Inbox, LayoutDashboard, LogOut } from "lucide-react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { useLogout } from "../../session.ts";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";

const items = [
  { to: paths.dashboard, icon: LayoutDashboard, label: "Dashboard" },
  { to: paths.inbox, icon: Inbox, label: "Inbox" },
] as const;

const item = "flex h-9 items-center gap-3 rounded-base text-13 transition-colors hover:bg-sunken hover:text-ink";

interface Props {
  collapsed?: boolean;
  /** The item whose screen this is, if it is one of them. */
  current: string | undefined;
  onPick?: () => void;
}

export function NavItems({ collapsed = false, current, onPick }: Props) {
  const logout = useLogout();
  const shape = clsx(item, collapsed ? "w-9 justify-center" : "w-full px-3");
  const name = collapsed ? "sr-only" : "";
  return (
    <div
      className={clsx("flex min-h-0 flex-1 flex-col overflow-y-auto pb-3", collapsed ? "items-center px-2" : "px-2.5")}
    >
      <ul className={clsx("space-y-0.5", !collapsed && "w-full")}>
        {items.map(({ to, icon: Icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onPick}
              title={collapsed ? label : undefined}
              aria-current={to === current ? "page" : undefined}
              className={clsx(shape, to === current ? "bg-sunken font-medium text-ink" : "text-ink-soft")}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              <span className={name}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={clsx("mt-auto space-y-2 pt-4", !collapsed && "w-full")}>
        <div className={clsx(!collapsed && "px-3")}>
          <ThemeSwitch vertical={collapsed} />
        </div>
        <button
          type="button"
          title={collapsed ? "Log out" : undefined}
          onClick={logout}
          className={clsx(shape, "text-ink-soft")}
        >
          <LogOut aria-hidden="true" className="size-4 shrink-0" />
          <span className={name}>Log out</span>
        </button>
      </div>
    </div>
  );
}
