import { paths } from "../../data/paths.ts";
import { Waiting } from "../../parts/loading/Waiting.tsx";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { TextLink } from "../../parts/TextLink.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { loginTexts } from "./texts.ts";
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
          No account yet? <TextLink to={paths.register}>{loginTexts.createOne}</TextLink>
        </>
      }
    >
      <LoginForm />
    </EntryPage>
  );
}
