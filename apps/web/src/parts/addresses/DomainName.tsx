import { unicodeDomain } from "@mayfly/contracts";

/** A domain as people write it, and beside it its form in DNS if that differs. */
export function DomainName({ domain }: { domain: string }) {
  const written = unicodeDomain(domain);
  return (
    <>
      {written}
      {written !== domain && <span className="font-normal text-ink-soft"> {domain}</span>}
    </>
  );
}
