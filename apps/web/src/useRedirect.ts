import { limits } from "@mayfly/contracts";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";

/** Goes on by itself, once `ready`, after people had time to read why. */
export function useRedirect(ready: boolean, to: string) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), limits.redirectDelay);
    return () => clearTimeout(timer);
  }, [ready, to, navigate]);
}
