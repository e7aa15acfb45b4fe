import { unicodeAddress } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Pin, PinOff, SlidersHorizontal } from "lucide-react";
import { type KeyboardEvent, useContext, useLayoutEffect, useRef, useState } from "react";
import { inboxOf } from "../../../data/links.ts";
import { unreadCount } from "../../../data/unreadCount.ts";
import { NewAddress } from "../../../parts/addresses/NewAddress.tsx";
import { QuickActions } from "../../../parts/addresses/quickActions.ts";
import { Link } from "../../../parts/Link.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SearchInput } from "../../../ui/SearchInput.tsx";
import { inboxTexts } from "../texts.ts";
import { pin } from "./pinned.ts";
import { useAddresses } from "./useAddresses.ts";

interface Props {
  /** The address whose inbox is open. */
  address: string | undefined;
  onPick: () => void;
}

/** The addresses beside the inbox, with what is unread (row Y04). */
export function AddressList({ address, onPick }: Props) {
  const { createEmail } = useContext(QuickActions);
  const [term, setTerm] = useState("");
  const { pinned, others, unread, isPinned, isFiltered, isLoading } = useAddresses(address, term);
  const [focused, setFocused] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const all = [...pinned, ...others];
  const stop = [focused, address].find((name) => name !== undefined && all.includes(name)) ?? all[0];

  function move(event: KeyboardEvent<HTMLElement>) {
    const { target, key, currentTarget } = event;
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-address]") : null;
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-address]")];
    const at = rows.indexOf(row);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
    const beside = { ArrowRight: "button", ArrowLeft: "a" }[key];
    if (to === undefined && beside === undefined) return;
    event.preventDefault();
    const same = target instanceof HTMLButtonElement ? "button" : "a";
    const next = to === undefined ? row : rows[Math.min(Math.max(to, 0), rows.length - 1)];
    next?.querySelector<HTMLElement>(beside ?? same)?.focus();
  }

  useLayoutEffect(() => {
    const row = box.current?.querySelector('[aria-current="page"]') ?? box.current?.querySelector("[data-address] a");
    row?.scrollIntoView({ block: "nearest" });
  }, [address, isLoading]);

  const list = (label: string, names: readonly string[]) =>
    names.length > 0 && (
      <>
        <p aria-hidden="true" className="mt-3 mb-1 px-3 text-12 font-medium text-ink-faint">
          {label}
        </p>
        <ul aria-label={label} className="space-y-0.5">
          {names.map((name) => (
            <AddressRow
              key={name}
              name={name}
              unread={unread(name)}
              isOpen={name === address}
              isStop={name === stop}
              isPinned={isPinned(name)}
              onPick={onPick}
            />
          ))}
        </ul>
      </>
    );
  return (
    // The whole navigation scrolls: beside a list that scrolled alone, the menu would leave it no row in a low window.
    <section aria-label={inboxTexts.addresses} className="mt-4 w-full border-t border-line pt-3">
      {/* As much as it covers is the rows' scroll margin, so that none is scrolled to below it. */}
      <div className="sticky -top-1 z-10 -mx-1 bg-paper px-1 pt-1 pb-1">
        <div className="flex items-center gap-1 [&>button:first-child]:flex-1">
          <NewAddress />
          <IconButton icon={SlidersHorizontal} label={inboxTexts.options} onClick={createEmail} />
        </div>
        <SearchInput label={inboxTexts.filter} value={term} onValue={setTerm} className="mt-2 text-13" />
      </div>
      {/* One Tab stop: arrow keys lead from address to address, and to the button beside it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are for what is inside */}
      <div
        ref={box}
        onKeyDown={move}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>("[data-address]")?.dataset["address"])}
        onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && setFocused(undefined)}
      >
        {list(inboxTexts.pinned, pinned)}
        {list(isFiltered ? inboxTexts.found : inboxTexts.recent, others)}
      </div>
      <p role="status" className="px-3 text-13 text-ink-faint not-empty:mt-3">
        {isFiltered && !isLoading && others.length === 0 && inboxTexts.noAddress}
      </p>
    </section>
  );
}

interface RowProps {
  name: string;
  unread: number;
  isOpen: boolean;
  /** Whether it is the list's Tab stop. */
  isStop: boolean;
  isPinned: boolean;
  onPick: () => void;
}

function AddressRow({ name, unread, isOpen, isStop, isPinned, onPick }: RowProps) {
  const shown = unicodeAddress(name);
  const at = shown.lastIndexOf("@");
  return (
    <li data-address={name} className="group relative flex items-center">
      <Link
        to={inboxOf(name)}
        onClick={onPick}
        title={name}
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpen ? "page" : undefined}
        className={clsx(
          "flex min-h-8 min-w-0 flex-1 scroll-mt-28 scroll-mb-36 items-center gap-2 rounded-base py-1 pr-9 pl-3 text-12 transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11",
          isOpen ? "bg-sunken font-medium text-ink" : "text-ink-soft",
        )}
      >
        <span translate="no" className="min-w-0 truncate font-mono">
          {shown.slice(0, at)}
          <span className="text-ink-faint">{shown.slice(at)}</span>
        </span>
        {unread > 0 && (
          <span className="ml-auto shrink-0 rounded-full bg-accent-soft px-1.5 text-accent-ink tabular-nums">
            {unreadCount(unread)}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </Link>
      <button
        type="button"
        aria-label={`${isPinned ? "Unpin" : "Pin"} ${name.slice(0, at)}`}
        title={isPinned ? "Unpin" : "Pin"}
        tabIndex={-1}
        aria-pressed={isPinned}
        onClick={() => pin(name, !isPinned)}
        className={clsx(
          "absolute right-0.5 grid size-8 scroll-mt-28 place-items-center rounded-base text-ink-faint hover:text-ink pointer-coarse:size-11",
          !isPinned && "opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        {isPinned ? (
          <PinOff aria-hidden="true" className="size-3.5" />
        ) : (
          <Pin aria-hidden="true" className="size-3.5" />
        )}
      </button>
    </li>
  );
}
