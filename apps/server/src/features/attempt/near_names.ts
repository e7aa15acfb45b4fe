const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789.-_+="];

/** The addresses whose local part is one edit away: a letter more, less, other, or two that are swapped. */
export function namesNear(address: string): string[] {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at)];
  const near = new Set<string>();
  for (let at = 0; at <= local.length; at += 1) {
    const [before, behind] = [local.slice(0, at), local.slice(at)];
    const [first = "", second = ""] = behind;
    near.add(before + behind.slice(1));
    near.add(before + second + first + behind.slice(2));
    for (const letter of letters) {
      near.add(before + letter + behind);
      if (behind !== "") near.add(before + letter + behind.slice(1));
    }
  }
  near.delete(local);
  near.delete("");
  return [...near].map((name) => name + domain);
}
