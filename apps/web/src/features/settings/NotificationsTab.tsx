import { type NotificationPreference, setting, settingTexts } from "@mayfly/contracts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { useAction } from "../../data/useAction.ts";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toast } from "../../ui/toasts.ts";
import { Card } from "./Card.tsx";
import { failureOf } from "./failureOf.ts";
import { settingScreenTexts } from "./texts.ts";

const preferencesQuery = queryOptions({
  queryKey: ["notification-preferences"],
  queryFn: () => call(setting.get_notification_preferences, {}),
});

export function NotificationsTab() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const about = "What the dashboard notifies you about.";
  if (data !== undefined && data.length > 0) return <Preferences saved={data} about={about} />;
  return (
    <Card title="Notifications" about={about}>
      {data !== undefined ? (
        <EmptyState
          icon={BellOff}
          title={settingScreenTexts.preferencesEmpty}
          hint={settingScreenTexts.preferencesEmptyHint}
        />
      ) : error !== null ? (
        <ErrorState
          text={failureOf(error, {
            failed: settingScreenTexts.preferencesFetchFailed,
            network: settingScreenTexts.preferencesFetchNetwork,
            thrown: settingScreenTexts.preferencesFetchFailed,
          })}
          onRetry={() => refetch()}
        />
      ) : (
        <SkeletonList rows={4} />
      )}
    </Card>
  );
}

function Preferences({ saved, about }: { saved: NotificationPreference[]; about: string }) {
  const queries = useQueryClient();
  const [failure, fail] = useFailure();
  // The user's choices by topic, for the topics that the user has touched.
  const [chosen, setChosen] = useState<Partial<Record<NotificationPreference["topic"], boolean>>>({});
  const withChosen = (preferences: NotificationPreference[]) =>
    preferences.map((preference) => ({ ...preference, enabled: chosen[preference.topic] ?? preference.enabled }));
  const wanted = withChosen(saved);
  const differs = wanted.some(({ enabled }, index) => enabled !== saved[index]?.enabled);

  const save = useAction({
    async mutationFn() {
      // Fetched anew: the call saves all topics, and untouched ones may have changed in another window.
      const preferences = withChosen(await queries.fetchQuery({ ...preferencesQuery, staleTime: 0 }));
      const enabled = preferences.filter((preference) => preference.enabled).map(({ topic }) => topic);
      await call(setting.update_notification_preferences, { preferences: enabled }, { as: "form" });
      return preferences;
    },
    onSuccess(preferences) {
      queries.setQueryData(preferencesQuery.queryKey, preferences);
      setChosen({});
      toast.success(settingTexts.preferencesUpdated);
    },
    onError: (thrown) =>
      fail(
        failureOf(thrown, {
          failed: settingScreenTexts.preferencesUpdateFailed,
          network: settingScreenTexts.preferencesUpdateNetwork,
          thrown: settingScreenTexts.preferencesUpdateThrown,
        }),
      ),
  });

  return (
    <Card
      title="Notifications"
      about={about}
      action={
        <Button
          look="primary"
          busy={save.isPending}
          off={!differs}
          onClick={() => {
            fail(undefined);
            save.mutate();
          }}
        >
          Save changes
        </Button>
      }
    >
      {failure !== undefined && (
        <div className="px-5 pt-5">
          <Notice>{failure}</Notice>
        </div>
      )}
      <ul className="divide-y divide-line">
        {wanted.map(({ topic, description, enabled }) => (
          <li key={topic} className="flex items-center justify-between gap-6 px-5 py-4">
            <div className="min-w-0">
              <p className="font-medium">{topic}</p>
              <p className="text-13 text-ink-soft">{description}</p>
            </div>
            <Switch
              label={topic}
              on={enabled}
              busy={save.isPending}
              onChange={(on) => setChosen((others) => ({ ...others, [topic]: on }))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
