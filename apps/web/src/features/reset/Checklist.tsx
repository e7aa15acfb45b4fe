import { passwordRules } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Check, Circle } from "lucide-react";

/** What a new password must have, ticked off while it is typed. */
export function Checklist({ password }: { password: string }) {
  return (
    <ul aria-label="Password requirements" className="grid gap-x-4 gap-y-1.5 text-13 sm:grid-cols-2">
      {passwordRules.map(({ label, characters, holds }) => {
        const met = holds(password);
        const Icon = met ? Check : Circle;
        return (
          <li
            key={label}
            data-met={met}
            className={clsx(
              "flex items-center gap-2",
              characters !== undefined && "sm:col-span-2",
              met ? "text-accent-ink" : "text-ink-soft",
            )}
          >
            <Icon aria-hidden="true" className={clsx("shrink-0", met ? "size-4" : "m-0.5 size-3")} />
            <span>
              {label}
              {characters !== undefined && (
                <span translate="no" className="font-mono wrap-anywhere">
                  {" "}
                  {characters}
                </span>
              )}
            </span>
            <span className="sr-only">{met ? "met" : "not met"}</span>
          </li>
        );
      })}
    </ul>
  );
}
