import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { copy } from "../../data/clipboard.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { apiKeyScreenTexts } from "./texts.ts";

/** Shows a key, this once. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const id = useId();
  const [copied, setCopied] = useState(false);

  async function press() {
    const done = await copy(value);
    setCopied(done);
    if (!done) raise(apiKeyScreenTexts.copyFailed);
  }

  return (
    <div className="space-y-5">
      <div id={id}>
        <Notice kind="caution">{apiKeyScreenTexts.once}</Notice>
      </div>
      <div className="space-y-2">
        {/* Whole, so that it can be compared and selected; a press selects all of it. */}
        <p
          translate="no"
          className="rounded-base border border-line-input bg-sunken px-3 py-2.5 font-mono text-13 select-all wrap-anywhere"
        >
          {value}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button look="primary" autoFocus aria-describedby={id} onClick={press}>
            {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
            Copy key
          </Button>
          <p role="status" className="text-13 text-accent-ink">
            {copied && apiKeyScreenTexts.copied}
          </p>
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>{apiKeyScreenTexts.done}</Button>
      </div>
    </div>
  );
}
