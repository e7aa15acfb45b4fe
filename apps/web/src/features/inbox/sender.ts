export interface Sender {
  name: string;
  address: string;
}

/** Splits `Display Name <address>`, in which quotes and backslashes are literal. A bare address is both parts. */
export function splitSender(sender: string): Sender {
  const whole = sender.trim();
  const parts = /^(.*)<([^<>]*)>$/s.exec(whole);
  if (parts === null) return { name: whole, address: whole };
  const address = parts[2]?.trim() ?? "";
  const name = parts[1]?.trim() ?? "";
  return { name: name === "" ? address : name, address };
}
