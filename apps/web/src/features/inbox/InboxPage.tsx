import { useOwnEmail } from "../../profile.ts";
import { useParameter } from "../../useParameter.ts";
import { Inbox } from "./Inbox.tsx";

export default function InboxPage() {
  const address = useParameter("email")?.trim() || undefined;
  const me = useOwnEmail();
  // Another address is another inbox: nothing of the last one stays (I33).
  return <Inbox key={address} address={address} me={me} />;
}
