import { inbox } from "@mayfly/contracts";
import { call } from "../../../data/api.ts";
import { Paper, View, type ViewProps } from "./View.tsx";

/** The message's own text part, or the text of its HTML. */
export const TextView = ({ name }: { name: string }) => (
  <RawView queryKey={["message", name, "text"]} queryFn={() => call(inbox.get_text, { name })}>
    {({ text }) =>
      text.trim() === "" ? (
        <p className="rounded-card border border-line p-8 text-center text-ink-soft">This message has no text.</p>
      ) : (
        <Paper label="Text">
          <pre className="font-sans whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{text}</pre>
        </Paper>
      )
    }
  </RawView>
);

/** All headers, in their order. */
export const HeadersView = ({ name }: { name: string }) => (
  <RawView queryKey={["message", name, "headers"]} queryFn={() => call(inbox.get_headers, { name })}>
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
  </RawView>
);

/** The message's source, as it was received. */
export const SourceView = ({ name }: { name: string }) => (
  <RawView queryKey={["message", name, "source"]} queryFn={() => call(inbox.get_source, { name })}>
    {({ source }) => (
      <Paper label="Source">
        <pre translate="no" className="font-mono text-12 whitespace-pre-wrap wrap-anywhere">
          {source}
        </pre>
      </Paper>
    )}
  </RawView>
);

/** Of the message itself, which never changes: it is loaded only once. */
const RawView = <Data extends { cut: 0 | 1 }>({ children, ...query }: ViewProps<Data>) => (
  <View {...query} staleTime={Number.POSITIVE_INFINITY}>
    {(data) => (
      <>
        {children(data)}
        {data.cut === 1 && (
          <p className="mt-2 text-12 text-ink-faint">
            Only the beginning is shown. Save the message to read all of it.
          </p>
        )}
      </>
    )}
  </View>
);
