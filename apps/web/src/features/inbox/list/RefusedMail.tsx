import { inbox, type RefusedAttempt } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { call } from "../../../data/api.ts";
import { emailQuery } from "../../../data/emails.ts";
import { refusedMailKey } from "../../../data/queries.ts";
import { absoluteTime } from "../../../data/relativeTime.ts";
import { RelativeTime } from "../../../parts/RelativeTime.tsx";
import { inboxTexts } from "../texts.ts";
import { difference } from "./difference.ts";

const outcomes = { refused: "Refused", deferred: "Deferred" } as const;

/** Below an empty inbox: mail for its address, or for a name like it, that was refused or put off (row R09). */
export default function RefusedMail({ address }: { address: string }) {
  const heading = useId();
  // The server tells only of addresses that the user may see.
  const { data: known = null } = useQuery(emailQuery(address));
  const { data: refused = [] } = useQuery({
    queryKey: [...refusedMailKey, address],
    queryFn: () => call(inbox.get_refused_mail, { email: address }),
    enabled: known !== null,
  });
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="px-6 pb-8 text-13">
      <h2 id={heading} className="mb-2 font-medium">
        {inboxTexts.refused}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line">
        {refused.map((attempt, index) => (
          <Attempt key={index} attempt={attempt} address={address} />
        ))}
      </ul>
    </section>
  );
}

function Attempt({ attempt, address }: { attempt: RefusedAttempt; address: string }) {
  const { creation, outcome, reply, mail_from } = attempt;
  return (
    <li className="space-y-2 px-3.5 py-3">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{outcomes[outcome]}</span>
        <span title={absoluteTime(creation)} className="text-ink-faint">
          <RelativeTime instant={creation} />
        </span>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {attempt.address !== address && (
          <>
            <dt className="text-ink-faint">For</dt>
            <dd className="min-w-0 text-12 leading-5">
              {attempt.address === "" ? inboxTexts.noName : <OtherName name={attempt.address} than={address} />}
            </dd>
          </>
        )}
        {mail_from !== null && (
          <>
            <dt className="text-ink-faint">From</dt>
            <dd translate="no" className="min-w-0 font-mono text-12 leading-5 text-ink-soft wrap-anywhere">
              <bdi>{mail_from || "<>"}</bdi>
            </dd>
          </>
        )}
      </dl>
      <p translate="no" className="rounded-base bg-sunken px-2.5 py-2 font-mono text-12 text-ink-soft wrap-anywhere">
        {reply}
      </p>
    </li>
  );
}

/** A name that is easily taken for the right one. */
function OtherName({ name, than }: { name: string; than: string }) {
  const [start, other, end] = difference(name, than);
  return (
    <>
      <bdi translate="no" className="font-mono wrap-anywhere">
        {start}
        <mark className="rounded-xs bg-amber-soft font-semibold text-amber-ink">{other}</mark>
        {end}
      </bdi>
      <p className="text-amber-ink">{inboxTexts.otherName}</p>
    </>
  );
}
