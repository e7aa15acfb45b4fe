import { type TeamMember, team, teamTexts } from "@mayfly/contracts";
import { useRef, useState } from "react";
import { call, failureText, isGone } from "../../data/api.ts";
import { copy } from "../../data/clipboard.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toasts.ts";
import { teamScreenTexts } from "./texts.ts";

/** What can be done with the invitation of somebody who has not joined yet. */
export function InvitationActions({ member, onGone }: { member: TeamMember; onGone: () => void }) {
  const changed = useChanged("Member");
  const customer_email = member.email;
  const isActive = member.is_active === 1;
  const [made, setMade] = useState<{ link: string; isCopied: boolean }>();
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);

  function fail(failure: unknown) {
    raise(failureText(failure));
    // They have joined meanwhile, or a colleague has withdrawn it.
    if (isGone(failure)) onGone();
  }

  const resend = useAction({
    mutationFn: () => call(team.resend_invitation, { customer_email }),
    onSuccess() {
      setMade(undefined);
      toast.success(teamTexts.sentAgain);
    },
    onError: fail,
    onSettled: () => void changed(),
  });

  const withdraw = useAction({
    mutationFn: () => call(team.withdraw_invitation, { customer_email }),
    onSuccess() {
      toast.success(teamTexts.withdrawn);
      onGone();
    },
    onError: fail,
    onSettled: () => void changed(),
  });

  /** Each press makes another link. It is copied in the handler of the press, as Safari demands. */
  async function copyLink() {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    const answer = call(team.make_invitation_link, { customer_email }).then(({ link }) => link);
    const isCopied = await copy(answer);
    try {
      setMade({ link: await answer, isCopied });
    } catch (failure) {
      fail(failure);
      void changed();
    }
    underWay.current = false;
    setBusy(false);
  }

  return (
    <section aria-label="Invitation" className="space-y-3 border-t border-line pt-5">
      <p className="text-13 text-ink-soft">
        {isActive ? teamScreenTexts.invitationHint : teamScreenTexts.invitationInactive}
      </p>
      <div className="flex flex-wrap gap-2">
        {isActive && (
          <>
            <Button busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
              Send again
            </Button>
            <Button busy={busy} onClick={copyLink}>
              Copy link
            </Button>
          </>
        )}
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
          Withdraw invitation
        </Button>
      </div>
      <div role="status" className="space-y-2 text-13 empty:hidden">
        {made !== undefined && (
          <>
            {!made.isCopied && (
              // A press selects all of it.
              <p
                translate="no"
                className="rounded-base border border-line-input bg-sunken px-3 py-2 font-mono select-all wrap-anywhere"
              >
                {made.link}
              </p>
            )}
            <p className={made.isCopied ? "text-accent-ink" : undefined}>
              {made.isCopied ? teamScreenTexts.linkCopied : teamScreenTexts.linkNotCopied}{" "}
              {teamScreenTexts.linkTakesCode}
            </p>
          </>
        )}
      </div>
    </section>
  );
}
