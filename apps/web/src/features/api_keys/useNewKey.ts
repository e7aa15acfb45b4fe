import { useEffect, useRef, useState } from "react";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { toast } from "../../ui/toasts.ts";
import { apiKeyScreenTexts } from "./texts.ts";

/**
 * An action that makes a key, and the key until it is forgotten. The key is held here alone: what a mutation returns
 * would stay in the cache.
 */
export function useNewKey<Given>(
  make: (given: Given) => Promise<{ key: string; message: string }>,
  onFailure: (failure: Error, given: Given) => void,
) {
  const changed = useChanged("API Key");
  const [key, setKey] = useState<string>();
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const action = useAction({
    async mutationFn(given: Given) {
      const { key, message } = await make(given);
      setKey(key);
      return message;
    },
    onSuccess: (message) => (here.current ? toast.success(message) : raise(apiKeyScreenTexts.unseen)),
    onError: onFailure,
    // Without an answer, the server may have made a key all the same.
    onSettled: () => void changed(),
  });
  return { ...action, key, forget: () => setKey(undefined) };
}
