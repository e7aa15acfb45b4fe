import type { components, operations } from "./openapi.ts";

type Schemas = components["schemas"];

export type Email = Schemas["Email"];
export type Explanation = Schemas["Explanation"];
export type Problem = Schemas["Problem"];
export type Me = Schemas["Me"];
export type MessageDetails = Schemas["Message"];
export type Attachment = MessageDetails["attachments"][number];
export type Attempt = Schemas["AttemptPage"]["data"][number];

type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;

/** What a new address can be given. */
export type NewEmail = BodyOf<"emails_create">;
export type EmailChange = BodyOf<"emails_update">;
export type EmailFilter = Omit<QueryOf<"emails_list">, "cursor" | "limit">;

type WaitInput = BodyOf<"emails_wait">;
/** What a message must be like; all of it must hold. Without anything, any message counts. */
export type Criteria = NonNullable<WaitInput["match"]>;
export type WaitAnswer = Schemas["WaitAnswer"];
/** A message as it is listed; one that was waited for may have a claim. */
export type MessageData = Schemas["MessageSummary"] & { claim?: { claim: string; until: string } };
