import { limits } from "@mayfly/contracts";
import { useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";

/** Goes on by itself, once `ready`, after people had time to read why; with the email that the next screen asks for. */
export function useRedirect(ready: boolean, to: string, email?: string) {
  const navigate = useNavigate();
  // The time begins when the reason can be seen.
  useLayoutEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void navigate(to, { replace: true, state: { email } }), limits.redirectDelay);
    return () => clearTimeout(timer);
  }, [ready, to, email, navigate]);
}
