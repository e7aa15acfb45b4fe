import { guest, session } from "@mayfly/contracts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { call, onSessionLost, Refused } from "../../data/api.ts";
import { takeFirstView } from "../../data/firstView.ts";
import { useProfile } from "../../data/profile.ts";
import { newQueryClient } from "../../data/queries.ts";
import { forgetUser, isLeaving, setLeaving, storedUser, type Wanted } from "../../data/session.ts";
import { Waiting } from "../../parts/Waiting.tsx";
import { dismissAll } from "../../ui/toasts.ts";
import { ToLogin } from "./ToLogin.tsx";

/** Guest, 401 and 403 mean no session. The screen itself handles anything else, such as an unreachable server (P23). */
async function hasSession() {
  try {
    return (await call(session.get_logged_user, {})) !== guest;
  } catch (failure) {
    return !(failure instanceof Refused && (failure.status === 401 || failure.status === 403));
  }
}

/** Renders its children only for a signed-in user, and drops the data they loaded when the session ends. */
export default function RequireSession() {
  const [view] = useState(takeFirstView);
  // The server embeds a first view in the page only for a session.
  const [session, setSession] = useState<"checking" | "there" | Omit<Wanted, "wanted">>(
    view === undefined ? "checking" : "there",
  );
  const [queries] = useState(() => newQueryClient(view));
  const { pathname, search } = useLocation();

  // A layout effect runs before the children make their first calls.
  useLayoutEffect(() => {
    let current = true;
    setLeaving(false);
    const settle = (there: boolean) => {
      if (!current) return;
      if (there) return setSession("there");
      // Later answers do not change the outcome.
      current = false;
      // A logout has already forgotten the user: one who is still stored has not logged out.
      const email = storedUser()?.email;
      setSession({ ended: email !== undefined, email });
      forgetUser();
      // The toasts were meant for that user, and the login screen says why it is there.
      dismissAll();
    };
    void hasSession().then(settle);
    onSessionLost(() => {
      if (!isLeaving()) settle(false);
    });
    return () => {
      current = false;
    };
  }, []);

  if (session === "checking") return <Waiting />;
  if (session !== "there") return <ToLogin state={{ wanted: pathname + search, ...session }} />;
  return (
    <QueryClientProvider client={queries}>
      <OnePerson />
    </QueryClientProvider>
  );
}

/** Reloads the page once another user has logged in, in another tab: nothing of the previous user may stay on it. */
function OnePerson() {
  const email = useProfile()?.email;
  const [first, setFirst] = useState(email);
  if (first === undefined && email !== undefined) setFirst(email);
  const isAnother = first !== undefined && email !== undefined && email !== first;
  useEffect(() => {
    if (isAnother) location.reload();
  }, [isAnother]);
  return isAnother ? <Waiting /> : <Outlet />;
}
