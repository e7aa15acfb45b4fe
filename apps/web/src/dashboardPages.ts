import { Blocks, Code, Globe, LayoutDashboard, Mail, Settings, Users, Webhook } from "lucide-react";
import { paths } from "./paths.ts";

/** The pages of the dashboard, in their order (requirement C41). */
export const dashboardPages = [
  { to: paths.dashboard, icon: LayoutDashboard, label: "Dashboard" },
  { to: paths.emails, icon: Mail, label: "Emails" },
  { to: paths.domains, icon: Globe, label: "Domains" },
  { to: paths.webhooks, icon: Webhook, label: "Webhooks" },
  { to: paths.integrations, icon: Blocks, label: "Integrations", locked: true },
  { to: paths.api, icon: Code, label: "API Access", locked: true },
  { to: paths.team, icon: Users, label: "Team" },
  { to: paths.settings, icon: Settings, label: "Settings" },
] as const;
