import { texts } from "@mayfly/contracts";
import type { CurrentMember, MemberContext } from "../context.ts";
import { type CompanyDatabase, companyDatabase } from "../database/company_database.ts";
import type { RootDatabase } from "../database/database.ts";
import { ranOutOfTime } from "../database/errors.ts";
import { Refusal } from "../refusal.ts";
import type { openShares, TakeMembersTurn } from "./shares.ts";

/** What a member's call is given while it is its turn. */
export interface Turn {
  /** Whether it had to wait. */
  waited: boolean;
  db: CompanyDatabase;
  /** Goes on in a turn of slow calls, and leaves this one to others. */
  asSlowCall: MemberContext["asSlowCall"];
}

type Reader = Awaited<ReturnType<Turn["asSlowCall"]>>;

/** @param slowDb for slow calls: a statement that takes too long is broken off */
export function openTurns(
  rootDb: RootDatabase,
  slowDb: RootDatabase,
  { takeTurn, takeSlowTurn }: Pick<ReturnType<typeof openShares>, "takeTurn" | "takeSlowTurn">,
) {
  /**
   * Does a member's work in its turn.
   * @param stillMay called after a wait among slow calls: returns the member as they are now. @throws Refusal if they may no longer
   *   make the call
   */
  async function inTurn<Value>(
    member: CurrentMember,
    stillMay: () => Promise<CurrentMember>,
    work: (turn: Turn) => Promise<Value>,
  ): Promise<Value> {
    const turn = await begin(takeTurn, member);
    let slowly: Promise<Reader> | undefined;
    let end = turn.end;
    let isOver = false;
    async function goOnSlowly(): Promise<Reader> {
      turn.end();
      const next = await begin(takeSlowTurn, member);
      if (isOver) next.end();
      else end = next.end;
      return { member: next.waited ? await stillMay() : member, db: companyDatabase(slowDb, member.company) };
    }
    const db = companyDatabase(rootDb, member.company);
    try {
      return await work({ waited: turn.waited, db, asSlowCall: () => (slowly ??= goOnSlowly()) });
    } catch (error) {
      throw slowly && ranOutOfTime(error) ? Refusal.invalid(texts.tooSlow) : error;
    } finally {
      isOver = true;
      end();
    }
  }

  return { inTurn };
}

/** Takes a turn that lasts until `end` is called. @throws Refusal when too many wait */
const begin = (take: TakeMembersTurn, member: CurrentMember) =>
  new Promise<{ waited: boolean; end: () => void }>((resolve, reject) => {
    const lasting = (waited: boolean) => new Promise<void>((end) => resolve({ waited, end }));
    take(member, lasting).catch(reject);
  });
