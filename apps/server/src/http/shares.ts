import { slowSeconds } from "../database/database.ts";
import { openFairLimiter, type TakeTurn } from "../limits/fair_limiter.ts";
import { Refusal } from "../refusal.ts";

type Caller = { name: string; company: string };
export type TakeMembersTurn = <Value>(member: Caller, work: (waited: boolean) => Promise<Value>) => Promise<Value>;

/** How many calls of one company, or of one member, may wait for others of the same. */
const callsWaiting = 300;
/** The same of a member's slow calls: the last of them is begun before its caller gives up. */
const slowCallsWaiting = 10;
/** How many calls from one network may wait for their sessions to be looked up. Many companies may share a network. */
const asksWaiting = 3_000;

/**
 * Divides the connections to the database. Half serve one company at most, and half of these one of its members, so that
 * others find one free. Of a member's turns, half at most read mail for calls that wait. Slow calls have connections of
 * their own: one serves a company, and its members in turn.
 */
export function openShares(connections: number, slowConnections: number) {
  const ofCompany = Math.floor(connections / 2);
  const ofMember = Math.ceil(ofCompany / 2);
  const limiter = (most: number, atOnce: number, again = 1, inAll?: number) =>
    openFairLimiter({
      ...(inAll !== undefined && { inAll }),
      atOnce: () => atOnce,
      waiting: { most: () => most, full: () => Refusal.tooMany(again) },
    });
  const ofReading = Math.max(1, Math.floor(ofMember / 2));
  const takeTurn = inTurn(limiter(callsWaiting, ofMember), limiter(callsWaiting, ofCompany));
  const takePlaceToRead = inTurn(limiter(callsWaiting, ofReading), limiter(callsWaiting, ofReading));
  /** A turn to look into mail for a call that waits. */
  const takeTurnToRead: TakeMembersTurn = (member, work) =>
    takePlaceToRead(member, (waited) => takeTurn(member, (waitedToo) => work(waited || waitedToo)));
  return {
    takeTurn,
    takeTurnToRead,
    takeSlowTurn: inTurn(
      limiter(slowCallsWaiting, 1, slowSeconds),
      limiter(callsWaiting, 1, slowSeconds, slowConnections),
    ),
    takeTurnToAsk: limiter(asksWaiting, ofCompany),
  };
}

/** A member's calls wait for each other first, so that few of them are in the company's line. */
const inTurn =
  (ofMember: TakeTurn, ofCompany: TakeTurn): TakeMembersTurn =>
  ({ name, company }, work) =>
    ofMember(name, (waited) => ofCompany(company, (waitedToo) => work(waited || waitedToo)));
