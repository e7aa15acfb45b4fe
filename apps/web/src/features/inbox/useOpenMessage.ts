import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** The open message, kept in the browser's history: its back button closes the message before it leaves the inbox. */
export function useOpenMessage() {
  const { state, search, key } = useLocation();
  const navigate = useNavigate();
  const closed = useRef("");
  const open = (state as { message?: string } | null)?.message;
  useEffect(() => {
    // Forward leads to the same entry again.
    if (open === undefined) closed.current = "";
  }, [open]);

  return {
    open,
    setOpen(name: string) {
      void navigate({ search }, { state: { message: name }, replace: open !== undefined });
    },
    close() {
      // Going back takes a moment; asked twice, it would go two steps.
      if (open === undefined || closed.current === key) return;
      closed.current = key;
      void navigate(-1);
    },
  };
}
