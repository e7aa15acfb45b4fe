import type { TeamMember } from "@mayfly/contracts";

export const statusOf = (is_active: TeamMember["is_active"]) => (is_active === 1 ? "Active" : "Inactive");
