import { useEffect, useRef, useState } from "react";
import { useRemembered } from "../../../ui/useRemembered.ts";
import { inboxTexts } from "../texts.ts";
import type { Burst } from "./bursts.ts";

const permission = (): NotificationPermission | "unsupported" =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

/** The browser's own notifications of new mail, for those who switched them on. */
export function useNotifications(onOpen: (name: string) => void) {
  const [wanted, setWanted] = useRemembered("inbox-notifications");
  const [allowed, setAllowed] = useState(permission);
  const on = wanted && allowed === "granted";
  // The user may click a notification long after it was shown: it then calls the latest `onOpen`.
  const latest = useRef(onOpen);
  const shown = useRef<Notification>(undefined);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    const come = () => {
      shown.current?.close();
      // The user may have granted or revoked the permission in the browser's settings.
      setAllowed(permission());
    };
    window.addEventListener("focus", come);
    return () => window.removeEventListener("focus", come);
  }, []);

  return {
    on,
    allowed,
    /** May ask for the permission, which browsers allow only after a click or a key press. */
    async set(value: boolean) {
      if (value && allowed === "default") setAllowed(await Notification.requestPermission());
      setWanted(value);
    },
    /** Shows a notification, unless this tab has the focus: the user then sees the mail in the list. */
    tell({ count, newest: { name, sender, subject, code } }: Burst) {
      if (!on || document.hasFocus()) return;
      try {
        const told = new Notification(count > 1 ? inboxTexts.newMails(count) : sender.name, {
          body: code === "" ? subject : `${code} · ${subject}`,
          // Each notification replaces the last one, and alerts the user all the same.
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
        // Some phones allow notifications only from a service worker.
      }
    },
  };
}

export type Notifications = ReturnType<typeof useNotifications>;
