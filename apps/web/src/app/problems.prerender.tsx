import { problems } from "@mayfly/contracts";
import { renderToStaticMarkup } from "react-dom/server";

/** A sentence in which code stands between backticks. */
const withCode = (sentence: string) =>
  sentence.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));

/** The page that the `type` of a problem leads to: what each code means. */
function Problems() {
  return (
    <main className="mx-auto max-w-180 px-6 py-12">
      <h1 className="text-28 font-semibold tracking-tight">API errors</h1>
      <p className="mt-2 mb-8 text-ink-soft">
        A refused request is answered with a problem (RFC 9457). Its <code>code</code> is one of these and does not
        change. The{" "}
        <a className="text-accent-ink underline underline-offset-4" href="/api/v1/docs">
          reference
        </a>{" "}
        lists the answers of each call.
      </p>
      <dl>
        {Object.entries(problems).map(([code, { status, about }]) => (
          <div key={code} id={code} className="border-t border-line py-4 target:bg-accent-soft">
            <dt className="flex items-baseline gap-3">
              <code className="font-mono text-13 text-ink-faint">{status}</code>
              <code className="font-mono font-medium">{code}</code>
            </dt>
            <dd className="mt-1 text-ink-soft">{withCode(about)}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}

export const render = () => renderToStaticMarkup(<Problems />);
