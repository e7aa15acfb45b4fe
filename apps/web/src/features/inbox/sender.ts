export interface Sender {
  name: string;
  address: string;
}

/** `Display Name <address>` in its parts, of which no sign is quoted; a bare address is both. */
export function splitSender(sender: string): Sender {
  const whole = sender.trim();
  const parts = /^(.*)<([^<>]*)>$/s.exec(whole);
  if (parts === null) return { name: whole, address: whole };
  const address = parts[2]?.trim() ?? "";
  const name = parts[1]?.trim() ?? "";
  return { name: name === "" ? address : name, address };
}
