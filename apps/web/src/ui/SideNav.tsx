import { clsx } from "clsx";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton.tsx";

interface Props {
  label: string;
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  head: ReactNode;
  children: ReactNode;
}

/** The navigation at the left edge: names and icons, or icons alone. */
export function SideNav({ label, collapsed, onCollapse, head, children }: Props) {
  return (
    <nav
      aria-label={label}
      className={clsx(
        "hidden h-full shrink-0 flex-col border-r border-line bg-paper lg:flex print:hidden",
        collapsed ? "w-14" : "w-56",
      )}
    >
      <div
        className={clsx("flex h-14 shrink-0 items-center", collapsed ? "justify-center" : "justify-between pr-2 pl-4")}
      >
        {!collapsed && head}
        <IconButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={collapsed ? "Expand navigation" : "Collapse navigation"}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        />
      </div>
      {children}
    </nav>
  );
}
