import type { FirstView } from "@mayfly/contracts";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { newQueryClient } from "../data/queries.ts";
import InboxPage from "../features/inbox/InboxPage.tsx";

/** The inbox's first view as HTML, for the server. The app draws exactly the same screen from the same `view`. */
export const render = (url: string, view: FirstView): string =>
  renderToString(
    <MemoryRouter initialEntries={[url]}>
      <QueryClientProvider client={newQueryClient(view)}>
        <InboxPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
