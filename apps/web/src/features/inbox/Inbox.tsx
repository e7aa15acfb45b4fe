import { emailTexts, inboxTexts, limits } from "@mayfly/contracts";
import { clsx } from "clsx";
import { lazy, Suspense, useRef, useState } from "react";
import { copy } from "../../clipboard.ts";
import { useProfile } from "../../profile.ts";
import { useTitle } from "../../title.ts";
import { toast } from "../../ui/toasts.ts";
import { ConnectionBar } from "./ConnectionBar.tsx";
import { InboxHeader } from "./InboxHeader.tsx";
import { InboxNav } from "./InboxNav.tsx";
import { MessageList } from "./MessageList.tsx";
import { type InboxItem, isFor, toLiveItem } from "./message.ts";
import { NothingOpen, ReadingPane } from "./ReadingPane.tsx";
import { useInboxKeys } from "./useInboxKeys.ts";
import { useLive } from "./useLive.ts";
import { useMessages } from "./useMessages.ts";
import { useOpenMessage } from "./useOpenMessage.ts";

// Apart, like the drawer: the inbox is there before what opens over it.
const KeysDialog = lazy(() => import("./KeysDialog.tsx"));

/** The messages to one address, or without one all that the user may read. */
export function Inbox({ address, me }: { address: string | undefined; me: string }) {
  const profile = useProfile();
  const messages = useMessages(address);
  const { store } = messages;
  const { open, setOpen, close } = useOpenMessage();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open === undefined ? [] : [open]));
  const [term, setTerm] = useState("");
  const [keysShown, setKeysShown] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const isRead = (item: InboxItem) => opened.has(item.name) || item.seen.includes(me);
  const unread = messages.items.filter((item) => !isRead(item)).length;
  useTitle(`${unread === 0 ? "" : `(${unread}) `}${address ?? "Inbox"}`);

  const live = useLive({
    onMail(record) {
      const item = toLiveItem(record);
      if (!isFor(item, address)) return;
      store.receive(item);
      toast.info(inboxTexts.newMail(item.subject), limits.inboxNewMailNotice);
    },
    onUp: store.catchUp,
  });

  function openMessage(name: string) {
    setOpened(new Set(opened).add(name));
    if (name !== open) setOpen(name);
  }

  async function copyAddress() {
    if (address === undefined) return;
    if (await copy(address)) toast.success(inboxTexts.addressCopied, limits.inboxCopyNotice);
    else toast.error(emailTexts.copyFailed);
  }

  useInboxKeys({
    list,
    searchBox,
    open,
    onClose: close,
    onRefresh: store.refresh,
    onCopy: copyAddress,
    onKeys: () => setKeysShown(true),
    onTerm: setTerm,
  });

  return (
    <div className="flex h-full">
      <InboxNav profile={profile} all={address === undefined} drawer={drawer} onDrawer={setDrawer} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBar live={live} />
        <InboxHeader
          address={address}
          reading={open !== undefined}
          profile={profile}
          term={term}
          onTerm={setTerm}
          refreshing={messages.loading === "refresh"}
          onCopy={copyAddress}
          onRefresh={store.refresh}
          onKeys={() => setKeysShown(true)}
          onMenu={() => setDrawer(true)}
          searchBox={searchBox}
        />
        {/* Below the width of two panes, one at a time. */}
        <main className="flex min-h-0 flex-1">
          <section
            aria-label="List"
            className={clsx(
              "flex min-h-0 w-full flex-col bg-surface lg:w-[29vw] lg:min-w-72 lg:shrink-0 lg:border-r lg:border-line",
              open !== undefined && "max-lg:hidden",
            )}
          >
            <MessageList
              ref={list}
              messages={messages}
              term={term}
              address={address}
              open={open}
              isRead={isRead}
              onOpen={openMessage}
              onMore={store.more}
              onRetry={store.refresh}
            />
          </section>
          <section aria-label="Reading pane" className={clsx("min-w-0 flex-1", open === undefined && "max-lg:hidden")}>
            {open === undefined ? <NothingOpen /> : <ReadingPane key={open} name={open} onClose={close} />}
          </section>
        </main>
      </div>
      <Suspense>
        <KeysDialog open={keysShown} onOpenChange={setKeysShown} />
      </Suspense>
    </div>
  );
}
