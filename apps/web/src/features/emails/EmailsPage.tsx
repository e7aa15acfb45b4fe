import { limits, planRefusals } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { MailPlus, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { failureText } from "../../data/api.ts";
import { useNow } from "../../data/clock.ts";
import { type EmailRow, mailSummaryQuery } from "../../data/emails.ts";
import { takesMail } from "../../data/expiry.ts";
import { searchDebounce } from "../../data/limits.ts";
import { useUsage } from "../../data/plan.ts";
import { useIsAdministrator, useOwnEmail } from "../../data/profile.ts";
import { NewAddress } from "../../parts/addresses/NewAddress.tsx";
import { useHeldText } from "../../parts/lists/useHeldText.ts";
import { usePage } from "../../parts/lists/usePage.ts";
import { pageSizes, usePageSize } from "../../parts/lists/usePageSize.ts";
import { onDemand } from "../../parts/loading/onDemand.tsx";
import { useParameter } from "../../parts/page/useParameter.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { UpgradeNotice, UsageNote } from "../../parts/plan/UpgradeLink.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { EmailCard } from "./EmailCard.tsx";
import { EmailFilters } from "./EmailFilters.tsx";
import { SelectionHead } from "./SelectionHead.tsx";
import { emailScreenTexts } from "./texts.ts";
import { useEmailFilters } from "./useEmailFilters.ts";
import { usePagedEmails } from "./usePagedEmails.ts";
import { useSelection } from "./useSelection.ts";

const CreateEmailDialog = onDemand(() => import("./CreateEmailDialog.tsx"));
const LabelEmailDialog = onDemand(() => import("./LabelEmailDialog.tsx"));

export default function EmailsPage() {
  useTitle("Email Management");
  const administrator = useIsAdministrator();
  const me = useOwnEmail();
  const usage = useUsage("email");
  const sized = usePageSize("emails", pageSizes);
  const turned = usePage(sized[0]);
  const [, , replacePage] = turned;
  const search = useParameter("search")?.trim() ?? "";
  const [typed, setTyped] = useHeldText({
    held: search,
    // Every change of the term starts at the first page, also a return to the previous term (D15).
    hold: (text) => replacePage(1, text),
    clean: (text) => text.trim(),
    pause: searchDebounce,
  });
  const { filters, set, wanted, byMail, isFiltered } = useEmailFilters();
  const [{ emails, error, refetch }, paged, count] = usePagedEmails({ search, ...wanted, byMail }, sized, turned);
  const { data: mail } = useQuery(mailSummaryQuery(emails?.map(({ email_name }) => email_name) ?? []));
  const now = useNow();
  const isMine = ({ owner }: EmailRow) => administrator || owner === me;
  const selectable = emails?.filter((row) => isMine(row) && takesMail(row, now)) ?? [];
  const selection = useSelection(selectable.map(({ email_name }) => email_name));
  // Preloaded, so that the dialog opens and says what is wrong even if the network has gone meanwhile.
  useEffect(() => void CreateEmailDialog.load().catch(() => {}), []); // reported when it is opened
  const [creating, setCreating] = useState(false);
  const [labelled, setLabelled] = useState<EmailRow>();
  const [labelling, setLabelling] = useState(false);
  const blocked = usage !== undefined && (!usage.available || usage.reached);
  const label = createLabel();
  function createLabel() {
    if (usage?.available === false) return planLimitTexts.featureUnavailable;
    return usage?.reached ? planLimitTexts.limitReached : "Create Email";
  }

  return (
    <>
      <PageHead
        title="Emails"
        about={
          usage?.available && (
            <UsageNote
              usage={usage}
              of={{
                text: usage.unlimited ? emailScreenTexts.unlimited : emailScreenTexts.used(usage.used, usage.limit),
              }}
              reached={planLimitTexts.limitReached}
            />
          )
        }
      >
        <Button off={blocked} onClick={() => setCreating(true)}>
          {label}
        </Button>
        {!blocked && <NewAddress />}
      </PageHead>

      {usage?.available === false && (
        <div className="mb-4">
          <UpgradeNotice>{planRefusals.email.unavailable}</UpgradeNotice>
        </div>
      )}
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput label="Search emails" value={typed} onValue={setTyped} className="w-full sm:w-72" />
        <EmailFilters filters={filters} onFilter={set} />
      </div>
      <PagedCard label="Emails" {...paged}>
        {/* Always rendered: screen readers announce only what appears in a live region that already exists. */}
        <div role="status">
          {emails?.length === 0 && (search !== "" || isFiltered) && (
            <EmptyState
              icon={SearchX}
              title="No emails found"
              hint={isFiltered ? emailScreenTexts.noneLikeThat : `No address contains "${search}".`}
            />
          )}
        </div>
        {list()}
      </PagedCard>

      {count.error !== null && <ErrorState text={failureText(count.error)} onRetry={() => count.refetch()} />}

      <LabelEmailDialog row={labelled} open={labelling} onOpenChange={setLabelling} />
      <CreateEmailDialog
        open={creating}
        onOpenChange={setCreating}
        onCreated={() => {
          // Shows the first page without a search, where the new address is on top (D57).
          setTyped("");
          replacePage(1, "");
        }}
      />
    </>
  );

  function list() {
    if (emails === undefined) {
      if (error !== null) return <ErrorState text={failureText(error)} onRetry={() => refetch()} />;
      return <SkeletonList rows={limits.pageSize} />;
    }
    if (emails.length === 0) {
      return (
        search === "" &&
        !isFiltered && (
          <EmptyState
            icon={MailPlus}
            title="No emails yet"
            hint={"Create an address, give it to a sign\u2011up form, and read what arrives."}
          />
        )
      );
    }
    return (
      <>
        {(selectable.length > 0 || selection.names.length > 0) && (
          <SelectionHead
            selection={selection}
            selectable={{ search, ...wanted, active: true, ...(!administrator && { owner: me }) }}
          />
        )}
        <RowList label="Emails" busy={paged.busy}>
          {emails.map((email) => (
            <EmailCard
              key={email.email_name}
              email={email}
              mail={mail?.get(email.email_name)}
              mine={isMine(email)}
              selection={selection}
              onFilter={set}
              onLabel={() => {
                setLabelled(email);
                setLabelling(true);
              }}
            />
          ))}
        </RowList>
      </>
    );
  }
}
