import { useEffect, useRef, useState } from "react";
import { useRemembered } from "../../ui/useRemembered.ts";
import type { InboxItem } from "./message.ts";

const permission = (): NotificationPermission | "unsupported" =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

/** The browser's own notifications of new mail, for those who switched them on. */
export function useNotifications(onOpen: (name: string) => void) {
  const [wanted, setWanted] = useRemembered("inbox-notifications");
  const [allowed, setAllowed] = useState(permission);
  const on = wanted && allowed === "granted";
  // One may be pressed long after it was told.
  const latest = useRef(onOpen);
  const shown = useRef<Notification>(undefined);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    const come = () => {
      shown.current?.close();
      // It may have been given, or taken, in the browser's settings.
      setAllowed(permission());
    };
    window.addEventListener("focus", come);
    return () => window.removeEventListener("focus", come);
  }, []);

  return {
    on,
    allowed,
    /** Asks for the permission, and so is only for a press. */
    async set(value: boolean) {
      if (value && allowed === "default") setAllowed(await Notification.requestPermission());
      setWanted(value);
    },
    /** Who looks at this very tab has seen it already. */
    tell(items: readonly InboxItem[]) {
      const newest = items.at(-1);
      if (!on || newest === undefined || document.hasFocus()) return;
      const { name, fromName, subject } = newest;
      try {
        const told = new Notification(items.length > 1 ? `${items.length} new emails` : fromName, {
          body: subject,
          // Each takes the place of the last, and is told all the same.
          tag: "inbox",
          renotify: true,
        } as NotificationOptions);
        shown.current = told;
        told.onclick = () => {
          focus();
          latest.current(name);
          told.close();
        };
      } catch {
        // Some phones only let a service worker notify.
      }
    },
  };
}

export type Notifications = ReturnType<typeof useNotifications>;
