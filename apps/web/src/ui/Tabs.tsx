import { Tabs as Primitive } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** Shows a tab's panel, and moves the focus to the tab. */
export const focusTab = (value: string) => document.querySelector<HTMLElement>(`[data-tab="${value}"]`)?.focus();

interface Props<Value extends string> {
  /** The tab list's name for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onValue: (value: Value) => void;
}

/** Tabs that do not fit scroll sideways. A panel that was opened stays mounted, and keeps what was typed in it. */
export function Tabs<Value extends string>({ label, tabs, value, onValue }: Props<Value>) {
  const [opened, setOpened] = useState<readonly Value[]>([value]);
  if (!opened.includes(value)) setOpened([...opened, value]);
  const list = useRef<HTMLDivElement>(null);
  // Scrolls to the chosen tab: a link can open the last one, and at first the tabs may be hidden.
  useEffect(() => {
    if (list.current === null) return;
    const tabs = list.current;
    const chosen = tabs.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    // Not by scrollIntoView(), which would scroll the page around the tabs as well.
    const seen = new ResizeObserver(() => {
      if (chosen) tabs.scrollLeft = chosen.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2;
    });
    seen.observe(tabs);
    return () => seen.disconnect();
  }, [value]);
  return (
    <Primitive.Root value={value} onValueChange={(next) => onValue(next as Value)}>
      {/* The line is as wide as the panel, however the tabs are scrolled. */}
      <div className="border-b border-line">
        <Primitive.List
          ref={list}
          aria-label={label}
          className="relative -mb-px flex overflow-x-auto [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              data-tab={tab.value}
              // Radix focuses the tab by script, and the browser may then show the focus ring as for the keyboard.
              onMouseDown={({ button, ctrlKey, currentTarget }) => {
                if (button === 0 && !ctrlKey) currentTarget.focus({ focusVisible: false });
              }}
              className="h-10 pointer-coarse:h-11 shrink-0 rounded-t-base border-b-2 border-transparent px-3 text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {/* Always as wide as when it is chosen, so that the other tabs do not move. */}
              <span
                data-text={tab.label}
                className="grid after:invisible after:h-0 after:font-medium after:content-[attr(data-text)]"
              >
                {tab.label}
              </span>
            </Primitive.Trigger>
          ))}
        </Primitive.List>
      </div>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} forceMount hidden={tab.value !== value} className="pt-6">
          {opened.includes(tab.value) && tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
