import { clsx } from "clsx";
import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { setTheme, type Theme, themes, useTheme } from "./theme.ts";

const faces = {
  light: { icon: Sun, label: "Light" },
  dark: { icon: Moon, label: "Dark" },
  system: { icon: Monitor, label: "System" },
} satisfies Record<Theme, unknown>;

/** Native radio buttons: the arrow keys come with them. */
export function ThemeSwitch({ vertical = false }: { vertical?: boolean }) {
  const group = useId();
  const chosen = useTheme();
  return (
    <fieldset className={clsx("flex w-fit rounded-base border border-line p-0.5", vertical && "flex-col")}>
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { icon: Icon, label } = faces[theme];
        return (
          <label
            key={theme}
            title={label}
            className="relative grid size-7 pointer-coarse:size-11 cursor-pointer place-items-center rounded-small text-ink-faint transition-colors hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              value={theme}
              aria-label={label}
              checked={chosen === theme}
              onChange={() => setTheme(theme)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon aria-hidden="true" className="size-3.5" />
          </label>
        );
      })}
    </fieldset>
  );
}
