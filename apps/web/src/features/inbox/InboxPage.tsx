import { useOwnEmail } from "../../data/profile.ts";
import { useParameter } from "../../parts/useParameter.ts";
import { Inbox } from "./Inbox.tsx";

export default function InboxPage() {
  const address = useParameter("email")?.trim() || undefined;
  const me = useOwnEmail();
  // The key gives each address an inbox of its own: no state of the previous one remains (I33).
  return <Inbox key={address} address={address} me={me} />;
}
