import { register, texts } from "@mayfly/contracts";
import { type input, object } from "zod/mini";
import { failureText, Refused, send } from "../../data/api.ts";
import { sortErrors } from "./serverErrors.ts";
import { registerScreenTexts } from "./texts.ts";

const { create_account } = register;

/** The most characters that the user is shown of an answer that is not ours, such as a proxy's page. */
const rawMax = 200;

export type Outcome =
  | { request: string }
  | { fields: ReturnType<typeof sortErrors>["fields"]; failure: string | undefined };

const failed = (failure: string): Outcome => ({ fields: {}, failure });

/** Sends the registration, and tells failures apart as B65 to B70 say. */
export async function createAccount(registration: input<typeof create_account.input>): Promise<Outcome> {
  try {
    const answer = await send(create_account, registration);
    if (answer.body === undefined) {
      return failed(registerScreenTexts.serverError(answer.text.trim().slice(0, rawMax) || String(answer.status)));
    }
    if (!answer.ok) {
      return failed(new Refused(answer).text ?? registerScreenTexts.http(answer.status, answer.statusText));
    }
    const { message: result } = object({ message: create_account.output }).parse(answer.body);
    if (result.success) {
      return result.signup_request ? { request: result.signup_request } : failed(registerScreenTexts.withoutRequest);
    }
    const { fields, others } = sortErrors(result.errors ?? []);
    const rest = others.join(" ");
    if (Object.keys(fields).length > 0) return { fields, failure: rest ? registerScreenTexts.failed(rest) : undefined };
    return failed(registerScreenTexts.failed(result.message || rest || texts.unexpected));
  } catch (failure) {
    return failed(failureText(failure));
  }
}
