import { Command } from "cmdk";
import { type LucideIcon, Search } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import type { Openable } from "./Openable.ts";
import { Shade } from "./Shade.tsx";
import { useModal, withoutDescription } from "./useModal.ts";

interface Props extends Openable {
  /** The dialog's name for screen readers. */
  title: string;
  placeholder: string;
  /** Shown instead of an empty list. */
  empty: string;
  /** Runs once the dialog has closed and the focus is back, so that another can open and return the focus too. */
  onClosed: () => void;
  term: string;
  onTerm: (term: string) => void;
  /** Called before cmdk and the dialog handle the key. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called when the pointer chooses an item. */
  onPointerMove?: () => void;
  children: ReactNode;
}

/** Among the words of an item that something else has found. */
const anyTerm = "\0";

/**
 * An item matches if it contains every word that was typed, and ranks highest if each of them begins a word. What something
 * else has found comes last.
 */
function rank(value: string, term: string, words: string[] = []): number {
  if (words.includes(anyTerm)) return 0.25;
  const text = ` ${[value, ...words].join(" ").toLowerCase()}`;
  const typed = term.toLowerCase().split(/\s+/);
  if (!typed.every((word) => text.includes(word))) return 0;
  return typed.every((word) => text.includes(` ${word}`)) ? 1 : 0.5;
}

/** A text box, and below it the matching commands; the arrow keys choose one and Enter runs it. */
export function CommandDialog(props: Props) {
  const { title, placeholder, empty, open, onOpenChange, onClosed, term, onTerm, onKeyDown, onPointerMove, children } =
    props;
  const input = useRef<HTMLInputElement>(null);
  const modal = useModal(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Shade className="p-4 pt-[12vh]">
          <Primitive.Content
            {...modal}
            {...withoutDescription}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              input.current?.focus();
            }}
            onCloseAutoFocus={(event) => {
              modal.onCloseAutoFocus(event);
              onClosed();
            }}
            className="mx-auto w-full max-w-140 overflow-hidden rounded-card border border-line bg-surface shadow-lift"
          >
            <Primitive.Title className="sr-only">{title}</Primitive.Title>
            <Command label={title} filter={rank} loop vimBindings={false} onKeyDown={onKeyDown}>
              <div className="flex items-center gap-3 border-b border-line px-4">
                <Search aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
                <Command.Input
                  ref={input}
                  value={term}
                  onValueChange={onTerm}
                  placeholder={placeholder}
                  className="h-12 min-w-0 flex-1 text-ellipsis bg-transparent outline-none pointer-coarse:text-16"
                />
              </div>
              <Command.List
                label={title}
                onPointerMove={onPointerMove}
                className="max-h-[min(24rem,60vh)] scroll-py-2 overflow-y-auto has-[[role=option]]:p-2"
              >
                {children}
              </Command.List>
              <div role="status">
                <Command.Empty className="px-3 py-8 text-center text-13 text-ink-soft wrap-anywhere">
                  {empty}
                </Command.Empty>
              </div>
            </Command>
          </Primitive.Content>
        </Shade>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function CommandGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="not-first:mt-2 [&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-12 [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-ink-faint"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  icon: LucideIcon;
  label: string;
  /** Other words by which the search finds the item. */
  words?: readonly string[];
  /** What tells the item from others with this label that something else has found: they match whatever is typed. */
  found?: string;
  mono?: boolean;
  /** Chooses the item as soon as this is true, whatever was chosen before. */
  meant?: boolean;
  /** At the right: what picking the item does, or its state. */
  hint?: string | undefined;
  onPick: () => void;
}

/** Chooses as a pointer does: screen readers do not announce what is chosen by cmdk's `value`. */
function choose(part: Element | null) {
  part?.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
}

export function CommandItem({
  icon: Icon,
  label,
  words = [],
  found,
  mono = false,
  meant = false,
  hint,
  onPick,
}: ItemProps) {
  return (
    <Command.Item
      value={found ?? label}
      keywords={found === undefined ? [...words] : [anyTerm]}
      onSelect={onPick}
      className="flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-3 rounded-base px-3 py-2 text-13 text-ink-soft data-[selected=true]:bg-sunken data-[selected=true]:text-ink"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span
        translate={mono ? "no" : undefined}
        ref={meant ? choose : undefined}
        className={mono ? "min-w-0 truncate font-mono" : "min-w-0 truncate"}
      >
        {label}
      </span>
      {hint !== undefined && <span className="ml-auto max-w-2/5 shrink-0 truncate text-12 text-ink-faint">{hint}</span>}
    </Command.Item>
  );
}
