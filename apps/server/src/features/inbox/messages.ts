import type { FailedCriterion, Match } from "@mayfly/contracts";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { companyDatabase } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { forReader, type Reader } from "../../mail/show/image_link.ts";
import { searchedBytes, searchedRow } from "../../mail/show/searched.ts";
import type { Messages, Opened } from "../../mail/stored_messages.ts";
import type { Parser } from "../../mail/threads/parser.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { Refusal } from "../../refusal.ts";
import { notEndedSince } from "../email/email.ts";
import { readable } from "../email/rights.ts";
import { hashToken, memberOfSession } from "../session/session.ts";
import { readDeepPage } from "./deep_pages.ts";
import { openImages } from "./image_proxy.ts";
import { loadBeginning, loadSource, openSource } from "./message_source.ts";
import { inTime, openStoredParser } from "./parse_stored.ts";

/** The size of the cache: a message rendered for the live channel is not rendered again for its reader. Characters. */
const cacheCharacters = 16 * 1024 * 1024;
/** What messages lack of what waits ask of them, at most so many times. Each is a few sentences. */
const keptJudgements = 1_000;
/** What each cached message counts for besides its content. Characters. */
const withoutContent = 1_000;
/** Enough for the headers, and for the text that tells the charset they are written in. Bytes. */
const headersWithin = 1024 * 1024;

export interface MessagesOptions {
  rootDb: RootDatabase;
  clock: Clock;
  outbound: Outbound;
  /** Signs the links to external images. */
  imageKey: string;
}

export function openMessages({ rootDb, clock, outbound, imageKey }: MessagesOptions, parser: Parser): Messages {
  const { readSized, readAs, indexed } = openStoredParser(rootDb, parser);

  async function read(source: string, company: string): Promise<Opened> {
    const { parsed, size } = await readSized("render", source, company, { given: { source } });
    if ("value" in parsed) return { ...parsed.value, size };
    const nothing = { content: "", action_links: [], links: [], attachments: [], to: [], cc: [], reply_to: [] };
    return { ...nothing, rendering: parsed.failure, signed: 0, size };
  }

  const searched: Messages["searched"] = async (source, company, given, until) => {
    const asked = { given: { searched: given }, most: searchedBytes, until };
    const { parsed, size } = await readSized("searched", source, company, asked);
    // A row is short, so nothing of it takes long.
    return { ...("value" in parsed ? parsed.value : searchedRow(given.row, given.texts)), size };
  };

  const opened = new LRUCache<string, Opened, { company: string }>({
    maxSize: cacheCharacters,
    sizeCalculation: ({ content, ...besides }) => content.length + JSON.stringify(besides).length + withoutContent,
    fetchMethod: (source, _old, { context }) => read(source, context.company),
    // If other messages evict one that is still being read, its reader gets it all the same; it is just not cached.
    ignoreFetchAbort: true,
  });

  /** Calls that wait for the same, such as those of many workers, read a message once. */
  const judged = new LRUCache<string, FailedCriterion[], { source: string; company: string; match: Match }>({
    max: keptJudgements,
    fetchMethod: (_key, _old, { context: { source, company, match } }) =>
      readAs("failures", source, company, { given: { match } }),
    ignoreFetchAbort: true,
  });

  return {
    prepare: () => parser.prepare(),
    // What is cached is read to its end whoever waits, for those who ask next.
    async read(source, company, until) {
      const reading = await inTime(opened.forceFetch(source, { context: { company } }), until);
      // Not cached, because the machine may be less busy at the next attempt.
      if (reading.rendering === "too_slow") opened.delete(source);
      return reading;
    },
    text: (source, company, until) => readAs("text", source, company, { until }),
    textAndLinks: (source, company, until) => readAs("textAndLinks", source, company, { until }),
    shownText: (source, company, until) => readAs("shownText", source, company, { until }),
    searched,
    indexed,
    async found(source, company, given, until) {
      const { sender, recipients, subject } = given.row;
      const unmarked = { sender: [sender], recipients: [recipients], subject: [subject], text: [""], files: [] };
      const load = async () => (await loadBeginning(rootDb, source, searchedBytes)).bytes;
      return (await readAs("found", source, company, { given: { found: given }, load, until })) ?? unmarked;
    },
    failures: (source, company, match, until) =>
      inTime(judged.fetch(`${source} ${JSON.stringify(match)}`, { context: { source, company, match } }), until),
    html: (source, company, until) => readAs("html", source, company, { until }),
    headers: (source, company) =>
      readAs("headers", source, company, { load: () => loadSource(rootDb, source, headersWithin) }),
    attachment: (source, company, part) => readAs("attachment", source, company, { given: { part } }),
    raw: (source, most) => openSource(rootDb, source, most),
    deepPage: (list, start, length) => readDeepPage(rootDb, list, start, length),
    forReader: (content, source, token) =>
      forReader(imageKey, content, source, { session: hashToken(token), issued: clock() }),
    image: openImages({
      outbound,
      imageKey,
      clock,
      companyOf: (source, reader) => companyOf({ rootDb, clock }, source, reader),
    }),
  };
}

/** @throws Refusal when the reader's session is over, or may not read the message or may no longer by this link */
async function companyOf(
  { rootDb, clock }: Pick<MessagesOptions, "rootDb" | "clock">,
  source: string,
  { session, issued }: Reader,
): Promise<string> {
  const member = await memberOfSession(rootDb, clock, session);
  if (member === undefined) throw Refusal.forbidden();
  const db = companyDatabase(rootDb, member.company);
  const rows = await db.customerInbox.findMany({
    where: { source, AND: readable(member) },
    select: { recipients: true },
  });
  const addresses = { in: rows.map(({ recipients }) => recipients) };
  const valid = await db.email.count({ where: { email_name: addresses, AND: notEndedSince(issued, clock()) } });
  if (valid === 0) throw Refusal.notFound();
  return member.company;
}
