import { useEffect, useEffectEvent, useRef } from "react";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { copyCode } from "../../../parts/toasts/copyCode.ts";
import { dismiss, isShown, toast } from "../../../ui/toasts.ts";
import { burstMilliseconds, newMailNoticeMilliseconds } from "../limits.ts";
import { inboxTexts } from "../texts.ts";
import { type Burst, bursts } from "./bursts.ts";
import { NewMail } from "./NewMail.tsx";
import type { Notifications } from "./useNotifications.ts";

const slot = "new mail";

function copyFromNotice(code: string) {
  dismiss(slot);
  void copyCode(code);
}

/** Tells of new mail: of one message by its subject and code, of several by how many they are (row Y02). */
export function useMailNotice(onOpen: (name: string) => void, notifications: Notifications) {
  const told = useRef<ReturnType<typeof bursts>>(undefined);
  const tell = useEffectEvent(({ count, newest }: Burst) => {
    const isOne = count === 1;
    toast.info(isOne ? inboxTexts.newMail(newest.subject) : inboxTexts.newMails(count), {
      ...{ slot, duration: newMailNoticeMilliseconds, brief: true },
      more: (
        <NewMail
          label={isOne ? inboxTexts.open : inboxTexts.openNewest}
          code={isOne ? newest.code : ""}
          onOpen={() => onOpen(newest.name)}
          onCopyCode={copyFromNotice}
        />
      ),
    });
    notifications.tell({ count, newest });
  });
  useEffect(() => {
    const all = bursts({ tell: (burst) => tell(burst), isTold: () => isShown(slot), pause: burstMilliseconds });
    told.current = all;
    return all.stop;
  }, []);
  /** @param came the newest last */
  return (came: readonly InboxItem[]) => told.current?.add(came);
}
