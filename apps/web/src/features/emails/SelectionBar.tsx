import { email } from "@mayfly/contracts";
import { X } from "lucide-react";
import { call, failureText } from "../../data/api.ts";
import { useChanged } from "../../data/queries.ts";
import { raise } from "../../data/raise.ts";
import { useAction } from "../../data/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { offerUndo } from "./offerUndo.tsx";
import { emailScreenTexts } from "./texts.ts";
import type { Selection } from "./useSelection.ts";

/** What can be done with the addresses that are chosen. */
export function SelectionBar({ selection: { names, keep } }: { selection: Selection }) {
  const changed = useChanged("Email");
  const deactivate = useAction({
    async mutationFn() {
      const outcomes = await Promise.allSettled(
        names.map((each) => call(email.toggle_email, { email: each }, { as: "form" })),
      );
      const isDone = (_: string, at: number) => outcomes[at]?.status === "fulfilled";
      return {
        done: names.filter(isDone),
        failed: names.filter((name, at) => !isDone(name, at)),
        why: outcomes.find((outcome) => outcome.status === "rejected")?.reason as unknown,
      };
    },
    onSuccess({ done, failed, why }) {
      if (done.length > 0) offerUndo(done, changed);
      if (failed.length > 0) raise(`${emailScreenTexts.notDeactivated(failed.length)} ${failureText(why)}`);
      // What failed can be tried again.
      keep(failed);
    },
    onSettled: () => void changed(),
  });
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface py-1.5 pr-2 pl-4">
      <p role="status" className="grow text-13 tabular-nums">
        {emailScreenTexts.selected(names.length)}
      </p>
      <Button busy={deactivate.isPending} onClick={() => deactivate.mutate()}>
        {emailScreenTexts.deactivate}
      </Button>
      <IconButton icon={X} label={emailScreenTexts.clear} onClick={() => keep([])} />
    </div>
  );
}
