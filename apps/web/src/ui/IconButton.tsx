import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { iconShape } from "./iconShape.ts";
import { Tooltip } from "./Tooltip.tsx";

interface Props extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** The accessible name, and the tooltip's text. */
  label: string;
  /** Turns the icon while work goes on. */
  turning?: boolean;
}

export function IconButton({ icon: Icon, label, turning = false, className, ...rest }: Props) {
  return (
    <Tooltip text={label}>
      <button type="button" aria-label={label} className={iconShape(className)} {...rest}>
        <Icon aria-hidden="true" className={clsx("size-4", turning && "animate-spin")} />
      </button>
    </Tooltip>
  );
}
