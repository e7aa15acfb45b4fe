import type { FirstView } from "@mayfly/contracts";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { keepFirstView } from "../data/firstView.ts";
import { paths } from "../data/paths.ts";
import { newQueryClient } from "../data/queries.ts";
import DashboardShell from "../features/dashboard/DashboardShell.tsx";
import HomePage from "../features/dashboard/HomePage.tsx";
import InboxPage from "../features/inbox/InboxPage.tsx";

/** A screen's first view as HTML, for the server. The app draws exactly the same screen from the same `view`. */
export function render(url: string, view: FirstView): string {
  const queries = newQueryClient();
  keepFirstView(queries, view);
  return renderToString(
    <MemoryRouter initialEntries={[url]}>
      <QueryClientProvider client={queries}>
        <Routes>
          <Route element={<DashboardShell loadPage={nothing} partOf={() => nothing} />}>
            <Route path={paths.dashboard} element={<HomePage CreateEmail={nothing} InviteMember={nothing} />} />
          </Route>
          <Route path={paths.inbox} element={<InboxPage />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

/** Nobody presses anything, so no dialog is open and no other page is drawn. */
const nothing = () => null;
