import { inbox, NotificationLog, SeenCustomerInbox } from "@mayfly/contracts";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pick } from "zod/mini";
import { track } from "../../data/analytics.ts";
import { call, failureText } from "../../data/api.ts";
import { copy } from "../../data/clipboard.ts";
import { copyCode } from "../../data/copyCode.ts";
import type { InboxItem } from "../../data/inboxItem.ts";
import { allRead, mailCame } from "../../data/mailCame.ts";
import { useProfile } from "../../data/profile.ts";
import { mailSummaryKey, profileKey, refusedMailKey } from "../../data/queries.ts";
import { raise } from "../../data/raise.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { useAction } from "../../data/useAction.ts";
import { moment } from "../../data/useLive.ts";
import { ConnectionBar } from "../../parts/ConnectionBar.tsx";
import { onDemand } from "../../parts/onDemand.tsx";
import { useTitle } from "../../parts/useTitle.ts";
import { dismiss, toast } from "../../ui/toasts.ts";
import { useRemembered } from "../../ui/useRemembered.ts";
import { DeleteButton } from "./DeleteButton.tsx";
import { slotOf } from "./deletions.ts";
import { InboxHeader } from "./InboxHeader.tsx";
import { copyNoticeMilliseconds, undoMilliseconds } from "./limits.ts";
import { type ListHandle, MessageList } from "./MessageList.tsx";
import { isFor, matches, toLiveItem } from "./message.ts";
import { isRefreshing } from "./messages.ts";
import { DeletedMessage, NothingOpen, ReadingPane } from "./ReadingPane.tsx";
import { inboxTexts } from "./texts.ts";
import { Undo } from "./Undo.tsx";
import { useAddressState } from "./useAddressState.ts";
import { useDeletions } from "./useDeletions.ts";
import { useInboxKeys } from "./useInboxKeys.ts";
import { useMail } from "./useMail.ts";
import { useMailNotice } from "./useMailNotice.tsx";
import { useMessage } from "./useMessage.ts";
import { useMessages } from "./useMessages.ts";
import { useNotifications } from "./useNotifications.ts";
import { useOpenMessage } from "./useOpenMessage.ts";

const KeysDialog = onDemand(() => import("./KeysDialog.tsx"));
const OptionsDialog = onDemand(() => import("./OptionsDialog.tsx"));

/** @returns whether it was copied */
async function copyText(text: string, done: string) {
  const copied = await copy(text);
  if (copied) toast.copied(done, { duration: copyNoticeMilliseconds });
  else toast.error(addressTexts.copyFailed);
  return copied;
}

/** What a notification is about. */
const Subject = pick(NotificationLog, { document_type: true, document_name: true });

