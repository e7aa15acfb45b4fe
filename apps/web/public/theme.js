// The chosen theme, before anything is painted; src/ui/theme.ts keeps it from then on.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is barred: the system's theme it is.
}
