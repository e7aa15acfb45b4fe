/** What the server writes into the page it serves; undefined where it wrote nothing. */
export function pageSetting(
  name: "marketing-url" | "tag-container" | "registration" | "mail-server" | "contact-email",
): string | undefined {
  const content = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content === "" ? undefined : content;
}
