import {
  type Contract,
  type EmailResource,
  lifetimes,
  type Match,
  resources,
  type WaitAnswer,
} from "@mayfly/contracts";
import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { explained, ToldExplanation, ToldLinks, ToldMessage, told } from "./untrusted.ts";

const { emails, messages } = resources;

/** Makes a call of the REST API for the agent's key. @throws Refusal */
export type Ask = <C extends Contract>(contract: C, input: object) => Promise<z.infer<C["output"]>>;

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The call that it makes. A key without its scope is not offered the tool. */
  contract: Contract;
  input: Input;
  output: Output;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
  run(ask: Ask, input: z.infer<Input>): Promise<z.infer<Output>>;
}

const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(given: Tool<Input, Output>): Tool =>
  given as unknown as Tool;

/** Clients give up after 60 seconds. */
const longestWait = 50;
const usualWait = 30;
const mostRows = 50;
const usualRows = 20;

const reads = { readOnlyHint: true };
const address = z.string().describe("Such as signup-4711@mayfly.test.");
const cursor = z.string().optional().describe("next_cursor of the previous page.");
const limit = z.number().int().min(1).max(mostRows).default(usualRows);
const next_cursor = z.string().nullable().describe("For the next page; null on the last one.");
const criteria = {
  from: z.string().optional().describe("The sender's name or address contains this."),
  subject: z.string().optional().describe("The subject contains this."),
  contains: z.string().optional().describe("The body contains this."),
};
const since = z
  .string()
  .optional()
  .describe("Only mail after this time (ISO 8601), or after the message with this id.");
const timeout = z
  .number()
  .min(0)
  .max(longestWait)
  .default(usualWait)
  .describe("The longest wait, in seconds. Call again to wait longer.");

const ToldAddress = z.object({
  address: z.string(),
  is_active: z.boolean().describe("Whether it accepts mail."),
  expiry: z.string().nullable().describe("When it stops accepting mail; null if never."),
  creation: z.string(),
  reason: z.string().describe("A note by whoever created it."),
  run: z.string().nullable(),
});
const toldAddress = ({ unicode_name, is_active, expiry, creation, reason, run }: EmailResource) => ({
  address: unicode_name,
  ...{ is_active, expiry, creation, reason, run },
});

/** What a wait says besides the message. */
const Waited = {
  found: z.boolean(),
  why_not: ToldExplanation.optional(),
};

const wait = (
  ask: Ask,
  { address: id, timeout, since, ...match }: Match & { address: string; timeout: number; since?: string | undefined },
): Promise<WaitAnswer> => ask(emails.wait, { id, match, timeout, ...(since !== undefined && { since }) });

/** A message with what it shows its reader, and what it hides. */
const read = async (ask: Ask, id: string): Promise<ToldMessage> =>
  told(await ask(messages.get, { id, include: "shown_text,links" }));

