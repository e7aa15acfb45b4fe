import type { TeamMember } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { statusOf } from "./statusOf.ts";
import { teamScreenTexts } from "./texts.ts";

/** Name, role, status, last active, and the actions; stacked on small screens. */
export const memberColumns = "md:grid md:grid-cols-[minmax(0,1fr)_7rem_5.5rem_9rem_4rem] md:items-center md:gap-4";

interface Props {
  member: TeamMember;
  /** Undefined for users who may not edit. */
  onEdit: (() => void) | undefined;
}

export function MemberRow({ member, onEdit }: Props) {
  const date = member.creation
    ? new Date(member.creation).toLocaleDateString(undefined, { dateStyle: "medium" })
    : teamScreenTexts.unknownActivity;
  const isInvited = member.is_invited === 1;
  const { text, tone } = statusOf(member);
  return (
    <li className={`${memberColumns} grid-cols-[minmax(0,1fr)_auto] items-center gap-4 p-4 max-md:grid`}>
      <div className="min-w-0">
        <p className="truncate font-medium" title={member.full_name}>
          {member.full_name}
        </p>
        <p translate="no" className="truncate text-13 text-ink-soft" title={member.email}>
          {member.email}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13 max-md:col-span-2 max-md:row-start-2 md:contents">
        <span>{member.role}</span>
        <span>
          <Badge tone={tone}>{text}</Badge>
        </span>
        <span className="text-ink-soft tabular-nums">
          {/* Who has not joined yet has not been active: the date is said to be the invitation's, whatever the column. */}
          <span className={clsx(!isInvited && "md:sr-only")}>{isInvited ? "Invited " : "Last active "}</span>
          <span className="whitespace-nowrap">{date}</span>
        </span>
      </div>
      {onEdit && (
        <Button aria-label={`Edit ${member.full_name}`} onClick={onEdit}>
          Edit
        </Button>
      )}
    </li>
  );
}
