import { Tabs as Primitive } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";

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
  // A link can open the last of them.
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${value}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <Primitive.Root value={value} onValueChange={(next) => onValue(next as Value)}>
      <Primitive.List
        ref={list}
        aria-label={label}
        className="-mx-4 flex overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className="-mb-px h-10 shrink-0 border-b-2 border-transparent px-3 text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
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
