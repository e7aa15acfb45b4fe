import { guest, session } from "@mayfly/contracts";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { call, onSessionLost, Refused } from "../../data/api.ts";
import { keepFirstView, takeFirstView } from "../../data/firstView.ts";
import { Logins } from "../../data/logins.ts";
import { useProfileQuery } from "../../data/profile.ts";
import { newQueryClient, profileKey } from "../../data/queries.ts";
import { enterSession, forgetUser, isLeaving, type LoginReason, onOtherLogin, storedUser } from "../../data/session.ts";
import { onDemand } from "../../parts/loading/onDemand.tsx";
import { Waiting } from "../../parts/loading/Waiting.tsx";
import { dismissAll } from "../../ui/toasts.ts";
import { ToLogin } from "./ToLogin.tsx";

const SessionEnded = onDemand(() => import("./SessionEnded.tsx"));

/** Guest, 401 and 403 mean no session. The screen itself handles anything else, such as an unreachable server (P23). */
async function hasSession() {
  try {
    return (await call(session.get_logged_user, {})) !== guest;
  } catch (failure) {
    return !(failure instanceof Refused && (failure.status === 401 || failure.status === 403));
  }
}

/** Calls `lost` when the session has ended. What it returns makes the calls again that were refused since. */
function watchSession(lost: () => void): () => void {
  let resume = () => {};
  const begin = () => {
    const again = new Promise<void>((resolve) => {
      resume = resolve;
    });
    onSessionLost(() => {
      lost();
      return again;
    });
  };
  begin();
  return () => {
    const calls = resume;
    // First, so that another loss is one of the new session.
    begin();
    calls();
  };
}

/** What the login screen is told. */
type Left = Omit<LoginReason, "wanted">;

/** "over": it has ended, and the page stays for its user to log in again. */
type State = "checking" | "there" | "over" | Left;

/**
 * Renders its children only for a signed-in user. When the session ends, that user can go on with the page after a
 * login; otherwise it drops the data that the page has loaded.
 */
export default function RequireSession() {
  const [view] = useState(takeFirstView);
  // The server embeds a first view in the page only for a session.
  const [session, setSession] = useState<State>(view === undefined ? "checking" : "there");
  const [queries] = useState(() => {
    const empty = newQueryClient();
    if (view !== undefined) keepFirstView(empty, view);
    return empty;
  });
  const [logins, setLogins] = useState(0);
  const resume = useRef(() => {});
  const { pathname, search } = useLocation();

  function leave(left: Left) {
    setSession(left);
    // The toasts were meant for that user, and the login screen says why it is there.
    dismissAll();
  }

  // A layout effect runs before the children make their first calls.
  useLayoutEffect(() => {
    let current = true;
    enterSession();
    const settle = (there: boolean) => {
      if (!current) return;
      if (there) return setSession((now) => (now === "checking" ? "there" : now));
      // A logout has already forgotten the user: one who is still stored has not logged out.
      const email = storedUser()?.email;
      const owner = queries.getQueryData<{ email: string }>(profileKey)?.email;
      if (owner !== undefined && owner === email) return setSession("over");
      // Later answers do not change the outcome.
      current = false;
      leave({ ended: email !== undefined, email });
    };
    void hasSession().then(settle);
    resume.current = watchSession(() => {
      if (!isLeaving()) settle(false);
    });
    return () => {
      current = false;
    };
  }, [queries]);

  function goOn() {
    setSession("there");
    setLogins((count) => count + 1);
    resume.current();
  }

  if (session === "checking") return <Waiting />;
  if (typeof session === "object") return <ToLogin state={{ wanted: pathname + search, ...session }} />;
  return (
    <QueryClientProvider client={queries}>
      <Logins value={logins}>
        <OnePerson over={session === "over"} onLogin={goOn} onLeave={leave} />
      </Logins>
    </QueryClientProvider>
  );
}

interface Props {
  over: boolean;
  onLogin: () => void;
  onLeave: (left: Left) => void;
}

/**
 * The page of one user, and what asks for the password over it. Reloads the page once another user has logged in, in
 * another tab: nothing of the previous user may stay on it. If the same user has, the page goes on.
 */
function OnePerson({ over, onLogin, onLeave }: Props) {
  const queries = useQueryClient();
  const { data: profile, dataUpdatedAt } = useProfileQuery();
  const email = profile?.email;
  const [first, setFirst] = useState(email);
  if (first === undefined && email !== undefined) setFirst(email);
  const isAnother = first !== undefined && email !== undefined && email !== first;
  useEffect(() => {
    if (isAnother) location.reload();
  }, [isAnother]);

  useEffect(() => onOtherLogin(() => void queries.invalidateQueries({ queryKey: profileKey })), [queries]);
  const answered = useEffectEvent(() => {
    if (over && !isAnother) onLogin();
  });
  // Each answer counts, also one that says the same.
  useEffect(() => answered(), [dataUpdatedAt]);

  if (isAnother) return <Waiting />;
  return (
    <>
      <Outlet />
      <div data-unasked="">
        <SessionEnded
          open={over}
          // If it cannot be loaded.
          onOpenChange={() => onLeave({ ended: true, email })}
          email={email ?? ""}
          onLogin={onLogin}
          onAnother={() => {
            forgetUser();
            onLeave({ ended: false, email: undefined });
          }}
        />
      </div>
    </>
  );
}
