import { sessionTexts } from "@mayfly/contracts";
import { Link } from "react-router-dom";
import { Mark } from "../../Mark.tsx";
import { paths } from "../../paths.ts";
import { useTitle } from "../../title.ts";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { Waiting } from "../../Waiting.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { useBounce } from "./useBounce.ts";

export function LoginPage() {
  useTitle("Login");
  if (useBounce()) return <Waiting />;
  return (
    <div className="flex min-h-full flex-col">
      <main className="mx-auto flex w-full max-w-100 flex-1 flex-col justify-center px-6 py-12">
        <Mark className="mb-6 size-9" />
        <h1 className="text-28 font-semibold tracking-tight">Sign in to Mayfly</h1>
        <p className="mt-1 mb-8 text-ink-soft">Disposable email addresses for your team.</p>
        <LoginForm />
        <p className="mt-8 text-13 text-ink-soft">
          No account yet?{" "}
          <Link to={paths.register} className="font-medium text-accent-ink underline-offset-4 hover:underline">
            {sessionTexts.createOne}
          </Link>
        </p>
      </main>
      <footer className="flex justify-center p-6">
        <ThemeSwitch />
      </footer>
    </div>
  );
}
