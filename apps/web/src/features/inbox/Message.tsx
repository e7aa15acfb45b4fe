import { inbox, requestOf } from "@mayfly/contracts";
import { Download, Printer } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOwnEmail } from "../../data/profile.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { useKeydown } from "../../ui/useKeydown.ts";
import { useRemembered } from "../../ui/useRemembered.ts";
import { Attachments } from "./Attachments.tsx";
import { CodeAndLinks } from "./CodeAndLinks.tsx";
import { MessageHead } from "./MessageHead.tsx";
import { MessageViews } from "./MessageViews.tsx";
import { printMessage } from "./printMessage.ts";
import type { OpenMessage } from "./useMessage.ts";

interface Props {
  message: OpenMessage;
  askForImages: boolean;
  onCopyCode: (code: string) => void;
  /** What else can be done with the message, at the beginning of the line. */
  actions: ReactNode;
}

/** All of one message, and what can be done with it. */
export default function Message({ message, askForImages, onCopyCode, actions }: Props) {
  const { name, from, code, actionLinks, attachments } = message;
  // Remembered per user, so that another user of this browser is asked again.
  const [trusted, setTrusted] = useRemembered(`inbox-images-from ${from.toLowerCase()} for ${useOwnEmail()}`);
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
        {actions}
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
      <CodeAndLinks code={code} links={actionLinks} onCopyCode={onCopyCode} />
      <Attachments name={name} attachments={attachments} />
      <MessageViews
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
