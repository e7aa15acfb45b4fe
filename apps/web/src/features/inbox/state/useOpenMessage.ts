import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { inboxOf, messageOf } from "../../../data/links.ts";
import { paths } from "../../../data/paths.ts";
import { useParameter } from "../../../parts/page/useParameter.ts";

/**
 * The open message, which the URL names. The browser's Back button closes it before it leaves the inbox, unless the
 * user came to its URL without opening it from the list.
 */
export function useOpenMessage(address: string | undefined) {
  const open = useParameter("message") || undefined;
  const { state, key } = useLocation() as { state: { fromList?: boolean } | null; key: string };
  const navigate = useNavigate();
  const closed = useRef("");
  useEffect(() => {
    // The Forward button leads to the same history entry again.
    if (open === undefined) closed.current = "";
  }, [open]);

  return {
    open,
    setOpen(name: string) {
      const first = open === undefined;
      void navigate(messageOf(name, address), { state: first ? { fromList: true } : state, replace: !first });
    },
    close() {
      // Going back takes a moment; a second call meanwhile would go back two entries.
      if (open === undefined || closed.current === key) return;
      closed.current = key;
      if (state?.fromList) void navigate(-1);
      else void navigate(address === undefined ? paths.inbox : inboxOf(address), { replace: true });
    },
  };
}
