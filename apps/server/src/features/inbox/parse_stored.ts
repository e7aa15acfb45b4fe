import type { RootDatabase } from "../../database/database.ts";
import { searchedBytes } from "../../mail/show/searched.ts";
import { type Indexed, type ToIndex, TooLate, type Until } from "../../mail/stored_messages.ts";
import type { TaskArguments } from "../../mail/task.ts";
import type { OpenedTasks } from "../../mail/threads/opened.worker.ts";
import type { Parser } from "../../mail/threads/parser.ts";
import { Refusal } from "../../refusal.ts";
import { loadBeginning, loadPacked, loadSource } from "./message_source.ts";

/** Loads stored messages and has the parser's threads read them. */
export function openStoredParser(rootDb: RootDatabase, parser: Parser) {
  /** Reads a message that is loaded when its turn comes, and tells its size. */
  async function readSized<Name extends "render" | "searched">(
    task: Name,
    source: string,
    company: string,
    {
      given,
      most = Number.MAX_SAFE_INTEGER,
      until,
    }: { given: TaskArguments; most?: number; until?: Until | undefined },
  ) {
    let size = 0;
    const sized = async () => {
      requireTime(until);
      const loaded = await loadBeginning(rootDb, source, most);
      size = loaded.size;
      return loaded.bytes;
    };
    const parsed = await inTime(parser.read(task, company, sized, given), until);
    return { parsed, size };
  }

  async function indexed(messages: ToIndex[], isPatient: boolean): Promise<Promise<Indexed | undefined>[]> {
    const packed = await loadPacked(
      rootDb,
      messages.map(({ source }) => source),
    );
    return messages.map(async ({ source, company, row }): Promise<Indexed | undefined> => {
      const short = packed.get(source);
      // The others are indexed all the same.
      if (short === null) return { size: 0, tokens: { failure: "unreadable" } };
      if (short !== undefined) {
        return { size: short.length, tokens: await parser.index(company, short, row, isPatient) };
      }
      if (!packed.has(source)) return undefined;
      let size = 0;
      const load = async () => {
        const loaded = await loadBeginning(rootDb, source, searchedBytes);
        size = loaded.size;
        return loaded.bytes;
      };
      try {
        return { tokens: await parser.index(company, load, row, isPatient), size };
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    });
  }

  /** Undefined when the parser cannot do this task with the message. */
  async function readAs<Name extends keyof OpenedTasks>(
    task: Name,
    source: string,
    company: string,
    {
      given,
      load: loadIt,
      until,
    }: { given?: TaskArguments; load?: () => Promise<Buffer>; until?: Until | undefined } = {},
  ): Promise<Awaited<ReturnType<OpenedTasks[Name]>> | undefined> {
    const load = async () => {
      requireTime(until);
      return loadIt === undefined ? loadSource(rootDb, source) : loadIt();
    };
    const parsed = await inTime(parser.read(task, company, load, given), until);
    return "value" in parsed ? parsed.value : undefined;
  }

  return { readSized, readAs, indexed };
}

/** To be called when a message's turn comes. @throws TooLate when nobody waits for it any more */
function requireTime(until: Until | undefined): void {
  if (until?.isOver()) throw new TooLate();
}

/** Waits for what is read, but not beyond the deadline; the thread goes on. @throws TooLate */
export async function inTime<Value>(reading: Promise<Value>, until: Until | undefined): Promise<Value> {
  if (until === undefined) return reading;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // Timers may be early by a millisecond.
    const check = () => (until.isOver() ? reject(new TooLate()) : wait());
    const wait = () => {
      timer = setTimeout(check, Math.max(1, until.left()));
    };
    wait();
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
