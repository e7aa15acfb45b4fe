import { type Credentials, errorText, guest, type StoredUser, session, sessionTexts } from "@mayfly/contracts";
import { type output, pick } from "zod/mini";
import { failureText, Refused, send } from "../../data/api.ts";

const { login } = session;

/** Resolves to the user, or to the text that says why the login failed. */
export async function signIn(credentials: output<typeof Credentials>): Promise<StoredUser | string> {
  try {
    const answer = await send(login, credentials, { as: "form" });
    if (!answer.ok) throw new Refused(answer);
    if (pick(login.output, { message: true }).parse(answer.body).message === guest) {
      // `message` is the word Guest, so the reason stands in _server_messages or nowhere.
      const text = errorText(answer.body);
      return text === undefined || text === guest ? sessionTexts.wrongCredentials : text;
    }
    const { message, full_name, email } = login.output.parse(answer.body);
    return { name: message, full_name, email };
  } catch (failure) {
    return failureText(failure);
  }
}
