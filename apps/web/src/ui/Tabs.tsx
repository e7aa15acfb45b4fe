import { Tabs as Primitive } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** Shows a tab's panel, and leads the keyboard there. */
export const focusTab = (value: string) => document.querySelector<HTMLElement>(`[data-tab="${value}"]`)?.focus();

interface Props<Value extends string> {
  /** What the tabs are of, for those who do not see them. */
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onValue: (value: Value) => void;
}

/** Where they do not fit, the tabs scroll sideways. A panel that was opened stays, with all that was typed in it. */
export function Tabs<Value extends string>({ label, tabs, value, onValue }: Props<Value>) {
  const [opened, setOpened] = useState<readonly Value[]>([value]);
  if (!opened.includes(value)) setOpened([...opened, value]);
  const list = useRef<HTMLDivElement>(null);
  // A link can open the last of them, and at first they may be hidden.
  useEffect(() => {
    if (list.current === null) return;
    const tabs = list.current;
    const chosen = tabs.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    // Not into view, which would scroll what they stand in as well.
    const seen = new ResizeObserver(() => {
      if (chosen) tabs.scrollLeft = chosen.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2;
    });
    seen.observe(tabs);
    return () => seen.disconnect();
  }, [value]);
  return (
    <Primitive.Root value={value} onValueChange={(next) => onValue(next as Value)}>
      <Primitive.List
        ref={list}
        aria-label={label}
        className="relative -mx-4 flex overflow-x-auto px-1 shadow-[inset_0_-1px_var(--line)] [scrollbar-width:none] sm:-mx-3 sm:px-0"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            // The primitive gives it the focus by script, which the browser may take for the keyboard's.
            onMouseDown={({ button, ctrlKey, currentTarget }) => {
              if (button === 0 && !ctrlKey) currentTarget.focus({ focusVisible: false });
            }}
            className="h-10 shrink-0 rounded-t-base border-b-2 border-transparent px-3 text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {/* As wide as it is when chosen, so that the others stay where they are. */}
            <span
              data-text={tab.label}
              className="grid after:invisible after:h-0 after:font-medium after:content-[attr(data-text)]"
            >
              {tab.label}
            </span>
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} forceMount hidden={tab.value !== value} className="pt-6">
          {opened.includes(tab.value) && tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
