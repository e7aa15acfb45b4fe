import { Play, Tag } from "lucide-react";
import type { EmailRow } from "../../data/emails.ts";
import { emailScreenTexts } from "./texts.ts";
import type { EmailFilters } from "./useEmailFilters.ts";

interface Props {
  email: EmailRow;
  onFilter: (name: keyof EmailFilters, value: string) => void;
}

/** What an address is labelled with: its run, its tags and its note. The first two lead to others like it. */
export function EmailLabels({ email: { run, tags = [], note = "" }, onFilter }: Props) {
  const labels = [
    ...(run ? [{ of: "run", label: run, hint: emailScreenTexts.onlyRun(run), icon: Play } as const] : []),
    ...tags.map((tag) => ({ of: "tag", label: tag, hint: emailScreenTexts.onlyTag(tag), icon: Tag }) as const),
  ];
  return (
    <>
      {labels.length > 0 && (
        <div className="mt-1 flex flex-wrap gap-1 pointer-coarse:gap-2">
          {labels.map(({ of, label, hint, icon: Icon }) => (
            <button
              key={`${of} ${label}`}
              type="button"
              translate="no"
              title={hint}
              aria-label={hint}
              onClick={() => onFilter(of, label)}
              className="flex h-6 max-w-full items-center gap-1 rounded-full bg-sunken px-2.5 text-12 text-ink-soft hover:text-ink pointer-coarse:h-11"
            >
              <Icon aria-hidden="true" className="size-3 shrink-0" />
              <span className="truncate">{label}</span>
            </button>
          ))}
        </div>
      )}
      {note !== "" && (
        <p
          dir="auto"
          title={note}
          className="mt-1 line-clamp-2 text-13 whitespace-pre-line text-ink-soft wrap-anywhere"
        >
          {note}
        </p>
      )}
    </>
  );
}
