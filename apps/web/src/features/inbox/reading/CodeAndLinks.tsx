import type { Action, ActionLink } from "@mayfly/contracts";
import { ExternalLink } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { NewTabLink } from "../../../ui/NewTabLink.tsx";
import { linkHost } from "./linkHost.ts";

const labels: Record<Action, string> = {
  verify: "Verify",
  confirm: "Confirm",
  reset: "Reset password",
  sign_in: "Sign in",
};

interface Props {
  code: string;
  links: readonly ActionLink[];
  onCopyCode: (code: string) => void;
}

/** What most disposable mail is opened for: the one-time code and the links, each with its host and the mail's text. */
export function CodeAndLinks({ code, links, onCopyCode }: Props) {
  const outward = links.flatMap((link) => {
    const host = linkHost(link.url);
    return host === undefined ? [] : [{ ...link, host }];
  });
  if (code === "" && outward.length === 0) return null;
  return (
    <section
      aria-label="Code and links"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
    >
      {code !== "" && (
        <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0">
            <span className="block text-12 text-ink-faint">One-time code</span>
            <span translate="no" className="block font-mono text-20 font-semibold tracking-wider wrap-anywhere">
              {code}
            </span>
          </p>
          <Button look="primary" onClick={() => onCopyCode(code)}>
            Copy code
          </Button>
        </div>
      )}
      {outward.map(({ action, text, url, host }) => (
        <NewTabLink key={url} href={url} className="h-auto! min-h-9 max-w-full flex-col items-start! gap-0! py-1.5">
          <span className="flex max-w-full flex-wrap items-center gap-x-2">
            {labels[action]}
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            {/* The host is never truncated: a cut host could hide whose domain it is, or pass for another one. */}
            <span
              translate="no"
              className="min-w-0 font-mono text-12 font-normal whitespace-normal text-ink-soft wrap-anywhere"
            >
              {host}
            </span>
          </span>
          {text !== "" && text !== labels[action] && (
            <span className="text-left text-12 font-normal whitespace-normal text-ink-soft wrap-anywhere">
              <bdi>{`“${text}”`}</bdi>
            </span>
          )}
        </NewTabLink>
      ))}
    </section>
  );
}
