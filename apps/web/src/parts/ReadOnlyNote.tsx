import { useProfile } from "../data/profile.ts";
import { memberTexts } from "./texts.ts";

/** Tells Members why a page has no buttons (P54). Renders nothing until the user's role is known. */
export function ReadOnlyNote() {
  if (useProfile()?.role !== "Member") return null;
  return <p className="mb-4 text-13 text-ink-soft">{memberTexts.companyReadOnly}</p>;
}
