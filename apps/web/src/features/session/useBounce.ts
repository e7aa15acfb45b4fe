import { guest, session } from "@mayfly/contracts";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { call } from "../../data/api.ts";
import { destination, noticeStay, onOtherLogin, sessionPhase, storedUser } from "../../data/session.ts";

/** Redirects a visitor who is already logged in, or logs in in another tab. True while one who probably is waits for the server's answer. */
export function useBounce(): boolean {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [skip] = useState(() => sessionPhase() === "staying");
  const [waiting, setWaiting] = useState(() => !skip && storedUser() !== undefined);

  // On mount only: the destination depends on the navigation that brought the visitor here.
  useEffect(() => {
    let current = true;
    noticeStay();
    const ask = (stay: boolean) =>
      call(session.get_logged_user, {})
        .then((user) => user !== guest && !stay)
        .catch(() => false)
        .then((bounce) => {
          if (!current) return;
          if (bounce) void navigate(destination(state), { replace: true });
          else setWaiting(false);
        });
    void ask(skip);
    const stop = onOtherLogin(() => ask(false));
    return () => {
      current = false;
      stop();
    };
  }, []);

  return waiting;
}
