import type { Profile } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Lock, LogOut, type LucideIcon, Search } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { OpenPalette, paletteKeys } from "../keys/palette.ts";
import { Link } from "../Link.tsx";
import { useLogout } from "./useLogout.ts";

export interface NavItem {
  to: string;
  icon: LucideIcon;
  label: string;
  /** Shown with a lock, because its feature is not available. */
  locked?: boolean;
}

interface Props {
  items: readonly NavItem[];
  /** The path of the item whose screen is shown, if it is one of them. */
  current: string | undefined;
  profile: Profile | undefined;
  collapsed?: boolean;
  onPick?: () => void;
  /** Below the links. */
  children?: ReactNode;
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** The links to the screens, the theme, the signed-in user, and the logout button. */
export function NavMenu({ items, current, profile, collapsed = false, onPick, children }: Props) {
  const logout = useLogout();
  const openPalette = useContext(OpenPalette);
  const shape = clsx(
    "relative flex h-9 pointer-coarse:h-11 items-center gap-3 rounded-base text-13 transition-colors hover:bg-sunken hover:text-ink",
    collapsed ? "w-9 justify-center" : "w-full px-3",
  );
  const name = collapsed ? "sr-only" : "truncate";
  return (
    // In a window so low that the account would leave the rest no room, it scrolls with the rest.
    <div className="relative flex min-h-0 flex-1 flex-col [@media(max-height:30rem)]:overflow-y-auto">
      <div
        className={clsx(
          // Padded so that no focus ring is cut off.
          "relative -mt-1 flex min-h-0 flex-1 flex-col overflow-y-auto pt-1 pb-3",
          "[@media(max-height:30rem)]:flex-none [@media(max-height:30rem)]:overflow-visible",
          collapsed ? "items-center px-2" : "px-2.5",
        )}
      >
        <button
          type="button"
          title={collapsed ? `Go to, ${paletteKeys}` : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => {
            onPick?.();
            openPalette();
          }}
          className={clsx(shape, "mb-3 shrink-0 border border-line text-ink-faint")}
        >
          <Search aria-hidden="true" className="size-4 shrink-0" />
          <span className={name}>Go to…</span>
          {!collapsed && (
            <span aria-hidden="true" className="ml-auto text-12 whitespace-nowrap max-lg:hidden">
              {paletteKeys}
            </span>
          )}
        </button>
        <ul className={clsx("shrink-0 space-y-0.5", !collapsed && "w-full")}>
          {items.map(({ to, icon: Icon, label, locked }) => (
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
                {locked && (
                  <Lock
                    role="img"
                    aria-label="Locked"
                    className={clsx(
                      "shrink-0 text-ink-faint",
                      collapsed ? "absolute right-0.5 bottom-0.5 size-2.5" : "ml-auto size-3.5",
                    )}
                  />
                )}
              </Link>
            </li>
          ))}
        </ul>
        {!collapsed && children}
      </div>
      <div
        className={clsx(
          "shrink-0 space-y-2 border-t border-line py-3",
          collapsed ? "flex flex-col items-center px-2" : "px-2.5",
        )}
      >
        <div className={clsx(!collapsed && "px-1.5")}>
          <ThemeSwitch vertical={collapsed} />
        </div>
        {profile !== undefined && (
          <div
            title={collapsed ? `${profile.full_name}, ${profile.email}` : undefined}
            className={clsx("flex items-center gap-2.5", !collapsed && "px-1.5 py-1")}
          >
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-12 font-medium text-accent-ink"
            >
              {initials(profile.full_name)}
            </span>
            <div className={clsx("min-w-0 text-13 leading-4.5", collapsed && "sr-only")}>
              <p className="truncate font-medium" title={profile.full_name}>
                {profile.full_name}
              </p>
              <p translate="no" className="truncate text-12 text-ink-faint" title={profile.email}>
                {profile.email}
              </p>
            </div>
          </div>
        )}
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
