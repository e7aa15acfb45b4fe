/** Somebody whom a message names. A bare address is both parts. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Splits `Display Name <address>`, in which quotes and backslashes are literal. */
export function splitMailbox(text: string): Mailbox {
  const whole = text.trim();
  const parts = /^(.*)<([^<>]*)>$/s.exec(whole);
  if (parts === null) return { name: whole, address: whole };
  const address = parts[2]?.trim() ?? "";
  const name = parts[1]?.trim() ?? "";
  return { name: name === "" ? address : name, address };
}

/** Its address if that differs from the name, else empty. */
export const addressBeside = ({ name, address }: Mailbox) => (address === name ? "" : address);
