import { useState } from "react";
import { useTitle } from "../../parts/page/useTitle.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { MembersTab } from "./MembersTab.tsx";
import { PermissionsTab } from "./PermissionsTab.tsx";

const tabs = [
  { value: "members", label: "Team Members", panel: <MembersTab /> },
  { value: "permissions", label: "Permissions", panel: <PermissionsTab /> },
] as const;

export default function TeamPage() {
  useTitle("Team Management");
  const [tab, setTab] = useState<(typeof tabs)[number]["value"]>("members");
  return (
    <>
      <PageHead title="Team" />
      <Tabs label="Team" tabs={tabs} value={tab} onValue={setTab} />
    </>
  );
}
