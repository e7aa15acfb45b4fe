import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/** Like useMutation(), but while one is under way no other begins: a second press may come before the first is drawn. */
export function useAction<Data, Given = void>(options: UseMutationOptions<Data, Error, Given>) {
  const underWay = useRef(false);
  const { mutate, ...state } = useMutation({
    ...options,
    onSettled(...outcome) {
      underWay.current = false;
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
