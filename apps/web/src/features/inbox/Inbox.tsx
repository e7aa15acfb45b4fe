import { clsx } from "clsx";
import { useRef, useState } from "react";
import { onDemand } from "../../parts/loading/onDemand.tsx";
import { ConnectionBar } from "../../parts/page/ConnectionBar.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { useRemembered } from "../../ui/useRemembered.ts";
import { InboxHeader } from "./InboxHeader.tsx";
import { MessageList } from "./list/MessageList.tsx";
import { ReadingPane } from "./reading/ReadingPane.tsx";
import { inboxTexts } from "./texts.ts";
import { useInbox } from "./useInbox.ts";
import { useInboxKeys } from "./useInboxKeys.ts";

const KeysDialog = onDemand(() => import("./KeysDialog.tsx"));
const OptionsDialog = onDemand(() => import("./OptionsDialog.tsx"));

interface Props {
  /** Undefined: all messages that the user may read. */
  address: string | undefined;
  /** The user's own email. */
  me: string;
  onMenu: () => void;
}

/** The messages to one address: header, list and reading pane. */
export function Inbox({ address, me, onMenu }: Props) {
  const inbox = useInbox(address, me);
  const { list, open } = inbox;
  const [dialog, setDialog] = useState<"keys" | "options">();
  const [askForImages, setAskForImages] = useRemembered("inbox-ask-for-images");
  const searchBox = useRef<HTMLInputElement>(null);
  const showKeys = () => setDialog("keys");
  // The plus sign says that messages that are not loaded yet may be unread too.
  useTitle(`${list.unread === 0 ? "" : `(${list.unread}${list.more ? "+" : ""}) `}${address ?? "Inbox"}`);
  useInboxKeys(inbox, searchBox, showKeys);

  const shownDialog = (which: typeof dialog) => ({
    open: dialog === which,
    onOpenChange: (shown: boolean) => setDialog(shown ? which : undefined),
  });
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col">
        <InboxHeader
          inbox={inbox}
          searchBox={searchBox}
          onOptions={() => setDialog("options")}
          onKeys={showKeys}
          onMenu={onMenu}
        />
        {/* On a screen too narrow for two panes, the reading pane covers the list, which keeps its scroll position. */}
        <main id="main" tabIndex={-1} className="relative flex min-h-0 flex-1 outline-none print:block">
          {/* Always rendered: screen readers announce a change only in a live region that already exists. */}
          <p role="status" className="sr-only">
            {open.isGone ? inboxTexts.openDeleted : open.message?.subject}
          </p>
          <section
            aria-label="List"
            className={clsx(
              "flex min-h-0 w-full flex-col bg-surface lg:w-[29vw] lg:min-w-72 lg:shrink-0 lg:border-r lg:border-line print:w-full print:border-0",
              open.name !== undefined && "max-lg:invisible print:hidden",
            )}
          >
            <MessageList inbox={inbox} />
          </section>
          <section
            aria-label="Reading pane"
            className={clsx(
              "min-w-0 max-lg:absolute max-lg:inset-0 lg:flex-1 print:static",
              open.name === undefined && "max-lg:hidden print:hidden",
            )}
          >
            <ReadingPane inbox={inbox} askForImages={askForImages} />
          </section>
        </main>
        <p role="status" className="sr-only">
          {inbox.restored}
        </p>
        <ConnectionBar connection={inbox.connection} missed="New mail" />
      </div>
      <KeysDialog {...shownDialog("keys")} all={address === undefined} />
      <OptionsDialog
        {...shownDialog("options")}
        notifications={inbox.notifications}
        askForImages={askForImages}
        onAskForImages={setAskForImages}
      />
    </>
  );
}
