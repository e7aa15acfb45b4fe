import { useState } from "react";
import { Notice } from "../../../ui/Notice.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { focusTab, Tabs } from "../../../ui/Tabs.tsx";
import { TextButton } from "../../../ui/TextButton.tsx";
import { useTheme } from "../../../ui/theme.ts";
import { useRemembered } from "../../../ui/useRemembered.ts";
import type { OpenMessage } from "../state/useMessage.ts";
import { inboxTexts } from "../texts.ts";
import { DeliveryView } from "./DeliveryView.tsx";
import { hasRemoteImages } from "./frameDocument.ts";
import { ImagesBar } from "./ImagesBar.tsx";
import { MessageFrame } from "./MessageFrame.tsx";
import { HeadersView, SourceView, TextView } from "./RawViews.tsx";

interface Props {
  message: OpenMessage;
  /** Whether remote images load. */
  images: boolean;
  onImages: (always: boolean) => void;
}

/** The message as HTML, text, headers and source, and what happened to it, each on a tab. */
export function ViewTabs({ message, images, onImages }: Props) {
  const { name, content, rendering, signed, sender } = message;
  const isHtml = rendering === "html" && content.trim() !== "";
  const [view, setView] = useState(isHtml ? "html" : "text");
  const text = isHtml ? <TextView name={name} /> : <ShownText message={message} onSource={() => focusTab("source")} />;
  const html = (
    <>
      {!images && hasRemoteImages(content) && <ImagesBar sender={sender.address} onImages={onImages} />}
      <MessageFrame key={String(images)} content={content} images={images} />
    </>
  );
  const views = (
    <Tabs
      label="Views"
      value={view}
      onValue={setView}
      tabs={[
        ...(isHtml ? [{ value: "html", label: "HTML", panel: html }] : []),
        { value: "text", label: "Text", panel: text },
        { value: "headers", label: "Headers", panel: <HeadersView name={name} /> },
        { value: "source", label: "Source", panel: <SourceView name={name} /> },
        { value: "delivery", label: "Delivery", panel: <DeliveryView name={name} shown={view === "delivery"} /> },
      ]}
    />
  );
  if (!signed) return views;
  return (
    <div className="space-y-3">
      <Notice kind="caution">{inboxTexts.signed}</Notice>
      {views}
    </div>
  );
}

const unshown = {
  too_large: inboxTexts.tooLarge,
  too_slow: inboxTexts.tooSlow,
  unreadable: inboxTexts.unreadable,
} as const;

/** A plain-text message, or one of which only the text can be shown. */
function ShownText({ message, onSource }: { message: OpenMessage; onSource: () => void }) {
  const { content, rendering } = message;
  const theme = useTheme();
  const [mono, setMono] = useRemembered("inbox-monospaced");
  const empty = content.trim() === "";
  const why = rendering in unshown ? unshown[rendering as keyof typeof unshown] : undefined;
  if (empty && why === undefined) {
    return <p className="rounded-card border border-line p-8 text-center text-ink-soft">{inboxTexts.noContent}</p>;
  }
  return (
    <div className="space-y-3">
      {why !== undefined && (
        <Notice kind="caution">
          {why} {!empty && "Below is the text that could be read. "}
          <TextButton onClick={onSource}>Show the source</TextButton>
        </Notice>
      )}
      {!empty && (
        <>
          <div className="flex items-center justify-end gap-2 text-13 text-ink-soft">
            <span aria-hidden="true">Monospaced</span>
            <Switch label="Monospaced" on={mono} onChange={setMono} />
          </div>
          <MessageFrame content={content} images={false} theme={theme} mono={mono} />
        </>
      )}
    </div>
  );
}
