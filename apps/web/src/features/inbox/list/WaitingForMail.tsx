import { inbox, unicodeAddress } from "@mayfly/contracts";
import { Copy } from "lucide-react";
import { call, failureText } from "../../../data/api.ts";
import { pageSetting } from "../../../data/pageSetting.ts";
import { useAction } from "../../../data/useAction.ts";
import { raise } from "../../../parts/toasts/raise.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { copyText } from "../actions/copyText.ts";
import { inboxTexts } from "../texts.ts";

/** A command that sends a mail to an address. */
const commandFor = (address: string) =>
  `printf 'Subject: Hello\\n\\nIt works.\\n' | curl smtp://${pageSetting("mail-server") ?? `${location.hostname}:25`} --mail-from you@example.com --mail-rcpt ${address} --upload-file -`;

/** In an empty inbox that takes mail: that it waits, and two ways to send it some (row Y06). */
export default function WaitingForMail({ address }: { address: string }) {
  const test = useAction({
    mutationFn: () => call(inbox.send_test_mail, { email: address }),
    onError: (failure) => raise(failureText(failure)),
  });
  const command = commandFor(address);
  return (
    <div className="space-y-4 px-6 pb-8 text-13">
      <p className="flex items-baseline justify-center gap-2 text-ink-soft">
        <span aria-hidden="true" className="relative flex size-2 shrink-0">
          <span className="absolute inset-0 animate-ping rounded-full bg-wing motion-reduce:animate-none" />
          <span className="size-2 rounded-full bg-wing" />
        </span>
        <span className="min-w-0 wrap-anywhere">
          {inboxTexts.waiting} <span translate="no">{unicodeAddress(address)}</span>
        </span>
      </p>
      <div className="flex justify-center">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {inboxTexts.sendTestMail}
        </Button>
      </div>
      <div>
        <p className="mb-1 text-12 text-ink-faint">{inboxTexts.orCommand}</p>
        <div className="flex items-start gap-1 rounded-base border border-line bg-sunken py-1 pr-1 pl-3">
          <code translate="no" className="min-w-0 flex-1 py-1.5 font-mono text-12 wrap-anywhere">
            {command}
          </code>
          <IconButton
            icon={Copy}
            label={inboxTexts.copyCommand}
            onClick={() => void copyText(command, inboxTexts.commandCopied)}
          />
        </div>
      </div>
    </div>
  );
}
