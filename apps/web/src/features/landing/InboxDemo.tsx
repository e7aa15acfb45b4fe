import { Copy, Pause, Play } from "lucide-react";
import { type ComponentType, useState } from "react";
import { copy } from "../../data/clipboard.ts";
import { type DemoMessage, demoAddress } from "./demoMail.ts";
import { useArrivals } from "./useArrivals.ts";

interface RowProps {
  item: DemoMessage;
  read: boolean;
  open: boolean;
  stop: boolean;
  showRecipient: boolean;
  onOpen: () => void;
  onCopyCode: (code: string) => void;
}

/** A demonstration of the inbox on sample mail, with the product's own row and without any network call. */
export function InboxDemo({ Row }: { Row: ComponentType<RowProps> }) {
  const { messages, waiting, paused, setPaused } = useArrivals();
  const [picked, setPicked] = useState<string>();
  const [read, setRead] = useState<readonly string[]>(["receipt", "deploy"]);
  // The mail with the code opens by itself, as if awaited; from the first click on, the visitor chooses.
  const open = picked ?? messages.find(({ name }) => name === "code")?.name ?? "receipt";
  const message = messages.find(({ name }) => name === open);

  return (
    <section
      aria-label="The inbox, with sample mail"
      className="overflow-hidden rounded-card border border-line bg-paper text-left shadow-lift"
    >
      <header className="flex h-12 items-center gap-2 border-b border-line px-4">
        <Copy aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
        <p translate="no" className="min-w-0 flex-1 truncate font-mono text-13">
          {demoAddress}
        </p>
        <button
          type="button"
          aria-label={paused ? "Resume arriving mail" : "Pause arriving mail"}
          disabled={!waiting}
          onClick={() => setPaused(!paused)}
          className="grid size-8 pointer-coarse:size-11 place-items-center rounded-base text-ink-soft transition-colors hover:bg-sunken hover:text-ink disabled:invisible"
        >
          {paused ? <Play aria-hidden="true" className="size-4" /> : <Pause aria-hidden="true" className="size-4" />}
        </button>
        <span className="flex shrink-0 items-center gap-2 text-12 text-ink-soft">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
          Live
        </span>
      </header>
      <div className="grid md:h-108 md:grid-cols-[20rem_1fr]">
        <div className="h-64 overflow-y-auto border-line max-md:border-b md:h-auto md:border-r">
          <ul aria-label="Messages">
            {messages.map((item) => (
              <li key={item.name} className="relative">
                <Row
                  item={item}
                  read={read.includes(item.name) || item.name === open}
                  open={item.name === open}
                  stop
                  showRecipient={false}
                  onOpen={() => {
                    setRead([...read, open, item.name]);
                    setPicked(item.name);
                  }}
                  onCopyCode={(code) => void copy(code)}
                />
              </li>
            ))}
          </ul>
        </div>
        {message !== undefined && <Opened message={message} />}
      </div>
    </section>
  );
}

function Opened({ message: { subject, sender, recipients, key, body } }: { message: DemoMessage }) {
  return (
    <article
      aria-label="Message"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-80 min-w-0 overflow-y-auto bg-surface p-5 focus-visible:-outline-offset-2 md:h-auto md:p-8"
    >
      <p className="text-20 font-semibold tracking-tight wrap-anywhere">{subject}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-13">
        <dt className="text-ink-faint">From</dt>
        <dd className="min-w-0 wrap-anywhere">
          <span className="font-medium">{sender.name}</span>{" "}
          <span translate="no" className="font-mono text-12 text-ink-soft">
            &lt;{sender.address}&gt;
          </span>
        </dd>
        <dt className="text-ink-faint">To</dt>
        <dd translate="no" className="min-w-0 font-mono text-12 leading-5 text-ink-soft wrap-anywhere">
          {recipients}
        </dd>
      </dl>
      <div className="mt-6 space-y-3 border-t border-line pt-6">
        {key !== undefined && (
          <p translate="no" className="font-mono text-28 font-medium tracking-wide">
            {key}
          </p>
        )}
        {body.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </article>
  );
}
