import { useNavigate } from "react-router-dom";
import { paths } from "../../data/paths.ts";
import { endSession } from "../../data/session.ts";
import { dismissAll } from "../../ui/toasts.ts";

/** Ends the session and goes to the login screen. */
export function useLogout() {
  const navigate = useNavigate();
  return async () => {
    if (!(await endSession())) return;
    // The toasts are meant for the user who leaves.
    dismissAll();
    void navigate(paths.login, { replace: true, state: null });
  };
}
