/** The first element of a page: lets the keyboard skip to its `main`, whose id is `main`. */
export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: without scripts it works as an anchor
  <a
    href="#main"
    onClick={(event) => {
      // Adds no history entry, which Back would have to pass.
      event.preventDefault();
      document.getElementById("main")?.focus();
    }}
    className="sr-only z-50 rounded-base bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
