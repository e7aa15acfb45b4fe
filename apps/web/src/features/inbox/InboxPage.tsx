import { useSearchParams } from "react-router-dom";
import { useOwnEmail } from "../../profile.ts";
import { Inbox } from "./Inbox.tsx";

export default function InboxPage() {
  const [query] = useSearchParams();
  const address = query.get("email")?.trim() || undefined;
  const me = useOwnEmail();
  // Another address or another person is another inbox: nothing of the last one stays (I32, I33).
  return <Inbox key={`${me} ${address ?? ""}`} address={address} me={me} />;
}
