/** First on a page: leads the keyboard past what stands before its `main`, which has that as its id. */
export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: without scripts it is one
  <a
    href="#main"
    onClick={(event) => {
      // No step of the history, which Back would have to take too.
      event.preventDefault();
      document.getElementById("main")?.focus();
    }}
    className="sr-only z-50 rounded-base bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
