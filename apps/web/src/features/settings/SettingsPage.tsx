import { useNavigate } from "react-router-dom";
import { useParameter } from "../../parts/page/useParameter.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { BrandingTab } from "./BrandingTab.tsx";
import { CompanyTab } from "./CompanyTab.tsx";
import { NotificationsTab } from "./NotificationsTab.tsx";
import { PlanTab } from "./PlanTab.tsx";
import { ProfileTab } from "./ProfileTab.tsx";
import { SecurityTab } from "./SecurityTab.tsx";
import { SsoTab } from "./SsoTab.tsx";

const tabs = [
  { value: "profile", label: "Profile", panel: <ProfileTab /> },
  { value: "security", label: "Security", panel: <SecurityTab /> },
  { value: "notifications", label: "Notifications", panel: <NotificationsTab /> },
  { value: "company", label: "Company", panel: <CompanyTab /> },
  { value: "branding", label: "Branding", panel: <BrandingTab /> },
  { value: "sso", label: "SSO", panel: <SsoTab /> },
  { value: "plan", label: "Plan", panel: <PlanTab /> },
] as const;

/** The URL names the tab, so that a link or a reload opens it again. */
export default function SettingsPage() {
  useTitle("Settings");
  const navigate = useNavigate();
  const wanted = useParameter("tab");
  const tab = tabs.find(({ value }) => value === wanted)?.value ?? tabs[0].value;
  return (
    <>
      <PageHead title="Settings" />
      <Tabs
        label="Settings"
        tabs={tabs}
        value={tab}
        onValue={(value) => void navigate({ search: `?tab=${value}` }, { replace: true })}
      />
    </>
  );
}
