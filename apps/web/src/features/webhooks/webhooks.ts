import { type LoggedDelivery, type Webhook, webhook, webhookEvents, webhookTexts } from "@mayfly/contracts";
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { call, Refused } from "../../data/api.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { toast } from "../../ui/toasts.ts";
import { webhookScreenTexts } from "./texts.ts";

interface Page {
  webhooks: Webhook[];
  /** How many there are on all pages. */
  count: number;
}

export const webhooksQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ["webhooks", page, size],
    queryFn: (): Promise<Page> => call(webhook.get_all_webhooks, { start: (page - 1) * size, limit: size }),
    placeholderData: keepPreviousData,
  });

/** A webhook and its log of deliveries, fetched again by itself, more often while a delivery is pending. */
export const deliveriesQuery = (webhook_name: string, page: number, size: number) =>
  queryOptions({
    queryKey: ["webhook-deliveries", webhook_name, page, size],
    queryFn: () =>
      call(webhook.get_webhook_deliveries, {
        webhook_name,
        start: (page - 1) * size,
        limit: size,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ status }) => status === "pending") ? 2_000 : 10_000,
  });

/** The body that a delivery sent. Each attempt may cause it to be kept, so each has a key of its own. */
export const deliveryBodyQuery = ({ name, attempts }: LoggedDelivery) =>
  queryOptions({
    queryKey: ["delivery-body", name, attempts.at(-1)?.attempt],
    queryFn: async () => (await call(webhook.get_delivery_body, { delivery: name })).body,
    placeholderData: keepPreviousData,
  });

/** Loaded once, however often the form is opened (F18). */
export const eventsQuery = queryOptions({
  queryKey: ["webhook-events"],
  queryFn: async () => (await call(webhook.get_webhook_events, {})).events,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Shows a changed webhook without loading the list again. */
function show(queries: QueryClient, changed: Webhook) {
  queries.setQueriesData<Page>(
    { queryKey: ["webhooks"] },
    (page) => page && { ...page, webhooks: page.webhooks.map((each) => (each.name === changed.name ? changed : each)) },
  );
  // A list that is being fetched may not contain the change yet.
  void queries.refetchQueries({ queryKey: ["webhooks"], fetchStatus: "fetching" });
  void queries.invalidateQueries({ queryKey: ["webhook-deliveries", changed.name] });
}

/** Sends the whole webhook with `enabled` toggled (P65), and shows the server's answer. */
export function useToggle() {
  const queries = useQueryClient();
  const changed = useChanged("Webhook");
  return useAction({
    mutationFn: (row: Webhook) => {
      const enabled = row.enabled === 1 ? 0 : 1;
      const whole = { ...row, enabled, is_active: enabled, webhook_name: row.name, enable: enabled } as const;
      return call(webhook.enable_disable_webhook, whole);
    },
    onSuccess(switched) {
      show(queries, switched);
      toast.success(switched.enabled === 1 ? webhookTexts.activated : webhookTexts.deactivated);
    },
    onError(failure) {
      raise(failure instanceof Refused ? webhookScreenTexts.toggleFailed : webhookScreenTexts.toggleThrown);
      void changed();
    },
  });
}

/** The kind of event, in words. */
export const eventLabel = (event: string) =>
  Object.hasOwn(webhookEvents, event) ? webhookEvents[event as keyof typeof webhookEvents].label : event;
