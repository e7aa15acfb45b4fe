import { sessionTexts } from "@mayfly/contracts";
import { EntryPage } from "../../EntryPage.tsx";
import { paths } from "../../paths.ts";
import { TextLink } from "../../TextLink.tsx";
import { useTitle } from "../../useTitle.ts";
import { Waiting } from "../../Waiting.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { useBounce } from "./useBounce.ts";

export function LoginPage() {
  useTitle("Login");
  if (useBounce()) return <Waiting />;
  return (
    <EntryPage
      title="Sign in to Mayfly"
      lead="Disposable email addresses for your team."
      aside={
        <>
          No account yet? <TextLink to={paths.register}>{sessionTexts.createOne}</TextLink>
        </>
      }
    >
      <LoginForm />
    </EntryPage>
  );
}
