import { LogOut } from "lucide-react";
import { Link } from "react-router-dom";
import { Mark } from "../../Mark.tsx";
import { paths } from "../../paths.ts";
import { useProfile } from "../../profile.ts";
import { useLogout } from "../../session.ts";
import { useTitle } from "../../title.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { Addresses } from "./Addresses.tsx";

export default function DashboardPage() {
  useTitle("Dashboard");
  const profile = useProfile();
  const logout = useLogout();
  return (
    <>
      <header className="border-b border-line">
        <div className="mx-auto flex h-14 max-w-300 items-center gap-3 px-4 sm:px-6">
          <Link to={paths.dashboard} aria-label="Mayfly" className="flex shrink-0 items-center gap-2 rounded-base">
            <Mark />
            <span className="font-semibold max-sm:hidden">Mayfly</span>
          </Link>
          <div className="ml-auto min-w-0 text-right text-13 leading-4">
            <p className="truncate font-medium">{profile?.full_name}</p>
            <p className="truncate text-12 text-ink-faint">{profile?.company_name}</p>
          </div>
          <ThemeSwitch />
          <IconButton icon={LogOut} label="Log out" onClick={logout} />
        </div>
      </header>
      <main className="mx-auto max-w-300 px-4 py-8 sm:px-6 sm:py-10">
        <div className="mb-6 flex flex-wrap items-baseline justify-between gap-2">
          <h1 className="text-20 font-semibold tracking-tight">Addresses</h1>
          <Link to={paths.inbox} className="text-13 text-accent-ink underline-offset-4 hover:underline">
            Open the whole inbox
          </Link>
        </div>
        <section aria-label="Addresses" className="overflow-hidden rounded-card border border-line bg-surface">
          <Addresses />
        </section>
      </main>
    </>
  );
}
