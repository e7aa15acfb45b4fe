import { unicodeAddress } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Copy, Keyboard, Menu, RefreshCw, SlidersHorizontal } from "lucide-react";
import type { Ref } from "react";
import { useProfile } from "../../data/profile.ts";
import { SupportLink } from "../../parts/nav/SupportLink.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { DeleteButton } from "./actions/DeleteButton.tsx";
import { inboxTexts } from "./texts.ts";
import type { Inbox } from "./useInbox.ts";

interface Props {
  inbox: Inbox;
  searchBox: Ref<HTMLInputElement>;
  onOptions: () => void;
  onKeys: () => void;
  onMenu: () => void;
}

export function InboxHeader({ inbox, searchBox, onOptions, onKeys, onMenu }: Props) {
  const { address, list, open, actions } = inbox;
  const profile = useProfile();
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line px-2 lg:h-14 lg:flex-nowrap lg:px-4 print:hidden">
      <IconButton icon={Menu} label="Navigation" onClick={onMenu} className="lg:hidden" />
      {/* With text so large that the buttons fill a line, the heading gets a line of its own. */}
      <h1 className="flex min-h-14 min-w-0 flex-1 items-center max-[18rem]:order-1 max-[18rem]:basis-full">
        {address === undefined ? (
          <span className="truncate px-2 font-semibold">All messages</span>
        ) : (
          <button
            translate="no"
            type="button"
            aria-label={`Copy ${unicodeAddress(address)}`}
            title={`Copy ${address}`}
            onClick={actions.copyAddress}
            className="group flex min-w-0 items-center gap-2 rounded-base px-2 py-1.5 font-mono text-13 pointer-coarse:min-h-11 transition-colors hover:bg-sunken"
          >
            <span className="truncate">{unicodeAddress(address)}</span>
            <Copy aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint group-hover:text-ink" />
          </button>
        )}
      </h1>
      <IconButton icon={RefreshCw} label="Refresh" turning={list.isRefreshing} onClick={actions.refresh} />
      {/* On a phone. Not where the toast of a deletion lies, so that several messages can be deleted in a row. */}
      <DeleteButton onDelete={actions.removeOpen} className="sm:hidden" />
      <div
        className={clsx(
          "order-last w-full px-2 pb-3 lg:order-none lg:w-56 lg:px-0 lg:pb-0 xl:w-72",
          // On small screens an open message covers the list, so there is nothing to search.
          open.name !== undefined && "max-lg:hidden",
        )}
      >
        <SearchInput
          label="Search emails"
          placeholder={inboxTexts.search}
          value={list.text}
          onValue={list.setText}
          className="text-13"
          ref={searchBox}
        />
      </div>
      <IconButton icon={SlidersHorizontal} label="Inbox options" onClick={onOptions} />
      <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={onKeys} className="max-lg:hidden" />
      <SupportLink wordClass="max-xl:sr-only" />
      <div className="ml-2 hidden max-w-48 min-w-0 border-l border-line pl-4 text-13 leading-4 lg:block">
        <p className="truncate font-medium">{profile?.full_name}</p>
        <p className="truncate text-12 text-ink-faint">{profile?.company_name}</p>
      </div>
    </header>
  );
}
