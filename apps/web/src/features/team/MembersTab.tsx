import { limits, planRefusals, type TeamMember } from "@mayfly/contracts";
import { clsx } from "clsx";
import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { NetworkFailure } from "../../data/api.ts";
import { useUsage } from "../../data/plan.ts";
import { useIsAdministrator } from "../../data/profile.ts";
import { usePaged } from "../../parts/lists/usePaged.ts";
import { onDemand } from "../../parts/loading/onDemand.tsx";
import { UpgradeNotice } from "../../parts/plan/UpgradeLink.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { EditMemberDialog } from "./EditMemberDialog.tsx";
import { MemberRow, memberColumns } from "./MemberRow.tsx";
import { membersQuery } from "./members.ts";
import { TeamUsage } from "./TeamUsage.tsx";
import { teamScreenTexts } from "./texts.ts";

const InviteMemberDialog = onDemand(() => import("./InviteMemberDialog.tsx"));

export function MembersTab() {
  const administrator = useIsAdministrator();
  const usage = useUsage("team");
  const [{ data, error, refetch }, paged] = usePaged(membersQuery, { rows: "members" });
  const [inviting, setInviting] = useState(false);
  const [edited, setEdited] = useState<TeamMember>();
  // Preloaded, so that the dialog opens and says what is wrong even if the network has gone meanwhile.
  useEffect(() => void InviteMemberDialog.load().catch(() => {}), []); // reported when it is opened

  const activeHere = data?.members.filter(({ is_active }) => is_active === 1).length ?? 0;
  // Counts only the members on this page; the server knows the others (P60).
  const full = usage?.available === true && !usage.unlimited && activeHere >= usage.limit;

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <TeamUsage usage={usage} />
        {administrator && (
          <Button look="primary" disabled={usage?.available === false} onClick={() => setInviting(true)}>
            {usage?.available === false ? planLimitTexts.featureUnavailable : "Invite Member"}
          </Button>
        )}
      </div>

      {usage?.available === false && (
        <div className="mb-4">
          <UpgradeNotice>{planRefusals.team.unavailable}</UpgradeNotice>
        </div>
      )}
      <PagedCard label="Team Members" {...paged} summary={error === null ? paged.summary : ""}>
        {list()}
      </PagedCard>

      {administrator && (
        // A newly invited member is on the first page.
        <InviteMemberDialog open={inviting} onOpenChange={setInviting} onInvited={() => paged.onPage(1)} />
      )}
      {edited !== undefined && (
        <EditMemberDialog
          member={data?.members.find(({ name }) => name === edited.name) ?? edited}
          full={full}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );

  function list() {
    // A list that may be wrong is not shown (G41, G42).
    if (error !== null) {
      const text = error instanceof NetworkFailure ? teamScreenTexts.fetchNetwork : teamScreenTexts.fetchFailed;
      return <ErrorState text={text} onRetry={() => refetch()} />;
    }
    if (data === undefined) return <SkeletonList rows={limits.pageSize} />;
    if (data.members.length === 0) {
      return <EmptyState icon={UserPlus} title={teamScreenTexts.empty} hint={teamScreenTexts.emptyHint} />;
    }
    return (
      <>
        <div
          aria-hidden="true"
          className={clsx(memberColumns, "hidden border-b border-line px-4 py-2.5 text-12 text-ink-faint")}
        >
          <span>Name</span>
          <span>Role</span>
          <span>Status</span>
          <span>Last active</span>
        </div>
        <RowList label="Team Members" busy={paged.busy}>
          {data.members.map((member) => (
            <MemberRow key={member.name} member={member} onEdit={administrator ? () => setEdited(member) : undefined} />
          ))}
        </RowList>
      </>
    );
  }
}
