import { appLinkIn } from "@mayfly/contracts";
import { useLocation } from "react-router-dom";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { buttonShape } from "../../ui/buttonShape.ts";

/** Asks before a link of a message opens another app. The message's frame runs no script, so the link leads here. */
export default function AppLinkPage() {
  useTitle("Open another app");
  const link = appLinkIn(useLocation().hash);
  if (link === undefined) {
    return (
      <EntryPage title="This link cannot be opened" lead="It does not lead to an app. You can close this page.">
        {null}
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title="Open this link in another app?"
      lead="It comes from a message. Open it only if you trust the sender; otherwise close this page."
    >
      <p
        translate="no"
        className="mb-5 max-h-60 overflow-y-auto rounded-card border border-line bg-surface p-4 font-mono text-13 wrap-anywhere select-all"
      >
        {link}
      </p>
      <a href={link} rel="noopener noreferrer" className={buttonShape("primary")}>
        Open
      </a>
    </EntryPage>
  );
}
