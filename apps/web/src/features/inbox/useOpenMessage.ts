import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { inboxOf, messageOf, paths } from "../../paths.ts";
import { useParameter } from "../../useParameter.ts";

/**
 * The open message, which the page's address names. The browser's back button closes it before it leaves the inbox,
 * unless it was gone to without the list.
 */
export function useOpenMessage(address: string | undefined) {
  const open = useParameter("message") || undefined;
  const { state, key } = useLocation() as { state: { fromList?: boolean } | null; key: string };
  const navigate = useNavigate();
  const closed = useRef("");
  useEffect(() => {
    // Forward leads to the same entry again.
    if (open === undefined) closed.current = "";
  }, [open]);

  return {
    open,
    setOpen(name: string) {
      const first = open === undefined;
      void navigate(messageOf(name, address), { state: first ? { fromList: true } : state, replace: !first });
    },
    close() {
      // Going back takes a moment; asked twice, it would go two steps.
      if (open === undefined || closed.current === key) return;
      closed.current = key;
      if (state?.fromList) void navigate(-1);
      else void navigate(address === undefined ? paths.inbox : inboxOf(address), { replace: true });
    },
  };
}
