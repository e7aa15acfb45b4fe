import { planTexts } from "@mayfly/contracts";
import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Refused } from "./api.ts";
import { statsKey } from "./queries.ts";

/**
 * Like useMutation(), but while one is under way no other begins: a second press may come before the first is drawn. A
 * plan that turns out to have expired is looked at anew, which puts its wall up.
 */
export function useAction<Data, Given = void>(options: UseMutationOptions<Data, Error, Given>) {
  const queries = useQueryClient();
  const underWay = useRef(false);
  const { mutate, ...state } = useMutation({
    ...options,
    onSettled(...outcome) {
      underWay.current = false;
      const [, failure] = outcome;
      if (failure instanceof Refused && failure.says(planTexts.expired))
        void queries.invalidateQueries({ queryKey: statsKey });
      return options.onSettled?.(...outcome);
    },
  });
  return {
    ...state,
    mutate(...given: Parameters<typeof mutate>) {
      if (underWay.current) return;
      underWay.current = true;
      mutate(...given);
    },
  };
}
