import type { Role } from "@mayfly/contracts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { dismiss, toast } from "../../../ui/toasts.ts";
import { undoMilliseconds } from "../limits.ts";
import { type Deletions, slotOf } from "../state/deletions.ts";
import type { List } from "../state/useList.ts";
import type { Open } from "../state/useOpen.ts";
import { inboxTexts } from "../texts.ts";
import { Undo } from "./Undo.tsx";

interface Options {
  /** The user's own email. */
  me: string;
  /** The user's role, once it is known. */
  role: Role | undefined;
  list: List;
  open: Open;
  deletions: Deletions;
  openMessage: (name: string) => void;
}

/** Deletes messages of an inbox, and brings back those that the user wants back. */
export function useDelete({ me, role, list, open, deletions, openMessage }: Options) {
  const [restored, setRestored] = useState("");
  const { shown, handle } = list;

  const mayDelete = ({ owner }: Pick<InboxItem, "owner">) => owner === me || role === "Administrator";

  /** Takes a message out of the list, opens the one below if it was open, and deletes it unless that is undone. */
  function remove(name: string) {
    const at = shown.findIndex((item) => item.name === name);
    const item = shown[at] ?? (open.message?.name === name ? open.message : undefined);
    if (item === undefined || !mayDelete(item) || deletions.deleted().has(name)) return false;
    const next = at < 0 ? undefined : (shown[at + 1] ?? shown[at - 1]);
    const focused = handle.current?.focused() === name;
    const wasOpen = name === open.name;
    flushSync(() => deletions.begin(name));
    setRestored("");
    toast.info(inboxTexts.deleted, {
      slot: slotOf(name),
      duration: undoMilliseconds,
      more: (
        <Undo
          subject={item.subject}
          onUndo={() => latestRestore.current(item, wasOpen)}
          onGone={() => void deletions.carryOut(name)}
        />
      ),
    });
    if (wasOpen) {
      if (next === undefined) open.close();
      else openMessage(next.name);
    }
    if (focused) handle.current?.focus(next?.name);
    return true;
  }

  function restore({ name, subject }: InboxItem, opening: boolean) {
    if (!flushSync(() => deletions.undo(name))) return;
    dismiss(slotOf(name));
    setRestored(inboxTexts.restored(subject));
    if (opening) openMessage(name);
    handle.current?.focus(name);
  }
  // The button that undoes a deletion calls the latest one: another message may be open by then.
  const latestRestore = useRef(restore);
  useEffect(() => {
    latestRestore.current = restore;
  });

  return {
    mayDelete,
    /** @returns whether the message was deleted */
    remove,
    /** What screen readers are told of a message that has come back, or empty. */
    restored,
  };
}
