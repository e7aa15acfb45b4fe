import { limits, unicodeAddress } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { Copy, MailPlus, SearchX } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../data/api.ts";
import { type EmailRow, emailsQuery } from "../../data/emails.ts";
import { paths } from "../../data/paths.ts";
import { AddressLink } from "../../parts/addresses/AddressLink.tsx";
import { copyEmail } from "../../parts/addresses/copyEmail.ts";
import { EmailStatus } from "../../parts/addresses/EmailStatus.tsx";
import { Link } from "../../parts/Link.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { Panel } from "./Panel.tsx";

export function RecentEmailsPanel() {
  const { data: emails, error, refetch } = useQuery(emailsQuery({ search: "", start: 0, length: limits.recentEmails }));
  const [term, setTerm] = useState("");
  const found = emails?.filter(({ email_name }) =>
    [email_name, unicodeAddress(email_name)].some((spelling) => spelling.includes(term.trim().toLowerCase())),
  );
  return (
    <Panel
      title="Recent Disposable Emails"
      aside={
        <Link
          to={paths.inbox}
          className="flex items-center text-13 text-accent-ink underline-offset-4 hover:underline pointer-coarse:h-11"
        >
          All messages
        </Link>
      }
    >
      <div className="border-b border-line px-4 py-3">
        <SearchInput label="Search recent emails" value={term} onValue={setTerm} />
      </div>
      {list()}
    </Panel>
  );

  function list() {
    if (found === undefined) {
      if (error !== null) return <ErrorState text={failureText(error)} onRetry={() => refetch()} />;
      return <SkeletonList rows={6} />;
    }
    if (emails?.length === 0) {
      return <EmptyState icon={MailPlus} title="No emails yet" hint="The addresses that you create show up here." />;
    }
    if (found.length === 0)
      return <EmptyState icon={SearchX} title="No emails found" hint="Only the latest ten are searched here." />;
    return (
      <ul aria-label="Recent emails" className="divide-y divide-line">
        {found.map((email) => (
          <RecentEmail key={email.email_name} email={email} />
        ))}
      </ul>
    );
  }
}

function RecentEmail({ email }: { email: EmailRow }) {
  return (
    <li className="relative flex items-center gap-3 py-1.5 pr-2 pl-4 transition-colors hover:bg-sunken">
      <div className="flex min-w-0 flex-1 items-center justify-between gap-x-4 gap-y-1 py-1 max-sm:flex-col max-sm:items-start lg:max-xl:flex-col lg:max-xl:items-start">
        <AddressLink address={email.email_name} className="max-w-full before:absolute before:inset-0" />
        <EmailStatus email={email} />
      </div>
      <IconButton
        icon={Copy}
        label={`Copy ${email.email_name}`}
        className="relative"
        onClick={() => copyEmail(email.email_name)}
      />
    </li>
  );
}
