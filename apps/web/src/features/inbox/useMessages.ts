import { useEffect, useState, useSyncExternalStore } from "react";
import { fetchMessages } from "./fetchMessages.ts";
import { messageStore } from "./messageStore.ts";

/** The messages of an address, loaded from its first page on entry. */
export function useMessages(address: string | undefined) {
  const [store] = useState(() => messageStore((start) => fetchMessages(address, start)));
  const messages = useSyncExternalStore(store.subscribe, store.messages);
  useEffect(() => {
    store.enter();
  }, [store]);
  return { ...messages, store };
}
