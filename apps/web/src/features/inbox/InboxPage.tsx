import { useState } from "react";
import { useOwnEmail } from "../../data/profile.ts";
import { useParameter } from "../../parts/page/useParameter.ts";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { InboxNav } from "./addresses/InboxNav.tsx";
import { Inbox } from "./Inbox.tsx";

export default function InboxPage() {
  const address = useParameter("email")?.trim() || undefined;
  const me = useOwnEmail();
  const [drawer, setDrawer] = useState(false);
  return (
    <div className="flex h-full print:block print:h-auto">
      <SkipLink />
      {/* Stays as it is when another inbox is opened. */}
      <InboxNav address={address} drawer={drawer} onDrawer={setDrawer} />
      {/* The key gives each address an inbox of its own: no state of the previous one remains (I33). */}
      <Inbox key={address} address={address} me={me} onMenu={() => setDrawer(true)} />
    </div>
  );
}
