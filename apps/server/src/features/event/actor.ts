import type { MemberContext } from "../../context.ts";
import type { EventVia } from "../../generated/prisma/client.ts";

/** Who makes a change, and by which way. */
export interface Actor {
  /** The member's login; null: no member. */
  name: string | null;
  /** What notifications call the member. */
  full_name: string;
  via: EventVia;
  /** The network that the member's call comes from; null: it is no call. */
  network: string | null;
  /** The name of the key that the member's program called with. */
  api_key?: string | undefined;
  /** RATE_LIMIT_FACTOR, for what a member causes: it counts against the company's quota of notifications. */
  limitFactor?: number;
}

/** The member who makes a call. */
export const actorOf = ({
  member: { name, full_name },
  source,
  via,
  key,
  limitFactor,
}: Pick<MemberContext, "source" | "via" | "limitFactor"> & { key?: { name: string } | undefined } & {
  member: { name: string; full_name: string };
}): Actor => ({
  name,
  full_name,
  via,
  network: source,
  api_key: key?.name,
  limitFactor,
});

const nobody = { name: null, full_name: "", network: null };
/** A job: a time that has come, or something outside that has changed. */
export const system: Actor = { ...nobody, via: "system" };
/** Who runs the installation, by `npm run mayfly`. */
export const operator: Actor = { ...nobody, via: "operator" };
