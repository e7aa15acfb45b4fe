import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { beforeLogout } from "../../../data/session.ts";
import { type Deletions, deletions } from "./deletions.ts";

// For as long as the session: an inbox that is opened again must not show what another is deleting.
const bySession = new WeakMap<QueryClient, Deletions>();

function deletionsOf(queries: QueryClient): Deletions {
  const known = bySession.get(queries);
  if (known !== undefined) return known;
  const made = deletions({ forget: (name) => queries.removeQueries({ queryKey: ["message", name] }) });
  bySession.set(queries, made);
  return made;
}

/** The deletions of this session. Those that can still be undone are carried out when the inbox, the page or the session is left. */
export function useDeletions(): Deletions {
  const all = deletionsOf(useQueryClient());
  useEffect(() => {
    window.addEventListener("pagehide", all.carryOutAll);
    const end = beforeLogout(all.carryOutAll);
    return () => {
      window.removeEventListener("pagehide", all.carryOutAll);
      end();
      void all.carryOutAll();
    };
  }, [all]);
  return all;
}
