import { useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";
import { redirectDelay } from "../../data/limits.ts";

/** Once `ready`, navigates after a time in which the user can read why; passes the email that the next screen needs. */
export function useRedirect(ready: boolean, to: string, email?: string) {
  const navigate = useNavigate();
  // A layout effect, so that the time begins when the reason becomes visible.
  useLayoutEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void navigate(to, { replace: true, state: { email } }), redirectDelay);
    return () => clearTimeout(timer);
  }, [ready, to, email, navigate]);
}
