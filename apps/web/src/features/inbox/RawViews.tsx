import { inbox } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../data/api.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { detailNotice } from "./notice.ts";

/** A box that scrolls, and so must be reachable by the keyboard. */
const Paper = ({ label, className = "p-4", children }: { label: string; className?: string; children: ReactNode }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    tabIndex={0}
    className={`max-h-150 overflow-auto rounded-card border border-line bg-surface text-13 focus-visible:-outline-offset-2 ${className}`}
  >
    {children}
  </section>
);

/** The message's own text part, or the text of its HTML. */
export const TextView = ({ name }: { name: string }) => (
  <View queryKey={["message", name, "text"]} queryFn={() => call(inbox.get_text, { name })}>
    {({ text }) =>
      text.trim() === "" ? (
        <p className="rounded-card border border-line p-8 text-center text-ink-soft">This message has no text.</p>
      ) : (
        <Paper label="Text">
          <pre className="font-sans whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{text}</pre>
        </Paper>
      )
    }
  </View>
);

/** All headers, in their order. */
export const HeadersView = ({ name }: { name: string }) => (
  <View queryKey={["message", name, "headers"]} queryFn={() => call(inbox.get_headers, { name })}>
    {({ headers }) => (
      <Paper label="Headers" className="px-4 py-1">
        <dl translate="no" className="divide-y divide-line font-mono text-12">
          {headers.map((header, index) => (
            <div key={index} className="gap-4 py-1.5 sm:grid sm:grid-cols-[12rem_1fr]">
              <dt className="text-ink-faint wrap-anywhere">{header.name}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <bdi>{header.value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Paper>
    )}
  </View>
);

/** The message's source, as it was received. */
export const SourceView = ({ name }: { name: string }) => (
  <View queryKey={["message", name, "source"]} queryFn={() => call(inbox.get_source, { name })}>
    {({ source }) => (
      <Paper label="Source">
        <pre translate="no" className="font-mono text-12 whitespace-pre-wrap wrap-anywhere">
          {source}
        </pre>
      </Paper>
    )}
  </View>
);

interface Props<Data> {
  queryKey: readonly string[];
  queryFn: () => Promise<Data>;
  children: (data: Data) => ReactNode;
}

/** Loads its data when it is first shown, and only once, because a message never changes. */
function View<Data extends { cut: 0 | 1 }>({ queryKey, queryFn, children }: Props<Data>) {
  const options = { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY };
  const { data, error, isFetching, refetch } = useQuery<Data>(options);
  if (data === undefined) {
    if (error !== null && !isFetching) {
      return <ErrorState text={detailNotice(error)} onRetry={() => void refetch()} />;
    }
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-150 w-full" />
      </div>
    );
  }
  return (
    <>
      {children(data)}
      {data.cut === 1 && (
        <p className="mt-2 text-12 text-ink-faint">Only the beginning is shown. Save the message to read all of it.</p>
      )}
    </>
  );
}
