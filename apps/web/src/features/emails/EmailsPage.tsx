import { emailTexts, limits, planRefusals } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { MailPlus, SearchX } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { failureText } from "../../api.ts";
import { emailCountQuery, emailsQuery } from "../../emails.ts";
import { onDemand } from "../../onDemand.tsx";
import { useUsage } from "../../plan.ts";
import { useIsAdministrator, useOwnEmail } from "../../profile.ts";
import { UpgradeNotice, UsageNote } from "../../UpgradeLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { useDebounced } from "../../useDebounced.ts";
import { usePage } from "../../usePage.ts";
import { lastPage, pagesOf, summaryOf, useFurthest } from "../../usePaged.ts";
import { useParameter } from "../../useParameter.ts";
import { useTitle } from "../../useTitle.ts";
import { EmailCard } from "./EmailCard.tsx";

const CreateEmailDialog = onDemand(() => import("./CreateEmailDialog.tsx"));

export default function EmailsPage() {
  useTitle("Email Management");
  const administrator = useIsAdministrator();
  const me = useOwnEmail();
  const usage = useUsage("email");
  const search = useParameter("search")?.trim() ?? "";
  const [page, onPage, replacePage] = usePage(limits.pageSize);
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed.trim(), limits.debounce);
  /** What the box has asked for. */
  const asked = useRef(search);
  // Every change of the search starts at the first page, the way back too (D15).
  const searchFor = useEffectEvent((text: string) => {
    if (text === search) return;
    asked.current = text;
    replacePage(1, text);
  });
  useEffect(() => searchFor(settled), [settled]);
  // So that it opens, and says what is wrong, when the network has gone meanwhile.
  useEffect(() => void CreateEmailDialog.load().catch(() => {}), []); // reported when it is opened
  // The link to this page changes the search too, and so does the way back from there.
  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  const start = (page - 1) * limits.pageSize;
  const {
    data: emails,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery(emailsQuery({ search, start, length: limits.pageSize }));
  const { data: count, error: countError, refetch: countAgain } = useQuery(emailCountQuery(search));
  // There are fewer than there were: on to the last page that is left.
  const beyond = page > 1 && emails?.length === 0 && !isPlaceholderData;
  const furthest = useFurthest(page, isPlaceholderData ? 0 : (emails?.length ?? 0));
  useEffect(() => {
    if (!beyond) return;
    let stale = false;
    void countAgain().then(({ data: left = 0 }) => {
      if (!stale) replacePage(lastPage({ page, size: limits.pageSize, count: left }, furthest));
    });
    return () => {
      stale = true;
    };
  }, [beyond, countAgain, furthest, page, replacePage]);
  const these = { page, size: limits.pageSize, length: emails?.length ?? 0, count: count ?? 0 };
  const told = emails === undefined ? "" : summaryOf({ ...these, rows: "emails" });
  // While others are on their way, the rows before stand there, and what is said of them.
  const [summary, setSummary] = useState(told);
  if (!isPlaceholderData && summary !== told) setSummary(told);
  const [creating, setCreating] = useState(false);
  const blocked = usage !== undefined && (!usage.available || usage.reached);
  const label = createLabel();
  function createLabel() {
    if (usage?.available === false) return emailTexts.featureUnavailable;
    return usage?.reached ? emailTexts.limitReached : "Create Email";
  }

  return (
    <>
      <PageHead
        title="Emails"
        about={
          usage?.available && (
            <UsageNote
              usage={usage}
              text={usage.unlimited ? emailTexts.unlimited : emailTexts.used(usage.used, usage.limit)}
              reached={emailTexts.limitReached}
            />
          )
        }
      >
        <Button look="primary" off={blocked} onClick={() => setCreating(true)}>
          {label}
        </Button>
      </PageHead>

      {usage?.available === false && (
        <div className="mb-4">
          <UpgradeNotice>{planRefusals.email.unavailable}</UpgradeNotice>
        </div>
      )}
      <SearchInput label="Search emails" value={typed} onValue={setTyped} className="mb-4 sm:max-w-80" />

      <PagedCard
        label="Emails"
        busy={isPlaceholderData}
        page={page}
        // A page that does not load leaves the way to the others.
        pages={emails === undefined && error === null ? 0 : pagesOf(these)}
        onPage={onPage}
        summary={summary}
      >
        {/* Screen readers are told what comes into what is there already. */}
        <div role="status">
          {emails?.length === 0 && search !== "" && !beyond && (
            <EmptyState icon={SearchX} title="No emails found" hint={`No address contains "${search}".`} />
          )}
        </div>
        {list()}
      </PagedCard>

      {emails !== undefined && count === undefined && countError !== null && (
        <ErrorState text={failureText(countError)} onRetry={() => countAgain()} />
      )}

      <CreateEmailDialog
        open={creating}
        onOpenChange={setCreating}
        onCreated={() => {
          // Where the new address is on top (D57).
          setTyped("");
          replacePage(1, "");
        }}
      />
    </>
  );

  function list() {
    if (emails === undefined || beyond) {
      if (error !== null) return <ErrorState text={failureText(error)} onRetry={() => refetch()} />;
      return <SkeletonList rows={limits.pageSize} />;
    }
    if (emails.length === 0) {
      return (
        search === "" && (
          <EmptyState
            icon={MailPlus}
            title="No emails yet"
            hint={"Create an address, give it to a sign\u2011up form, and read what arrives."}
          >
            {!blocked && <Button onClick={() => setCreating(true)}>Create an address</Button>}
          </EmptyState>
        )
      );
    }
    return (
      <RowList label="Emails" busy={isPlaceholderData}>
        {emails.map((email) => (
          <EmailCard key={email.email_name} email={email} mine={administrator || email.owner === me} />
        ))}
      </RowList>
    );
  }
}
