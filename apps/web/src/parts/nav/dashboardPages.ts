import { Blocks, Code, Globe, LayoutDashboard, type LucideIcon, Mail, Settings, Users, Webhook } from "lucide-react";
import { pages } from "../../data/pages.ts";
import { paths } from "../../data/paths.ts";

type NavPage = Extract<(typeof pages)[number], { nav: object }>;

const icons: Record<NavPage["path"], LucideIcon> = {
  [paths.dashboard]: LayoutDashboard,
  [paths.emails]: Mail,
  [paths.domains]: Globe,
  [paths.webhooks]: Webhook,
  [paths.integrations]: Blocks,
  [paths.api]: Code,
  [paths.team]: Users,
  [paths.settings]: Settings,
};

/** The pages of the dashboard's navigation, with their icons. */
export const dashboardPages = pages.flatMap((page) => {
  if (!("nav" in page)) return [];
  const feature = "feature" in page ? page.feature : undefined;
  return [{ to: page.path, icon: icons[page.path], feature, label: page.title, ...page.nav }];
});
