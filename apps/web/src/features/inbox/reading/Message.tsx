import { inbox, requestOf } from "@mayfly/contracts";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { useOwnEmail } from "../../../data/profile.ts";
import { Button } from "../../../ui/Button.tsx";
import { buttonShape } from "../../../ui/buttonShape.ts";
import { useKeydown } from "../../../ui/useKeydown.ts";
import { useRemembered } from "../../../ui/useRemembered.ts";
import { DeleteButton } from "../actions/DeleteButton.tsx";
import type { OpenMessage } from "../state/useMessage.ts";
import { Attachments } from "./Attachments.tsx";
import { CodeAndLinks } from "./CodeAndLinks.tsx";
import { MessageHead } from "./MessageHead.tsx";
import { printMessage } from "./printMessage.ts";
import { ViewTabs } from "./ViewTabs.tsx";

interface Props {
  message: OpenMessage;
  askForImages: boolean;
  onCopyCode: (code: string) => void;
  /** Undefined: the user may not delete it. */
  onDelete: (() => void) | undefined;
}

/** All of one message, and what can be done with it. */
export default function Message({ message, askForImages, onCopyCode, onDelete }: Props) {
  const { name, sender, code, action_links, attachments } = message;
  // Remembered per user, so that another user of this browser is asked again.
  const [trusted, setTrusted] = useRemembered(`inbox-images-from ${sender.address.toLowerCase()} for ${useOwnEmail()}`);
  const [once, setOnce] = useState(false);
  const images = !askForImages || trusted || once;
  const print = () => printMessage(message, images);
  // Ctrl-P and ⌘P print the message, instead of the screen.
  useKeydown((event) => {
    if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    print();
  });
  return (
    <>
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-end gap-1 print:hidden">
        <DeleteButton onDelete={onDelete} className="mr-auto -ml-2.5 max-lg:ml-0 max-sm:hidden" />
        <a href={requestOf(inbox.download_message, { name }).path} download className={buttonShape("ghost", "text-13")}>
          <Download aria-hidden="true" className="size-4" />
          Save as .eml
        </a>
        <Button look="ghost" onClick={print} className="-mr-3.5 text-13">
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      <MessageHead message={message} />
      <CodeAndLinks code={code} links={action_links} onCopyCode={onCopyCode} />
      <Attachments name={name} attachments={attachments} />
      <ViewTabs
        message={message}
        images={images}
        onImages={(always) => {
          setOnce(true);
          if (always) setTrusted(true);
        }}
      />
    </>
  );
}
