import { Copy } from "lucide-react";
import { useState } from "react";
import { copy } from "../../data/clipboard.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { toast } from "../../ui/toasts.ts";
import { examplesOf, isMarked, marked } from "./examples.ts";
import { apiKeyScreenTexts } from "./texts.ts";

const languages = {
  curl: { label: "curl", file: "mayfly.sh" },
  node: { label: "Node", file: "mayfly.mjs" },
  python: { label: "Python", file: "mayfly.py" },
} as const;
type Language = keyof typeof languages;

/** The first calls, in three languages. */
export function Examples() {
  const [language, setLanguage] = useState<Language>("curl");
  const examples = examplesOf(location.origin);
  const tabs = (Object.keys(languages) as Language[]).map((value) => ({
    value,
    label: languages[value].label,
    panel: <Example {...languages[value]} code={examples[value]} />,
  }));
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="font-medium">
        Examples
      </h2>
      <p className="mt-1 mb-2 text-13 text-ink-soft">{apiKeyScreenTexts.examplesAbout}</p>
      <Tabs label="Examples" tabs={tabs} value={language} onValue={setLanguage} />
    </section>
  );
}

function Example({ label, file, code }: { label: string; file: string; code: string }) {
  async function press() {
    if (await copy(code)) toast.copied(apiKeyScreenTexts.exampleCopied);
    else raise(apiKeyScreenTexts.exampleCopyFailed);
  }
  return (
    <div className="-mt-2 overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between border-b border-line py-1 pr-2 pl-5">
        <p translate="no" className="font-mono text-12 text-ink-faint">
          {file}
        </p>
        <IconButton icon={Copy} label={`Copy the example in ${label}`} onClick={press} />
      </div>
      <section
        aria-label={`Example in ${label}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto focus-visible:-outline-offset-2"
      >
        <pre translate="no" className="w-fit min-w-full px-5 py-4 font-mono text-13 leading-5.5">
          <code>
            {marked(code).map((part, index) =>
              isMarked(part) ? (
                <mark key={index} className="rounded-small bg-accent-soft px-0.5 font-medium text-accent-ink">
                  {part}
                </mark>
              ) : (
                part
              ),
            )}
          </code>
        </pre>
      </section>
    </div>
  );
}
