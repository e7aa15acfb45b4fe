import { isLinkToken, reset_user, resetTexts } from "@mayfly/contracts";
import { useEffect, useState } from "react";
import { call, failureText } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { Link } from "../../parts/Link.tsx";
import { Waiting } from "../../parts/loading/Waiting.tsx";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { TextLink } from "../../parts/TextLink.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import { resetScreenTexts } from "./texts.ts";

/**
 * What the link of a reset opens. Nobody chooses a password for a link that has ended, or is none. Where that is not
 * known, and for a blank token, there is the form, which says it when it is sent (B103).
 */
export function ResetLink({ token }: { token: string }) {
  useTitle("Forgot Password");
  const unasked = token.trim() === "" ? "good" : "ended";
  const [state, setState] = useState<"asked" | "good" | "ended">(isLinkToken(token) ? "asked" : unasked);
  useEffect(() => {
    if (!isLinkToken(token)) return;
    let current = true;
    call(reset_user.check_link, { name: token }).then(
      () => current && setState("good"),
      (thrown) => current && setState(failureText(thrown) === resetTexts.invalidLink ? "ended" : "good"),
    );
    return () => {
      current = false;
    };
  }, [token]);
  if (state === "asked") return <Waiting />;
  if (state === "good") return <NewPasswordForm id={token} />;
  return (
    <EntryPage
      title={resetScreenTexts.ended}
      lead={<p role="alert">{resetTexts.invalidLink}</p>}
      aside={<TextLink to={paths.login}>{resetScreenTexts.backToLogin}</TextLink>}
    >
      <Link to={paths.forgetPassword} className={buttonShape("primary", "h-10 w-full")}>
        {resetScreenTexts.newLink}
      </Link>
    </EntryPage>
  );
}
