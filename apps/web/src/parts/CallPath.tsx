import { clsx } from "clsx";
import { Fragment } from "react";

const verbColours: Record<string, string> = {
  GET: "text-accent-ink",
  POST: "text-blue-ink",
  PUT: "text-blue-ink",
  PATCH: "text-amber-ink",
  DELETE: "text-red-ink",
};

/** A call of the REST API: its verb, in a column as wide as the longest, and its path. */
export const CallPath = ({ verb, path }: { verb: string; path: string }) => (
  <code translate="no" className="flex min-w-0 font-mono max-[18rem]:flex-col">
    <span className={clsx("w-16 shrink-0 font-medium", verbColours[verb])}>{verb}</span>
    <span className="min-w-0 wrap-anywhere">
      {path.split(/(?=\/)/).map((part) => (
        <Fragment key={part}>
          {part}
          {/* A long path breaks between its parts. */}
          <wbr />
        </Fragment>
      ))}
    </span>
  </code>
);
