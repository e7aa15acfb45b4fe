import { email, emailTexts } from "@mayfly/contracts";
import { call, failureText } from "../../data/api.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { TextButton } from "../../ui/TextButton.tsx";
import { dismiss, toast } from "../../ui/toasts.ts";
import { settleEach } from "./settleEach.ts";
import { emailScreenTexts } from "./texts.ts";

/** How long a deactivation can be undone. */
const undoMilliseconds = 5_000;

/** Tells of addresses that have been deactivated, and offers to take that back (row Y05). */
export function offerUndo(emails: readonly string[], changed: () => unknown) {
  const slot = `deactivated ${emails.join(" ")}`;
  const [first, ...others] = emails;
  async function undo() {
    dismiss(slot);
    const { failed, why } = await settleEach(emails, (each) =>
      call(email.toggle_email, { email: each, action: "undo" }, { as: "form" }),
    );
    if (failed.length === 0)
      toast.success(others.length === 0 ? emailTexts.activated : emailScreenTexts.activated(emails.length));
    else raise(failureText(why));
    void changed();
  }
  toast.info(others.length === 0 ? emailTexts.deactivated : emailScreenTexts.deactivated(emails.length), {
    slot,
    duration: undoMilliseconds,
    more: (
      <p className="mt-1 flex items-baseline justify-between gap-4 text-13">
        <bdi translate="no" className="min-w-0 truncate font-mono text-ink-soft">
          {others.length === 0 && first}
        </bdi>
        <TextButton onClick={() => void undo()}>{emailScreenTexts.undo}</TextButton>
      </p>
    ),
  });
}
