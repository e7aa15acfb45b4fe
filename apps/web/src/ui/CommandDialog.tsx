import { clsx } from "clsx";
import { Command, useCommandState } from "cmdk";
import { type LucideIcon, Search } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Openable } from "./Openable.ts";
import { Shade } from "./Shade.tsx";
import { useModal, withoutDescription } from "./useModal.ts";

export interface CommandRow {
  icon: LucideIcon;
  label: string;
  /** What tells the row from others with this label. */
  id?: string;
  /** Other words by which people find it. */
  words?: readonly string[];
  mono?: boolean;
  /** At the right: what picking the row does, or its state. */
  hint?: string | undefined;
  /** Answers what was typed before: it stays in sight until the answer comes, and cannot be picked. */
  old?: boolean;
  onPick: () => void;
}

export interface CommandGroup {
  title: string;
  rows: readonly CommandRow[];
}

interface Props extends Openable {
  /** The dialog's name for screen readers. */
  title: string;
  placeholder: string;
  groups: readonly CommandGroup[];
  /** Whether more rows may come for the term. Enter waits for them while there is none to pick. */
  asking: boolean;
  /** The label of the row that is chosen instead of the first, unless the user chooses. */
  meant?: string | undefined;
  /** Shown instead of an empty list. */
  empty: string;
  /** Runs once the dialog has closed and the focus is back, so that another can open and return the focus too. */
  onClosed: () => void;
  term: string;
  onTerm: (term: string) => void;
  /** Called before cmdk and the dialog handle the key. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

const rowsIn = (box: Element | null) => [
  ...(box?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled="true"])') ?? []),
];
const isChosen = (row: HTMLElement) => row.getAttribute("aria-selected") === "true";

/** A text box, and below it commands; the arrow keys choose one and Enter runs it. */
export function CommandDialog(props: Props) {
  const { title, placeholder, groups, asking, meant, empty } = props;
  const { open, onOpenChange, onClosed, term, onTerm, onKeyDown } = props;
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Whether the user has chosen a row since the term last changed. */
  const [steered, setSteered] = useState(false);
  /** Whether Enter has been pressed before there was a row. */
  const [awaited, setAwaited] = useState(false);
  const modal = useModal(open);
  useEffect(() => {
    setSteered(false);
    setAwaited(false);
  }, [open, term]);

  function press(event: KeyboardEvent) {
    onKeyDown?.(event);
    if (event.nativeEvent.isComposing || event.repeat) return;
    if (/^(?:Arrow(?:Up|Down)|Home|End)$/.test(event.key)) setSteered(true);
    if (event.key === "Enter" && !rowsIn(box.current).some(isChosen)) setAwaited(asking);
  }

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
            <div ref={box}>
              {/* The rows come filtered and in their order. */}
              <Command label={title} shouldFilter={false} loop vimBindings={false} onKeyDown={press}>
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
                  onPointerMove={({ isTrusted }) => isTrusted && setSteered(true)}
                  className="max-h-[min(24rem,60vh)] scroll-py-2 overflow-y-auto has-[[role=option]]:p-2"
                >
                  {groups.map((group) => (
                    <Command.Group
                      key={group.title}
                      heading={group.title}
                      className="not-first:mt-2 [&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-12 [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-ink-faint"
                    >
                      {group.rows.map((row) => (
                        <Row key={row.id ?? row.label} row={row} />
                      ))}
                    </Command.Group>
                  ))}
                  <Chosen choose={choose} />
                </Command.List>
                <div role="status">
                  <Command.Empty className="px-3 py-8 text-center text-13 text-ink-soft wrap-anywhere">
                    {empty}
                  </Command.Empty>
                </div>
              </Command>
            </div>
          </Primitive.Content>
        </Shade>
      </Primitive.Portal>
    </Primitive.Root>
  );

  /** Sees to it that a row is chosen wherever there is one, and runs it if Enter waits for it. */
  function choose() {
    const rows = rowsIn(box.current);
    const chosen = rows.find(isChosen);
    const wanted = (steered ? chosen : rows.find(({ dataset }) => dataset["label"] === meant)) ?? rows[0];
    // As a pointer does: screen readers do not announce what is chosen by cmdk's `value`.
    if (wanted !== chosen) wanted?.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
    if (awaited && !asking && wanted === chosen) {
      setAwaited(false);
      chosen?.click();
    }
  }
}

/** Chooses whenever the rows or the chosen one have changed: cmdk chooses none when its chosen row goes. */
function Chosen({ choose }: { choose: () => void }) {
  useCommandState(({ value }) => value);
  useLayoutEffect(choose);
  return null;
}

function Row({ row }: { row: CommandRow }) {
  const { icon: Icon, label, id = label, mono = false, hint, old = false, onPick } = row;
  return (
    <Command.Item
      value={id}
      data-label={label}
      disabled={old}
      onSelect={onPick}
      className={clsx(
        "flex min-h-9 pointer-coarse:min-h-11 items-center gap-3 rounded-base px-3 py-2 text-13 data-[selected=true]:bg-sunken data-[selected=true]:text-ink",
        old ? "text-ink-faint" : "cursor-pointer text-ink-soft",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span translate={mono ? "no" : undefined} className={clsx("min-w-0 truncate", mono && "font-mono")}>
        {label}
      </span>
      {hint !== undefined && <span className="ml-auto max-w-2/5 shrink-0 truncate text-12 text-ink-faint">{hint}</span>}
    </Command.Item>
  );
}
