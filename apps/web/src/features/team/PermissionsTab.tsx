import { Check, type LucideIcon, ShieldCheck, User } from "lucide-react";

interface RoleText {
  role: string;
  icon: LucideIcon;
  about: string;
  may: readonly string[];
}

const roles: readonly RoleText[] = [
  {
    role: "Administrator",
    icon: ShieldCheck,
    about: "Full access to manage users, billing and settings",
    may: [
      "Creates and manages disposable emails",
      "Invites and removes team members",
      "Manages organization settings",
      "Accesses audit logs and security",
    ],
  },
  {
    role: "Member",
    icon: User,
    about: "Works with their own addresses",
    may: ["Creates and manages own emails", "Views team members", "Manages personal settings", "Views basic analytics"],
  },
];

/** What the roles may do. */
export function PermissionsTab() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {roles.map(({ role, icon: Icon, about, may }) => (
        <section key={role} className="rounded-card border border-line bg-surface p-5">
          <h2 className="flex items-center gap-2.5 text-16 font-semibold">
            <Icon aria-hidden="true" className="size-4.5 text-accent-ink" />
            {role}
          </h2>
          <p className="mt-1 text-13 text-ink-soft">{about}</p>
          <ul className="mt-4 space-y-2.5">
            {may.map((each) => (
              <li key={each} className="flex items-start gap-2.5">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-ink" />
                {each}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
