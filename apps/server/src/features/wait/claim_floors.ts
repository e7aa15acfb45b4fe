import { LRUCache } from "lru-cache";
import { NIL } from "uuid";
import type { Mark } from "../../mark.ts";
import type { ClaimFloors } from "../../waiters.ts";

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
      floors.set(address, { at, key: lowest }, { noUpdateTTL: true });
    },
    lower(address, given) {
      // Mail of several processes may carry the times of several clocks.
      const at = new Date(new Date(given).getTime() - unsettled);
      const floor = floors.get(address);
      if (floor !== undefined && floor.at > at) floors.set(address, { at, key: lowest }, { noUpdateTTL: true });
    },
  };
}

/** The name that comes before all others. */
export const lowest: string = NIL;
