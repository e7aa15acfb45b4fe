import { useQueryClient } from "@tanstack/react-query";
import { track } from "../../data/analytics.ts";
import { useProfile } from "../../data/profile.ts";
import { copyCode } from "../../parts/toasts/copyCode.ts";
import { toast } from "../../ui/toasts.ts";
import { copyText } from "./actions/copyText.ts";
import { useDelete } from "./actions/useDelete.tsx";
import { useIncoming } from "./arrivals/useIncoming.ts";
import { copyNoticeMilliseconds } from "./limits.ts";
import { fetchAddressState } from "./state/useAddressState.ts";
import { useDeletions } from "./state/useDeletions.ts";
import { useList } from "./state/useList.ts";
import { useOpen } from "./state/useOpen.ts";
import { inboxTexts } from "./texts.ts";

/**
 * All that the rooms of one inbox share: its list, the message that is open, and what can be done.
 * @param address undefined: the inbox of all addresses
 * @param me the user's own email
 */
export function useInbox(address: string | undefined, me: string) {
  const queries = useQueryClient();
  const role = useProfile()?.role;
  const deletions = useDeletions();
  const open = useOpen(address, deletions);
  const list = useList({ address, me, role, open: open.name, deletions });

  function openMessage(name: string, byKey = false) {
    list.markRead(name);
    open.show(name, byKey);
  }
  const { mayDelete, remove, restored } = useDelete({ me, role, list, open, deletions, openMessage });
  const { connection, notifications } = useIncoming({ address, list, deletions, openMessage });
  const openItem = list.items.find(({ name }) => name === open.name) ?? open.message;

  return {
    address,
    list,
    open,
    actions: {
      open: openMessage,
      close: open.close,
      remove,
      /** Deletes the open message; undefined: there is none that the user may delete. */
      removeOpen: openItem !== undefined && mayDelete(openItem) ? () => remove(openItem.name) : undefined,
      copyCode,
      /** In the inbox of all addresses, copies the recipient of the message whose row has the focus, or of the open one. */
      async copyAddress() {
        const focused = list.handle.current?.focused();
        const copied = address ?? (list.items.find(({ name }) => name === focused) ?? open.message)?.recipients;
        if (copied !== undefined && (await copyText(copied, inboxTexts.addressCopied))) track("email_copied");
      },
      refresh() {
        // A refresh drops the older pages, so the list scrolls to its top. Offline, the refresh fails and keeps them.
        if (navigator.onLine) list.handle.current?.toTop();
        void list.store.refresh();
        fetchAddressState(queries);
      },
      /** Opens the next unread message below the open one, and from the end on, from the top. */
      nextUnread() {
        const { shown } = list;
        const below = shown.findIndex(({ name }) => name === open.name) + 1;
        const next = [...shown.slice(below), ...shown.slice(0, below)].find((item) => !list.isRead(item));
        if (next === undefined) toast.info(inboxTexts.noUnread, { duration: copyNoticeMilliseconds });
        else openMessage(next.name, true);
      },
    },
    connection,
    notifications,
    restored,
  };
}

export type Inbox = ReturnType<typeof useInbox>;