/** The messages to one address, or, without an address, all messages that the user may read. */
export function Inbox({ address, me, onMenu }: { address: string | undefined; me: string; onMenu: () => void }) {
  const profile = useProfile();
  const queries = useQueryClient();
  const deletions = useDeletions();
  const messages = useMessages(address, profile?.role, deletions);
  const { store, items, all } = messages;
  const state = useAddressState(address);
  const { open, setOpen, close } = useOpenMessage(address);
  const openIsGone = open !== undefined && deletions.isGone(open);
  // The open message may not be in the list.
  const { data: message } = useMessage(openIsGone ? undefined : open);
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open === undefined ? [] : [open]));
  const [text, setText] = useState("");
  const [dialog, setDialog] = useState<"keys" | "options">();
  const [restored, setRestored] = useState("");
  const [askForImages, setAskForImages] = useRemembered("inbox-ask-for-images");
  const list = useRef<ListHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const term = text.trim() === "" ? undefined : text.trim();
  const shown = useMemo(
    () => (term === undefined ? items : items.filter((item) => matches(item, term))),
    [items, term],
  );
  // A new term, or leaving the inbox, ends the search of older mail for the previous term.
  useEffect(() => store.endSearch, [store, term]);
  const isRead = (item: InboxItem) => opened.has(item.name) || item.seen.includes(me);
  const unread = items.filter((item) => !isRead(item)).length;
  // The plus sign says that messages that are not loaded yet may be unread too.
  useTitle(`${unread === 0 ? "" : `(${unread}${messages.more ? "+" : ""}) `}${address ?? "Inbox"}`);

  const markRead = (name: string) => setOpened((before) => new Set(before).add(name));
  const markAllRead = useAction({
    async mutationFn() {
      let after: string | null = "";
      while (after !== null) ({ next: after } = await call(inbox.mark_all_read, { email: address ?? "", after }));
    },
    onSuccess() {
      setOpened((before) => new Set([...before, ...items.map(({ name }) => name)]));
      void allRead(queries, address);
    },
    onError: (failure) => raise(failureText(failure)),
  });
  const openMessage = (name: string, byKey = false) => {
    markRead(name);
    // The reading pane takes the focus only if nothing else has it.
    if (byKey && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (name !== open) setOpen(name);
    else if (byKey) pane.current?.focus({ preventScroll: true });
  };
  const notifications = useNotifications(openMessage);
  const tellOfMail = useMailNotice(openMessage, notifications);

  /** Fetches again whether the address takes mail, and what it did not: both may have changed since the last fetch. */
  const askForState = () => {
    for (const queryKey of [["emails"], refusedMailKey]) void queries.invalidateQueries({ queryKey });
  };
  const refresh = () => {
    // A refresh drops the older pages, so the list scrolls to its top. Offline, the refresh fails and keeps them.
    if (navigator.onLine) list.current?.toTop();
    void store.refresh();
    askForState();
  };

  const connection = useMail({
    onMail(records) {
      mailCame(queries);
      const isListed = (item: InboxItem) => isFor(item, address) && !deletions.deleted().has(item.name);
      const came = store.receive(records.map(toLiveItem).filter(isListed));
      if (came.length === 0) return;
      tellOfMail(came);
      // Mail has come, so the address takes mail again.
      if (state !== undefined) askForState();
    },
    onSeen(record) {
      const seen = SeenCustomerInbox.safeParse(record).data;
      if (!seen) return;
      markRead(seen.name);
      mailCame(queries);
    },
    onDeleted(record) {
      const deleted = SeenCustomerInbox.safeParse(record).data;
      if (deleted) deletions.hear(deleted.name);
      mailCame(queries);
    },
    onNotification(record) {
      const about = Subject.safeParse(record).data;
      // Without a name, it is about several addresses that have ended together.
      if (about?.document_type === "Email" && ["", address ?? ""].includes(about.document_name)) askForState();
    },
    onCatchUp() {
      void store.catchUp();
      // Retries the queries that have failed meanwhile.
      void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
      askForState();
      // Somebody else may have logged in on this browser, this user's role may have changed, or mail been read or deleted.
      const predicate = ({ state }: Query) => Date.now() - state.dataUpdatedAt > moment;
      for (const queryKey of [profileKey, mailSummaryKey]) void queries.invalidateQueries({ queryKey, predicate });
    },
  });

  const mayDelete = ({ owner }: Pick<InboxItem, "owner">) => owner === me || profile?.role === "Administrator";

  /** Takes a message out of the list, opens the one below if it was open, and deletes it unless that is undone. */
  function remove(name: string) {
    const at = shown.findIndex((item) => item.name === name);
    const item = shown[at] ?? (message?.name === name ? message : undefined);
    if (item === undefined || !mayDelete(item) || deletions.deleted().has(name)) return false;
    const next = at < 0 ? undefined : (shown[at + 1] ?? shown[at - 1]);
    const focused = list.current?.focused() === name;
    flushSync(() => deletions.begin(name));
    setRestored("");
    toast.info(inboxTexts.deleted, {
      slot: slotOf(name),
      duration: undoMilliseconds,
      more: (
        <Undo
          subject={item.subject}
          onUndo={() => latestRestore.current(item, name === open)}
          onGone={() => void deletions.carryOut(name)}
        />
      ),
    });
    if (name === open) {
      if (next === undefined) close();
      else openMessage(next.name);
    }
    if (focused) list.current?.focus(next?.name);
    return true;
  }

  function restore({ name, subject }: InboxItem, opening: boolean) {
    if (!flushSync(() => deletions.undo(name))) return;
    dismiss(slotOf(name));
    setRestored(inboxTexts.restored(subject));
    if (opening) openMessage(name);
    list.current?.focus(name);
  }
  // The button that undoes a deletion calls the latest one: another message may be open by then.
  const latestRestore = useRef(restore);
  useEffect(() => {
    latestRestore.current = restore;
  });

  /** In the inbox of all addresses, copies the recipient of the message whose row has the focus, or of the open one. */
  const copyAddress = async () => {
    const focused = list.current?.focused();
    const copied = address ?? (items.find(({ name }) => name === focused) ?? message)?.recipients;
    if (copied !== undefined && (await copyText(copied, inboxTexts.addressCopied))) track("email_copied");
  };

  useInboxKeys({
    list,
    searchBox,
    shown,
    open,
    onClose: close,
    onDelete: remove,
    onRefresh: refresh,
    onCopy: copyAddress,
    onNextUnread: nextUnread,
    onKeys: () => setDialog("keys"),
    onTerm: setText,
  });

  /** Opens the next unread message below the open one, and from the end on, from the top. */
  function nextUnread() {
    const from = shown.findIndex(({ name }) => name === open) + 1;
    const next = [...shown.slice(from), ...shown.slice(0, from)].find((item) => !isRead(item));
    if (next === undefined) toast.info(inboxTexts.noUnread, { duration: copyNoticeMilliseconds });
    else openMessage(next.name, true);
  }

  const openItem = items.find(({ name }) => name === open) ?? message;
  const deleteButton = (className: string) =>
    openItem !== undefined &&
    mayDelete(openItem) && <DeleteButton onDelete={() => remove(openItem.name)} className={className} />;

  const shownDialog = (which: typeof dialog) => ({
    open: dialog === which,
    onOpenChange: (shown: boolean) => setDialog(shown ? which : undefined),
  });

  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col">
        <InboxHeader
          address={address}
          reading={open !== undefined}
          profile={profile}
          term={text}
          onTerm={setText}
          refreshing={isRefreshing(messages)}
          onCopy={copyAddress}
          onRefresh={refresh}
          // Not where the toast of a deletion lies, so that several messages can be deleted in a row.
          actions={deleteButton("sm:hidden")}
          onOptions={() => setDialog("options")}
          onKeys={() => setDialog("keys")}
          onMenu={onMenu}
          searchBox={searchBox}
        />
        {/* On a screen too narrow for two panes, the reading pane covers the list, which keeps its scroll position. */}
        <main id="main" tabIndex={-1} className="relative flex min-h-0 flex-1 outline-none print:block">
          {/* Always rendered: screen readers announce a change only in a live region that already exists. */}
          <p role="status" className="sr-only">
            {openIsGone ? inboxTexts.openDeleted : message?.subject}
          </p>
          <section
            aria-label="List"
            className={clsx(
              "flex min-h-0 w-full flex-col bg-surface lg:w-[29vw] lg:min-w-72 lg:shrink-0 lg:border-r lg:border-line print:w-full print:border-0",
              open !== undefined && "max-lg:invisible print:hidden",
            )}
          >
            <MessageList
              ref={list}
              messages={messages}
              all={all}
              shown={shown}
              term={term}
              address={address}
              state={state}
              open={open}
              isRead={isRead}
              onOpen={openMessage}
              onCopyCode={copyCode}
              onCopy={copyAddress}
              onCopyCommand={(command) => void copyText(command, inboxTexts.commandCopied)}
              onMarkAllRead={unread === 0 ? undefined : () => markAllRead.mutate()}
              onMore={store.more}
              onSearchOlder={store.searchOlder}
              onRetry={refresh}
            />
          </section>
          <section
            aria-label="Reading pane"
            className={clsx(
              "min-w-0 max-lg:absolute max-lg:inset-0 lg:flex-1 print:static",
              open === undefined && "max-lg:hidden print:hidden",
            )}
          >
            {open === undefined ? (
              <NothingOpen />
            ) : openIsGone ? (
              <DeletedMessage onClose={close} />
            ) : (
              <ReadingPane
                key={open}
                ref={pane}
                name={open}
                askForImages={askForImages}
                onCopyCode={copyCode}
                actions={deleteButton("mr-auto -ml-2.5 max-lg:ml-0 max-sm:hidden")}
                onClose={close}
              />
            )}
          </section>
        </main>
        <p role="status" className="sr-only">
          {restored}
        </p>
        <ConnectionBar connection={connection} missed="New mail" />
      </div>
      <KeysDialog {...shownDialog("keys")} all={address === undefined} />
      <OptionsDialog
        {...shownDialog("options")}
        notifications={notifications}
        askForImages={askForImages}
        onAskForImages={setAskForImages}
      />
    </>
  );
}
