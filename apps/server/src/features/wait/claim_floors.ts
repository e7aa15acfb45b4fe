import { LRUCache } from "lru-cache";
import { NIL } from "uuid";
import type { Mark } from "../claim/claim.ts";

/** Below a floor, all messages of an address are claimed for good, so that nobody looks there again. */
export interface ClaimFloors {
  of(address: string): Mark | undefined;
  set(address: string, floor: Mark): void;
  /** Goes up to the first message that follows the floor and is not claimed for good, if there is one, by when it came. */
  raise(address: string, floor: Mark, first: Date | null, now: Date): void;
  /** A message has come that may lie below: those that come at the same time are not committed in their order. */
  lower(address: string, at: Date): void;
}

const rememberedAddresses = 10_000;
/** For how long a floor counts, should this process not hear of a message. Milliseconds. */
const remembered = 60_000;
/** A message younger than this may yet get one below it. Milliseconds. */
const unsettled = 10_000;

export function openClaimFloors(): ClaimFloors {
  const floors = new LRUCache<string, Mark>({ max: rememberedAddresses, ttl: remembered });
  return {
    of: (address) => floors.get(address),
    set: (address, floor) => void floors.set(address, floor),
    raise(address, floor, first, now) {
      const settled = now.getTime() - unsettled;
      // Times are known to the millisecond, and the database may have parts of one.
      const at = new Date(first === null ? settled : Math.min(settled, first.getTime() - 1));
      // Lowered meanwhile, or nothing to go past.
      if (at <= floor.at || floors.get(address)?.at !== floor.at) return;
      floors.set(address, { at, name: lowest }, { noUpdateTTL: true });
    },
    lower(address, given) {
      // Mail of several processes may carry the times of several clocks.
      const at = new Date(new Date(given).getTime() - unsettled);
      const floor = floors.get(address);
      if (floor !== undefined && floor.at > at) floors.set(address, { at, name: lowest }, { noUpdateTTL: true });
    },
  };
}

/** The name that comes before all others. */
export const lowest: string = NIL;
