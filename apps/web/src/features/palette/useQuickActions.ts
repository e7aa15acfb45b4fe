import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { copy } from "../../data/clipboard.ts";
import { inboxOf } from "../../data/links.ts";
import { connectionTexts } from "../../data/texts/connection.ts";
import { useParameter } from "../../parts/useParameter.ts";
import { toast } from "../../ui/toasts.ts";

// Loaded when they are first used. What is copied is given to the browser at once: it allows that only within a press.
const loadNewAddress = () => import("./newAddress.ts");
const loadLatestCode = () => import("./latestCode.ts");
const notLoaded = () => toast.error(connectionTexts.networkError);

/** What takes one key or one click on every page (rows Y01, Y02). */
export function useQuickActions() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const address = useParameter("email") ?? undefined;
  const [isMaking, setMaking] = useState(false);
  return {
    isMaking,
    newAddress() {
      if (isMaking) return;
      setMaking(true);
      const loading = loadNewAddress();
      const making = loading.then(({ makeAddress }) => makeAddress(queries));
      const copying = copy(making);
      const onMade = (made: string) => void navigate(inboxOf(made));
      loading
        .then(({ tellOfAddress }) => tellOfAddress({ queries, making, copying, onMade }), notLoaded)
        .finally(() => setMaking(false));
    },
    copyLatestCode() {
      const loading = loadLatestCode();
      const finding = loading.then(({ latestCode }) => latestCode(address));
      const copying = copy(finding);
      void loading.then(({ tellOfCode }) => tellOfCode(finding, copying), notLoaded);
    },
  };
}
