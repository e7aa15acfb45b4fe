import { rememberedWords } from "../../../data/remembered.ts";

/** Addresses that the user has pinned in this browser. */
const pinned = rememberedWords("pinned-addresses");

export const usePinned = () => pinned.useWords();

export function pin(address: string, isPinned: boolean) {
  const others = pinned.read().filter((each) => each !== address);
  pinned.write(isPinned ? [...others, address] : others);
}
