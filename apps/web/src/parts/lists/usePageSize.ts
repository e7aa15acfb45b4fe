import { limits } from "@mayfly/contracts";
import { useState } from "react";
import { stored } from "../../ui/stored.ts";

/** How many rows a page of a list may have, the first being the usual: the lists whose pages the requirements size. */
export const pageSizes: readonly number[] = [limits.pageSize, 25, 100];
/** The same of the other lists. */
export const largerPageSizes: readonly number[] = [25, 100];

/** How many rows a page of a list has, which this browser remembers. @param list what the rows are called */
export function usePageSize(list: string, sizes: readonly number[]): [number, (size: number) => void] {
  const [memory] = useState(() => stored(`rows-per-page ${list}`));
  const [chosen, choose] = useState(() => Number(memory.read()));
  return [
    sizes.find((size) => size === chosen) ?? sizes[0] ?? limits.pageSize,
    (size) => {
      choose(size);
      memory.write(`${size}`);
    },
  ];
}

/** The page, of that many rows, on which the first row of another page is. */
export const pageOf = (page: number, size: number, next: number) => Math.floor(((page - 1) * size) / next) + 1;
