import { guest, session } from "@mayfly/contracts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { call, onSessionLost, Refused } from "../../api.ts";
import { takeFirstView } from "../../firstView.ts";
import { useProfile } from "../../profile.ts";
import { newQueryClient } from "../../queries.ts";
import { forgetUser, isLeaving, setLeaving, storedUser, type Wanted } from "../../session.ts";
import { Waiting } from "../../Waiting.tsx";
import { ToLogin } from "./ToLogin.tsx";

/** Guest, 401 and 403 are no session; anything else, such as a server that is away, is the screen's own affair (P23). */
async function hasSession() {
  try {
    return (await call(session.get_logged_user, {})) !== guest;
  } catch (failure) {
    return !(failure instanceof Refused && (failure.status === 401 || failure.status === 403));
  }
}

/** What is inside is for people with a session. What they loaded is dropped when they leave. */
export default function RequireSession() {
  const [view] = useState(takeFirstView);
  // What came with the page came by the session.
  const [session, setSession] = useState<"checking" | "there" | Omit<Wanted, "wanted">>(
    view === undefined ? "checking" : "there",
  );
  const [queries] = useState(() => newQueryClient(view));
  const { pathname, search } = useLocation();

  // Before what is inside makes its first calls.
  useLayoutEffect(() => {
    let current = true;
    setLeaving(false);
    const settle = (there: boolean) => {
      if (!current) return;
      if (there) return setSession("there");
      // Nothing that is said later changes it.
      current = false;
      // Who logs out is forgotten before.
      const email = storedUser()?.email;
      setSession({ ended: email !== undefined, email });
      forgetUser();
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

/** Another person who has logged in, in another tab, gets a page with nothing on it of the one before. */
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
