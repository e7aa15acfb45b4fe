import { brokenRules } from "@mayfly/contracts";
import { clsx } from "clsx";
import { strengthOf } from "./strength.ts";

const faces = {
  Weak: { bars: 1, colour: "bg-red", text: "text-red-ink" },
  Medium: { bars: 2, colour: "bg-amber-ink", text: "text-amber-ink" },
  Strong: { bars: 3, colour: "bg-accent", text: "text-accent-ink" },
} as const;

/** How strong a password is, and what it lacks; `wrong` once the user has tried to save it as it is. */
export function PasswordStrength({ password, wrong }: { password: string; wrong: boolean }) {
  const strength = strengthOf(password);
  const { bars, colour, text } = faces[strength];
  const broken = brokenRules(password);
  return (
    <div className="space-y-2 pt-1">
      <div className="flex items-center gap-3">
        {/* In forced colours only the borders show: they fill the bars that count. */}
        <div aria-hidden="true" className="grid flex-1 grid-cols-3 gap-1">
          {[1, 2, 3].map((bar) => (
            <div
              key={bar}
              className={clsx(
                "h-1 rounded-full border-transparent",
                bar <= bars ? ["border-2", colour] : "border bg-line",
              )}
            />
          ))}
        </div>
        <p className={clsx("w-14 text-right text-12 font-medium", text)}>
          <span className="sr-only">Strength: </span>
          <span>{strength}</span>
        </p>
      </div>
      {broken.length > 0 && (
        <ul role={wrong ? "alert" : undefined} className={clsx("space-y-1", wrong && "text-red-ink")}>
          {broken.map(({ text, characters }) => (
            <li key={text}>
              <span>{text}</span>
              {characters !== undefined && (
                <span translate="no" className="font-mono wrap-anywhere">
                  {" "}
                  {characters}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