/** The tools of the Model Context Protocol (row S04). */
export const tools: Tool[] = [
  tool({
    name: "create_address",
    title: "Create an address",
    description: "Creates a disposable email address, to sign up or to test a mail. All fields are optional.",
    contract: emails.create,
    input: z.strictObject({
      prefix: z.string().optional().describe("The part before the @; random by default."),
      domain: z.string().optional().describe("One of the company's domains; by default, the platform's."),
      expires_in: z
        .number()
        .int()
        .min(lifetimes.shortest)
        .max(lifetimes.longest)
        .optional()
        .describe("Seconds until it stops accepting mail."),
      reason: z.string().optional().describe("A note on what it is for."),
      run: z.string().optional().describe("A label for finding all addresses of a run."),
    }),
    output: ToldAddress,
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: async (ask, input) => toldAddress(await ask(emails.create, input)),
  }),
  tool({
    name: "list_addresses",
    title: "List addresses",
    description: "Lists the addresses that you can read, newest first.",
    contract: emails.list,
    input: z.strictObject({ is_active: z.boolean().optional(), run: z.string().optional(), limit, cursor }),
    output: z.object({ addresses: z.array(ToldAddress), next_cursor }),
    annotations: reads,
    async run(ask, input) {
      const { data, next_cursor } = await ask(emails.list, input);
      return { addresses: data.map(toldAddress), next_cursor };
    },
  }),
  tool({
    name: "wait_for_message",
    title: "Wait for a message",
    description:
      "Waits until an address has mail that matches, and returns the newest with its code and links. Mail that has already arrived counts. If nothing arrives in time, says why.",
    contract: emails.wait,
    input: z.strictObject({
      address,
      ...criteria,
      has: z.enum(["code", "link", "attachment"]).optional().describe("What it must contain."),
      since,
      timeout,
    }),
    output: z.object({ ...Waited, message: ToldMessage.optional() }),
    annotations: reads,
    async run(ask, input) {
      const answer = await wait(ask, input);
      if (!answer.found) return { found: false, why_not: explained(answer.explanation) };
      const [message] = answer.messages;
      return { found: true, ...(message && { message: await read(ask, message.id) }) };
    },
  }),
  tool({
    name: "get_code",
    title: "Get a one-time code",
    description:
      "Waits until an address has mail with a one-time code (OTP), and returns only the newest code. A shorter answer than wait_for_message.",
    contract: emails.wait,
    input: z.strictObject({ address, ...criteria, since, timeout }),
    output: z.object({
      ...Waited,
      code: z.string().optional(),
      message_id: z.string().optional(),
      creation: z.string().optional(),
    }),
    annotations: reads,
    async run(ask, input) {
      const answer = await wait(ask, { ...input, has: "code" });
      if (!answer.found) return { found: false, why_not: explained(answer.explanation) };
      const [message] = answer.messages;
      return { found: true, code: message?.code, message_id: message?.id, creation: message?.creation };
    },
  }),
  tool({
    name: "list_messages",
    title: "List messages",
    description: "Lists the messages of an address, newest first, without their bodies.",
    contract: emails.messages,
    input: z.strictObject({ address, limit, cursor }),
    output: z.object({ messages: z.array(ToldMessage), next_cursor }),
    annotations: reads,
    async run(ask, { address: id, ...page }) {
      const { data, next_cursor } = await ask(emails.messages, { id, ...page });
      return { messages: data.map(told), next_cursor };
    },
  }),
  tool({
    name: "get_message",
    title: "Read a message",
    description: "Reads a message as plain text, with its links. Does not open the links.",
    contract: messages.get,
    input: z.strictObject({ id: z.string().describe("The id of a message.") }),
    output: z.object({ message: ToldMessage }),
    annotations: reads,
    run: async (ask, { id }) => ({ message: await read(ask, id) }),
  }),
  tool({
    name: "get_links",
    title: "Get a message's links",
    description: "Returns only the links of a message, at most 50, with their texts. Does not open them.",
    contract: messages.get,
    input: z.strictObject({ id: z.string().describe("The id of a message.") }),
    output: ToldLinks,
    annotations: reads,
    // Read with the text, which tells what links the HTML hides.
    async run(ask, { id }) {
      const { note, links, text } = (await read(ask, id)).untrusted;
      // Then it is not known either which links it hides.
      if (text === null) throw Refusal.notFound("The message cannot be read.");
      return { untrusted: { note, links } };
    },
  }),
  tool({
    name: "search_messages",
    title: "Search messages",
    description:
      'Finds messages of any address, newest first. All words must match. Operators: from: to: subject: filename: code: has:code|link|attachment is:unread in:ADDRESS run: tag: before:2026-11-28 after: newer_than:7d larger:1m -word "in this order" a OR b, (a b) OR c, prefix*.',
    contract: messages.list,
    input: z.strictObject({ q: z.string().min(1).max(1_000).describe("What to search for."), limit, cursor }),
    output: z.object({
      messages: z.array(ToldMessage),
      next_cursor,
      indexed_to: z.string().optional().describe("Mail that arrived later may be missing."),
    }),
    annotations: reads,
    async run(ask, input) {
      const { data, next_cursor, indexed_to } = await ask(messages.list, input);
      return { messages: data.map(told), next_cursor, ...(indexed_to && { indexed_to }) };
    },
  }),
  tool({
    name: "why_no_mail",
    title: "Explain why no mail came",
    description:
      "Says what is known about mail that was expected at an address: what arrived instead, what was refused and with which SMTP reply, and whether the address and its domain work.",
    contract: emails.wait,
    input: z.strictObject({ address, ...criteria, since }),
    output: z.object({ ...Waited, message: ToldMessage.optional() }),
    annotations: reads,
    async run(ask, input) {
      const answer = await wait(ask, { ...input, timeout: 0 });
      if (!answer.found) return { found: false, why_not: explained(answer.explanation) };
      const [message] = answer.messages;
      return { found: true, ...(message && { message: await read(ask, message.id) }) };
    },
  }),
  tool({
    name: "deactivate_address",
    title: "Deactivate an address",
    description: "Deactivates an address: it accepts no more mail. The mail it has is kept.",
    contract: emails.update,
    input: z.strictObject({ address }),
    output: z.object({ address: z.string(), is_active: z.literal(false) }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    async run(ask, { address: id }) {
      const { unicode_name } = await ask(emails.update, { id, is_active: false });
      return { address: unicode_name, is_active: false as const };
    },
  }),
];
