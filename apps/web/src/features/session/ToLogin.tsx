import { Navigate } from "react-router-dom";
import { paths } from "../../data/paths.ts";
import type { LoginReason } from "../../data/session.ts";

/** Unknown paths and lost sessions go to the login screen (P24). */
export function ToLogin({ state = null }: { state?: LoginReason | null }) {
  return <Navigate to={paths.login} replace state={state} />;
}
