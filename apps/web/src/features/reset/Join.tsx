import { invitation, invitationTexts } from "@mayfly/contracts";
import { useEffect, useState } from "react";
import { call, failureText } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { Link } from "../../parts/Link.tsx";
import { Waiting } from "../../parts/loading/Waiting.tsx";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { TextLink } from "../../parts/TextLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { Notice } from "../../ui/Notice.tsx";
import type { Invited } from "./invited.ts";
import { JoinForm } from "./JoinForm.tsx";
import { joinTexts } from "./texts.ts";

/** What the link of an invitation opens: who invites, and as whom; a password, and the dashboard. */
export function Join({ token }: { token: string }) {
  const [invited, setInvited] = useState<Invited>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useTitle(invited === undefined ? joinTexts.title : joinTexts.join(invited.company));

  useEffect(() => {
    let current = true;
    setFailure(undefined);
    call(invitation.get_invitation, { name: token }).then(
      (answer) => current && setInvited(answer),
      (thrown) => current && setFailure(failureText(thrown)),
    );
    return () => {
      current = false;
    };
  }, [token, tries]);

  if (failure === invitationTexts.ended) return <Ended />;
  if (failure !== undefined) {
    return (
      <EntryPage title={joinTexts.title} lead={joinTexts.unknown}>
        <div className="space-y-5">
          <Notice>{failure}</Notice>
          <Button look="primary" onClick={() => setTries(tries + 1)} className="h-10 w-full">
            Try again
          </Button>
        </div>
      </EntryPage>
    );
  }
  if (invited === undefined) return <Waiting />;
  return <JoinForm token={token} invited={invited} onEnded={() => setFailure(invitationTexts.ended)} />;
}

function Ended() {
  return (
    <EntryPage
      title={joinTexts.ended}
      lead={<p role="alert">{joinTexts.whyEnded}</p>}
      aside={
        <>
          {joinTexts.stillInvited} <TextLink to={paths.forgetPassword}>{joinTexts.newLink}</TextLink>
        </>
      }
    >
      <Link to={paths.login} className={buttonShape("primary", "h-10 w-full")}>
        {joinTexts.signIn}
      </Link>
    </EntryPage>
  );
}
