import { guest, session } from "@mayfly/contracts";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { call } from "../../data/api.ts";
import { destination, skipBounce, skippingBounce, storedUser } from "../../data/session.ts";

/** Redirects a visitor who is already logged in. True while one who probably is waits for the server's answer. */
export function useBounce(): boolean {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [skip] = useState(skippingBounce);
  const [waiting, setWaiting] = useState(() => !skip && storedUser() !== undefined);

  // On mount only: the destination depends on the navigation that brought the visitor here.
  useEffect(() => {
    let current = true;
    skipBounce(false);
    void call(session.get_logged_user, {})
      .then((user) => user !== guest && !skip)
      .catch(() => false)
      .then((bounce) => {
        if (!current) return;
        if (bounce) void navigate(destination(state), { replace: true });
        else setWaiting(false);
      });
    return () => {
      current = false;
    };
  }, []);

  return waiting;
}
