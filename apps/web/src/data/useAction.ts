import { planTexts } from "@mayfly/contracts";
import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Refused } from "./api.ts";
import { statsKey } from "./queries.ts";

/**
 * Like useMutation(), but runs only one mutation at a time: a second press may come before the first is drawn. If the
 * server says that the plan has expired, the stats are fetched again, which puts up the wall of an expired plan.
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
