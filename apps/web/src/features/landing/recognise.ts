/**
 * Shows the public page as it is for members to whoever is logged in. The page itself is the same for all, so that it
 * can be cached. The call is made by hand and not through api.ts: guests need nothing else of it.
 */
export async function recognise() {
  const answer = await fetch("/api/method/frappe.auth.get_logged_user", { cache: "no-store" });
  const { message } = (await answer.json()) as { message?: unknown };
  if (!answer.ok || message === "Guest") return;
  const { showMember } = await import("./member.ts");
  await showMember();
}
