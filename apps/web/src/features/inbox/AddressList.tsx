import { clsx } from "clsx";
import { Pin, PinOff, SlidersHorizontal } from "lucide-react";
import { useContext, useState } from "react";
import { inboxOf } from "../../data/links.ts";
import { unreadCount } from "../../data/unreadCount.ts";
import { Link } from "../../parts/Link.tsx";
import { NewAddress } from "../../parts/NewAddress.tsx";
import { QuickActions } from "../../parts/quickActions.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { pin } from "./pinned.ts";
import { inboxTexts } from "./texts.ts";
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
              isPinned={isPinned(name)}
              onPick={onPick}
            />
          ))}
        </ul>
      </>
    );
  return (
    <section aria-label={inboxTexts.addresses} className="mt-4 w-full border-t border-line pt-3">
      <div className="flex items-center gap-1 [&>button:first-child]:flex-1">
        <NewAddress />
        <IconButton icon={SlidersHorizontal} label={inboxTexts.options} onClick={createEmail} />
      </div>
      <SearchInput label={inboxTexts.filter} value={term} onValue={setTerm} className="mt-2 text-13" />
      {list(inboxTexts.pinned, pinned)}
      {list(isFiltered ? inboxTexts.found : inboxTexts.recent, others)}
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
  isPinned: boolean;
  onPick: () => void;
}

function AddressRow({ name, unread, isOpen, isPinned, onPick }: RowProps) {
  const at = name.lastIndexOf("@");
  return (
    <li className="group relative flex items-center">
      <Link
        to={inboxOf(name)}
        onClick={onPick}
        title={name}
        aria-current={isOpen ? "page" : undefined}
        className={clsx(
          "flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-base py-1 pr-9 pl-3 text-12 transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11",
          isOpen ? "bg-sunken font-medium text-ink" : "text-ink-soft",
        )}
      >
        <span translate="no" className="min-w-0 truncate font-mono">
          {name.slice(0, at)}
          <span className="text-ink-faint">{name.slice(at)}</span>
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
        aria-pressed={isPinned}
        onClick={() => pin(name, !isPinned)}
        className={clsx(
          "absolute right-0.5 grid size-8 place-items-center rounded-base text-ink-faint hover:text-ink pointer-coarse:size-11",
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
