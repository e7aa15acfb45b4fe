import { readFile } from "node:fs/promises";
import type { Config } from "../config.ts";
import type { RootDatabase } from "../database/database.ts";
import { testMail } from "../demo/test_mail.ts";
import { deletePostmasterMail, listPostmasterMail, readPostmasterMail } from "../features/postmaster/postmaster.ts";
import { sendMail } from "../outgoing_mail/send_mail.ts";
import { StartError } from "../process/start_error.ts";

/**
 * Reads or deletes what came for the postmaster.
 * @param what undefined: all of it is listed
 */
export async function postmaster(rootDb: RootDatabase, what?: string, id?: string): Promise<string> {
  if (what === undefined) return printable(await listPostmasterMail(rootDb));
  if ((what !== "show" && what !== "delete") || id === undefined) {
    throw new StartError("Use postmaster alone, or with show <id> or delete <id>.");
  }
  const found = what === "show" ? await readPostmasterMail(rootDb, id) : await deletePostmasterMail(rootDb, id);
  if (found === undefined) throw new StartError(`No mail for the postmaster has the id ${printable(id)}.`);
  return printable(found);
}

/** Text of strangers without the signs that control a terminal or hide other text. */
const printable = (text: string) => text.replaceAll("\r\n", "\n").replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, "\ufffd");

/** Delivers a mail over SMTP. @param file of the message; without it, a test mail is made */
export async function send({ SMTP_HOST, SMTP_PORT }: Config, address: string, file?: string): Promise<string> {
  const raw = file === undefined ? await testMail(address) : await readMail(file);
  try {
    return `Sent to ${address}: ${await sendMail({ host: SMTP_HOST, port: SMTP_PORT, to: address, raw })}`;
  } catch (error) {
    throw new StartError(`Not sent to ${address}: ${(error as Error).message}${adviceFor(error as SmtpError)}`);
  }
}

/** As nodemailer throws them; without a reply, there was no answer. */
type SmtpError = Error & { responseCode?: number; response?: string };

function adviceFor({ responseCode, response = "" }: SmtpError): string {
  if (responseCode === undefined) return " (check SMTP_HOST and SMTP_PORT)";
  return response.startsWith("550 5.1.1 ") ? ". Create the address first." : "";
}

const readMail = (file: string): Promise<Buffer> =>
  readFile(file).catch((error) => {
    throw new StartError(`"${file}" cannot be read (${error.code}).`);
  });
