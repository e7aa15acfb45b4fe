import { inbox } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, X } from "lucide-react";
import { type ReactNode, useContext, useEffect } from "react";
import { call, failureText } from "../../data/api.ts";
import { emailsQuery, mailSummaryQuery } from "../../data/emails.ts";
import { noteFirstStep, useFirstSteps } from "../../data/firstSteps.ts";
import { inboxOf } from "../../data/links.ts";
import { useIsAdministrator } from "../../data/profile.ts";
import { useAction } from "../../data/useAction.ts";
import { QuickActions } from "../../parts/addresses/quickActions.ts";
import { Link } from "../../parts/Link.tsx";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { firstStepTexts as texts } from "./texts.ts";
import { useDashboardStatus } from "./useDashboardStatus.ts";

/** What to do first on an empty dashboard (row Y07): done by doing it, and never back once it is over. */
export function FirstSteps({ onInvite }: { onInvite: () => void }) {
  const steps = useFirstSteps();
  const { data: status } = useDashboardStatus();
  const isEmpty = status?.total_emails === 0;
  useEffect(() => {
    if (isEmpty) noteFirstStep("begun");
  }, [isEmpty]);
  if (!steps.has("begun") || steps.has("over") || status === undefined) return null;
  return <Steps hasAddress={!isEmpty} hasTeam={status.team_members > 1} onInvite={onInvite} />;
}

interface Props {
  hasAddress: boolean;
  hasTeam: boolean;
  onInvite: () => void;
}

function Steps({ hasAddress, hasTeam, onInvite }: Props) {
  const steps = useFirstSteps();
  const administrator = useIsAdministrator();
  const { copyLatestCode } = useContext(QuickActions);
  const { data: emails } = useQuery({
    ...emailsQuery({ search: "", active: true, byMail: true, start: 0, length: 1 }),
    enabled: hasAddress,
  });
  const address = emails?.[0]?.email_name;
  const { data: mail } = useQuery(mailSummaryQuery(address === undefined ? [] : [address]));
  const hasMail = address !== undefined && mail?.get(address)?.last !== null && mail?.has(address) === true;
  const test = useAction({
    mutationFn: () => call(inbox.send_test_mail, { email: address ?? "" }),
    onError: (failure) => raise(failureText(failure)),
  });
  const isMailed = steps.has("mailed");
  useEffect(() => {
    if (hasMail) noteFirstStep("mailed");
  }, [hasMail]);
  const isDone = hasAddress && isMailed && steps.has("copied") && (hasTeam || !administrator);
  useEffect(() => {
    if (isDone) noteFirstStep("over");
  }, [isDone]);

  return (
    <section aria-label={texts.title} className="rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
        <h2 className="font-semibold">{texts.title}</h2>
        <IconButton icon={X} label={texts.dismiss} onClick={() => noteFirstStep("over")} />
      </div>
      <ol className="divide-y divide-line">
        {/* The page's one main button does it. */}
        <Step done={hasAddress} text={texts.address} />
        <Step done={isMailed} text={texts.mail}>
          {address !== undefined && (
            <Button busy={test.isPending} onClick={() => test.mutate()}>
              {texts.sendMail}
            </Button>
          )}
        </Step>
        <Step done={steps.has("copied")} text={texts.code}>
          {isMailed && address !== undefined && (
            <>
              <Link to={inboxOf(address)} className={buttonShape("ghost")}>
                {texts.openInbox}
              </Link>
              <Button onClick={() => copyLatestCode()}>{texts.copyCode}</Button>
            </>
          )}
        </Step>
        {administrator && (
          <Step done={hasTeam} text={texts.team}>
            <Button onClick={onInvite}>{texts.invite}</Button>
          </Step>
        )}
      </ol>
    </section>
  );
}

function Step({ done, text, children }: { done: boolean; text: string; children?: ReactNode }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <span className="flex grow items-center gap-3">
        <Icon
          aria-hidden="true"
          className={done ? "size-4 shrink-0 text-accent-ink" : "size-4 shrink-0 text-ink-faint"}
        />
        <span className={done ? "text-ink-faint" : undefined}>
          {text}
          {done && <span className="sr-only"> {texts.done}</span>}
        </span>
      </span>
      {!done && <span className="flex flex-wrap gap-2 empty:hidden">{children}</span>}
    </li>
  );
}
