import type { Reminder, ReminderSettingsChange, ReminderSubject } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { notify } from '#ui/toast.tsx';
import { ownQuery, saveOwn, saveSettings, settingsQuery } from '../api.ts';

/** Each change shows at once and is saved behind; a refusal brings the old one back. */
export function useReminderSettings() {
  const client = useQueryClient();
  const answer = useQuery(settingsQuery);
  const { mutate } = useMutation({
    scope: { id: 'reminders' },
    mutationFn: saveSettings,
    onMutate: async (change: ReminderSettingsChange) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey, exact: true });
      const before = client.getQueryData(settingsQuery.queryKey);
      if (!before) return undefined;
      const { defaults, ...others } = change;
      const settings = {
        ...before.settings,
        ...others,
        defaults: { ...before.settings.defaults, ...defaults },
      } as typeof before.settings;
      client.setQueryData(settingsQuery.queryKey, { ...before, settings });
      return before;
    },
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
    onError: (error, _change, before) => {
      if (before) client.setQueryData(settingsQuery.queryKey, before);
      notify.error(getMessage(error, 'The reminders could not be saved. Nothing was changed.'));
    },
  });
  return { answer, change: mutate };
}

/** The reminders of one calendar, event or task. */
export function useOwnReminders(subject: ReminderSubject, id: string) {
  const client = useQueryClient();
  const query = ownQuery(subject, id);
  const answer = useQuery(query);
  const { mutate } = useMutation({
    scope: { id: `reminders ${subject} ${id}` },
    mutationFn: (reminders: readonly Reminder[] | null) => saveOwn(subject, id, reminders),
    onMutate: (reminders) => {
      const before = client.getQueryData(query.queryKey);
      if (before) client.setQueryData(query.queryKey, { ...before, reminders: reminders && [...reminders] });
      return before;
    },
    onSuccess: (saved) => client.setQueryData(query.queryKey, saved),
    onError: (error, _reminders, before) => {
      if (before) client.setQueryData(query.queryKey, before);
      notify.error(getMessage(error, 'The reminders could not be saved. Nothing was changed.'));
    },
  });
  return { answer, set: mutate };
}

/** Saves the reminders that were chosen for an event before it existed. */
export function useNewReminders() {
  const client = useQueryClient();
  return (id: string, reminders: readonly Reminder[]) => {
    const { queryKey } = ownQuery('event', id);
    const attempt = (): Promise<void> =>
      saveOwn('event', id, reminders).then(
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
