import type { ActionLink } from "@mayfly/contracts";

export interface Link {
  url: string;
  text: string;
}

export function findActionLinks(_links: Link[]): ActionLink[] {
  return [];
}
