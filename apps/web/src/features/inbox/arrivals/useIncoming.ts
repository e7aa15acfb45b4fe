import { NotificationLog, SeenCustomerInbox } from "@mayfly/contracts";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { pick } from "zod/mini";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { mailCame } from "../../../data/mailCame.ts";
import { mailSummaryKey, profileKey } from "../../../data/queries.ts";
import { moment } from "../../../data/useLive.ts";
import { isFor, toLiveItem } from "../item.ts";
import type { Deletions } from "../state/deletions.ts";
import { fetchAddressState } from "../state/useAddressState.ts";
import type { List } from "../state/useList.ts";
import { useMail } from "./useMail.ts";
import { useMailNotice } from "./useMailNotice.tsx";
import { useNotifications } from "./useNotifications.ts";

/** What a notification is about. */
const Subject = pick(NotificationLog, { document_type: true, document_name: true });

interface Options {
  address: string | undefined;
  list: List;
  deletions: Deletions;
  openMessage: (name: string) => void;
}

/** Takes into an inbox what comes over the live connection, and tells the user of new mail. */
export function useIncoming({ address, list, deletions, openMessage }: Options) {
  const queries = useQueryClient();
  const notifications = useNotifications(openMessage);
  const tellOfMail = useMailNotice(openMessage, notifications);
  const connection = useMail({
    onMail(records) {
      mailCame(queries);
      const isListed = (item: InboxItem) => isFor(item, address) && !deletions.deleted().has(item.name);
      const came = list.store.receive(records.map(toLiveItem).filter(isListed));
      if (came.length === 0) return;
      tellOfMail(came);
      // Mail has come, so the address takes mail again.
      if (list.addressState !== undefined) fetchAddressState(queries);
    },
    onSeen(record) {
      const seen = SeenCustomerInbox.safeParse(record).data;
      if (!seen) return;
      list.markRead(seen.name);
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
      if (about?.document_type === "Email" && ["", address ?? ""].includes(about.document_name))
        fetchAddressState(queries);
    },
    onCatchUp() {
      void list.store.catchUp();
      // Retries the queries that have failed meanwhile.
      void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
      fetchAddressState(queries);
      // Somebody else may have logged in on this browser, this user's role may have changed, or mail been read or deleted.
      const predicate = ({ state }: Query) => Date.now() - state.dataUpdatedAt > moment;
      for (const queryKey of [profileKey, mailSummaryKey]) void queries.invalidateQueries({ queryKey, predicate });
    },
  });
  return { connection, notifications };
}
