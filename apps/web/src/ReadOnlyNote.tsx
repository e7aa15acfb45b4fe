import { profileTexts } from "@mayfly/contracts";
import { useProfile } from "./profile.ts";

/** Tells Members why a page has nothing to press (P54); nothing until it is known who looks. */
export function ReadOnlyNote() {
  if (useProfile()?.role !== "Member") return null;
  return <p className="mb-4 text-13 text-ink-soft">{profileTexts.companyReadOnly}</p>;
}
