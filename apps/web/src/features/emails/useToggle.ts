import { email } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { call, refusalText } from "../../data/api.ts";
import { serverTime } from "../../data/clock.ts";
import type { EmailRow } from "../../data/emails.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { offerUndo } from "./offerUndo.tsx";
import { emailScreenTexts } from "./texts.ts";

/** Activates or deactivates an address. The change shows at once, and is undone if the server refuses it. */
export function useToggle() {
  const queries = useQueryClient();
  const changed = useChanged("Email");
  const show = (row: EmailRow) =>
    queries.setQueriesData<EmailRow[]>({ queryKey: ["emails"] }, (rows) =>
      rows?.map((each) => (each.email_name === row.email_name ? row : each)),
    );

  return useAction({
    mutationFn: ({ row, active }: { row: EmailRow; active: boolean }) =>
      call(email.toggle_email, { email: row.email_name, ...(active && { action: "activate" }) }, { as: "form" }),
    async onMutate({ row, active }) {
      await queries.cancelQueries({ queryKey: ["emails"] });
      show(
        active
          ? { ...row, is_active: 1, deactivated: 0 }
          : { ...row, is_active: 0, deactivated: 1, expiry: new Date(serverTime()).toISOString() },
      );
    },
    onSuccess({ email: row }, { row: before, active }) {
      if (row !== undefined) show(row);
      if (!active) offerUndo([before.email_name], changed);
    },
    onError(failure, { row }) {
      show(row);
      raise(refusalText(failure) ?? emailScreenTexts.toggleFailed);
    },
    // onMutate has cancelled the running fetches, perhaps one of another page of the list.
    onSettled: () => void changed(),
  });
}
