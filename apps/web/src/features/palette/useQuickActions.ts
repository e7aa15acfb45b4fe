import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { copy } from "../../data/clipboard.ts";
import { inboxOf } from "../../data/links.ts";
import { connectionTexts } from "../../data/texts/connection.ts";
import type { LoneKey } from "../../parts/addresses/quickActions.ts";
import { useParameter } from "../../parts/page/useParameter.ts";
import { toast } from "../../ui/toasts.ts";
import { NotMeant } from "./notMeant.ts";

// Loaded when they are first used. What is copied is given to the browser at once: it allows that only within a press.
const loadNewAddress = () => import("./newAddress.tsx");
const loadLatestCode = () => import("./latestCode.ts");
const always = Promise.resolve(true);

/** @throws NotMeant when the key was part of a word */
async function unlessUnmeant<Made>(meant: LoneKey, make: () => Promise<Made>): Promise<Made> {
  if (!(await meant)) throw new NotMeant();
  return make();
}

const notLoaded = () => toast.error(connectionTexts.networkError);

/** What takes one key or one click on every page (rows Y01, Y02). */
export function useQuickActions() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const address = useParameter("email") ?? undefined;
  const [isMaking, setMaking] = useState(false);
  return {
    isMaking,
    newAddress(meant = always) {
      if (isMaking) return;
      if (meant === always) setMaking(true);
      const loading = loadNewAddress();
      const making = unlessUnmeant(meant, async () => {
        setMaking(true);
        return (await loading).makeAddress(queries);
      });
      const copying = copy(making);
      const before = `${location.pathname}${location.search}`;
      const onMade = (made: string) => void navigate(inboxOf(made));
      const onUndone = (made: string) => {
        // A user who has gone on already is not brought back.
        if (`${location.pathname}${location.search}` === inboxOf(made)) void navigate(before, { replace: true });
      };
      loading
        .then(({ tellOfAddress }) => tellOfAddress({ queries, making, copying, onMade, onUndone }), notLoaded)
        .finally(() => setMaking(false));
    },
    copyLatestCode(meant = always) {
      const loading = loadLatestCode();
      const finding = unlessUnmeant(meant, async () => (await loading).latestCode(address));
      const copying = copy(finding);
      void loading.then(({ tellOfCode }) => tellOfCode(finding, copying), notLoaded);
    },
  };
}
