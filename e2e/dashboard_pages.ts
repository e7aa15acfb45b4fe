/** The pages of the dashboard: their names in the navigation, where they are, and their titles. */
export const dashboardPages = [
  ["Dashboard", "/dashboard", "Dashboard"],
  ["Emails", "/dashboard/emails", "Email Management"],
  ["Domains", "/dashboard/domains", "Domain Management"],
  ["Webhooks", "/dashboard/webhooks", "Webhook Management"],
  ["Integrations", "/dashboard/integrations", "Integrations"],
  ["API Access", "/dashboard/api", "API Access"],
  ["Team", "/dashboard/team", "Team Management"],
  ["Settings", "/dashboard/settings", "Settings"],
] as const;
