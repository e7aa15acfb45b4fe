import type { TeamMember } from "@mayfly/contracts";
import type { Tone } from "../../ui/Badge.tsx";

export const activityOf = (is_active: TeamMember["is_active"]) => (is_active === 1 ? "Active" : "Inactive");

/** The word for a member in the list: who has been invited is not active before they have joined (row Y08). */
export function statusOf({ is_active, is_invited }: TeamMember): { text: string; tone: Tone } {
  if (is_active === 0) return { text: activityOf(0), tone: "neutral" };
  return is_invited === 1 ? { text: "Invited", tone: "blue" } : { text: activityOf(1), tone: "green" };
}
