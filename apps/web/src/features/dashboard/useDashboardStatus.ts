import { stats } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../data/api.ts";

export const useDashboardStatus = () =>
  useQuery({ queryKey: ["dashboard-status"], queryFn: () => call(stats.get_dashboard_status, {}) });
