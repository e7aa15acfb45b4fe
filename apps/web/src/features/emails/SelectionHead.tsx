import { email, limits } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { call, failureText } from "../../data/api.ts";
import { type EmailFilter, emailCountQuery, namesOf } from "../../data/emails.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { RowCheckbox } from "../../ui/RowCheckbox.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { offerUndo } from "./offerUndo.tsx";
import { settleEach } from "./settleEach.ts";
import { emailScreenTexts } from "./texts.ts";
import type { Selection } from "./useSelection.ts";

interface Props {
  selection: Selection;
  /** Which addresses of the whole list could be chosen. */
  selectable: EmailFilter;
}

/** Above the rows: chooses all of the page or of the list, and what can be done with the addresses that are chosen. */
export function SelectionHead({ selection: { names, page, choosePage, keep }, selectable }: Props) {
  const changed = useChanged("Email");
  const { data: all = 0 } = useQuery({ ...emailCountQuery(selectable), enabled: page === true });
  const most = Math.min(all, limits.pageMax);
  const [over, setOver] = useState(0);
  const chooseAll = useAction({
    mutationFn: () => namesOf(selectable, limits.pageMax),
    onSuccess: keep,
    onError: (failure) => raise(failureText(failure)),
  });
  const deactivate = useAction({
    mutationFn() {
      setOver(0);
      return settleEach(names, (each) => call(email.toggle_email, { email: each }, { as: "form" }), setOver);
    },
    onSuccess({ done, failed, why }) {
      if (done.length > 0) offerUndo(done, changed);
      if (failed.length > 0) raise(`${emailScreenTexts.notDeactivated(failed.length)} ${failureText(why)}`);
      // What failed can be tried again.
      keep(failed);
    },
    onSettled: () => void changed(),
  });
  const busy = deactivate.isPending;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1 pr-2 pl-4 text-13">
      <RowCheckbox label={emailScreenTexts.selectPage} checked={page} onChange={choosePage} disabled={busy} />
      <p role="status" className="text-ink-soft tabular-nums">
        {names.length === 0 ? emailScreenTexts.selectPage : emailScreenTexts.selected(names.length)}
      </p>
      {page === true && most > names.length && !busy && (
        <TextButton onClick={() => chooseAll.mutate()}>{emailScreenTexts.selectAll(most, all > most)}</TextButton>
      )}
      {names.length > 0 && (
        <div className="ml-auto flex items-center gap-1">
          <Button busy={busy} onClick={() => deactivate.mutate()}>
            {busy && names.length > 1 ? emailScreenTexts.deactivating(over, names.length) : emailScreenTexts.deactivate}
          </Button>
          <IconButton icon={X} label={emailScreenTexts.clear} onClick={() => !busy && keep([])} />
        </div>
      )}
    </div>
  );
}
