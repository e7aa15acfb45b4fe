import { stats } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../data/api.ts";
import { dashboardStatusKey } from "../../data/queries.ts";

export const useDashboardStatus = () =>
  useQuery({ queryKey: dashboardStatusKey, queryFn: () => call(stats.get_dashboard_status, {}) });
