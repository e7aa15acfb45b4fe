import { limits } from "@mayfly/contracts";
import { useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";

/** Once `ready`, navigates after a time in which the user can read why; passes the email that the next screen needs. */
export function useRedirect(ready: boolean, to: string, email?: string) {
  const navigate = useNavigate();
  // A layout effect, so that the time begins when the reason becomes visible.
  useLayoutEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void navigate(to, { replace: true, state: { email } }), limits.redirectDelay);
    return () => clearTimeout(timer);
  }, [ready, to, email, navigate]);
}
