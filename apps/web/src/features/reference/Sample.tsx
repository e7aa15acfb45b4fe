/** A text to copy. The button is shown by the page's script, as it does nothing without it. */
export const Sample = ({ label, title, children }: { label: string; title: string; children: string }) => (
  <figure className="api-sample">
    <figcaption>
      {title}
      <button type="button" data-copy hidden aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </figcaption>
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <pre translate="no">{children}</pre>
    </section>
  </figure>
);

/** An example of JSON, or nothing if there is none. */
export const JsonSample = ({ label, title, value }: { label: string; title: string; value: unknown }) =>
  value !== undefined && (
    <Sample label={label} title={title}>
      {JSON.stringify(value, null, 2)}
    </Sample>
  );
