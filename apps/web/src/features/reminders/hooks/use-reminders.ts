import type { Reminder, ReminderSettingsChange, ReminderSubject } from '@dayloom/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, useOptimistic } from '#lib/optimistic.ts';
import { notify } from '#ui/toast.tsx';
import {
  optimisticOwnReminders,
  optimisticSettings,
  ownRemindersQuery,
  saveOwnReminders,
  saveSettings,
  settingsQuery,
} from '../api.ts';

const reportRefusal = (error: unknown) =>
  notify.error(getMessage(error, 'The reminders could not be saved. Nothing was changed.'));

/** Each change shows at once; a refusal brings the old one back. */
export function useReminderSettings() {
  const client = useQueryClient();
  const select = useOptimistic(optimisticSettings);
  const answer = useQuery({ ...settingsQuery, select });
  const change = ({ defaults, ...others }: ReminderSettingsChange): void => {
    const shown = optimisticChange(optimisticSettings, ({ settings, ...rest }) => ({
      ...rest,
      settings: {
        ...settings,
        ...others,
        defaults: { ...settings.defaults, ...defaults },
      } as typeof settings,
    }));
    mutateOptimistically(client, {
      changes: [shown],
      send: () => saveSettings({ ...others, ...(defaults && { defaults }) }),
      updateCache: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
      scope: 'reminders',
    }).catch(reportRefusal);
  };
  return { answer, change };
}

/** The reminders of one calendar, event or task. */
export function useOwnReminders(subject: ReminderSubject, id: string) {
  const client = useQueryClient();
  const query = ownRemindersQuery(subject, id);
  const shown = useMemo(() => optimisticOwnReminders(subject, id), [subject, id]);
  const select = useOptimistic(shown);
  const answer = useQuery({ ...query, select });
  const set = (reminders: readonly Reminder[] | null): void => {
    mutateOptimistically(client, {
      changes: [optimisticChange(shown, (own) => ({ ...own, reminders: reminders && [...reminders] }))],
      send: () => saveOwnReminders(subject, id, reminders),
      updateCache: (saved) => client.setQueryData(query.queryKey, saved),
      scope: shown.name,
    }).catch(reportRefusal);
  };
  return { answer, set };
}

/** Saves the reminders that were chosen for an event before it existed. */
export function useNewReminders() {
  const client = useQueryClient();
  return (id: string, reminders: readonly Reminder[]) => {
    const { queryKey } = ownRemindersQuery('event', id);
    const attempt = (): Promise<void> =>
      saveOwnReminders('event', id, reminders).then(
        (saved) => void client.setQueryData(queryKey, saved),
        (error) => {
          const reason = getMessage(error, 'Check the connection and try again.');
          notify.error(`The event is saved, but not its reminders. ${reason}`, {
            label: 'Try again',
            run: () => void attempt(),
          });
        },
      );
    void attempt();
  };
}
