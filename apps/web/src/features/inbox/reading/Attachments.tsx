import { type Attachment, inbox, requestOf } from "@mayfly/contracts";
import { ChevronRight, Download, Paperclip } from "lucide-react";
import { fileSize, shownName } from "./file.ts";

interface Props {
  /** The message's name. */
  name: string;
  attachments: readonly Attachment[];
}

/** The files attached to a message. The sender chooses their names and types, so both render as plain text. */
export function Attachments({ name, attachments }: Props) {
  const files = attachments.filter(({ embedded }) => embedded === 0);
  const embedded = attachments.filter(({ embedded }) => embedded === 1);
  if (attachments.length === 0) return null;
  return (
    // If not all files fit, the height cuts through the last visible row, which shows that the section scrolls.
    <section aria-label="Attachments" className="mb-5 max-h-70 overflow-y-auto">
      {files.length > 0 && <Files name={name} files={files} />}
      {embedded.length > 0 && (
        <details className="group mt-2 text-13">
          <summary className="flex w-fit list-none items-center gap-1.5 rounded-base text-ink-soft hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
            />
            {embedded.length === 1 ? "1 image" : `${embedded.length} images`} shown in the message
          </summary>
          <div className="mt-2">
            <Files name={name} files={embedded} />
          </div>
        </details>
      )}
    </section>
  );
}

function Files({ name, files }: { name: string; files: readonly Attachment[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-2">
      {files.map(({ part, filename, content_type, size }) => (
        <li key={part}>
          <a
            href={requestOf(inbox.download_attachment, { name, part }).path}
            download
            className="group flex items-center gap-3 rounded-base border border-line bg-surface px-3 py-2 text-13 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium" title={shownName(filename)}>
                {shownName(filename)}
              </bdi>
              <span className="block truncate text-12 text-ink-faint tabular-nums">
                {fileSize(size)} · {content_type}
              </span>
            </span>
            <Download aria-hidden="true" className="size-4 shrink-0 text-ink-faint group-hover:text-ink" />
          </a>
        </li>
      ))}
    </ul>
  );
}
