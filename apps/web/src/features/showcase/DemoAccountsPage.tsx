import { useTitle } from "../../parts/page/useTitle.ts";

/** A heading and nothing else (requirements A65 and P27). */
export default function DemoAccountsPage() {
  useTitle("Demo Accounts");
  return (
    <main className="grid h-full place-items-center px-6 text-center">
      <h1 className="text-28 font-semibold tracking-tight">Demo Accounts</h1>
    </main>
  );
}
