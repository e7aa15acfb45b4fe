/** First on a page: leads the keyboard past what stands before its `main`, which has that as its id. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-50 rounded-base bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
