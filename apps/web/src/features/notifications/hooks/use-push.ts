import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import {
  type PushState,
  readPushState,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../model/push-browser.ts';

const KEY = ['push-state'] as const;

const WHY = {
  off: 'Notifications are not allowed yet. Try again, and choose Allow when your browser asks.',
  denied:
    'Your browser blocks notifications from this site. Allow them in its settings, then turn this on again.',
  unsupported: 'This browser cannot show push notifications.',
} as const;

/** Notifications of this browser. */
export function usePush() {
  const client = useQueryClient();
  const { data: state = null } = useQuery({ queryKey: KEY, queryFn: readPushState, staleTime: 0 });
  const show = (next: PushState) => {
    client.setQueryData(KEY, next);
    // Whether pushes reach the user is part of the settings of reminders.
    void client.invalidateQueries({ queryKey: queryKeys.profile });
  };
  /** Says why if it does not work. */
  const set = async (isOn: boolean): Promise<void> => {
    try {
      if (!isOn) {
        await unsubscribeBrowser();
        show('off');
        return;
      }
      const next = await subscribeBrowser();
      show(next);
      if (next !== 'on') notify.error(WHY[next]);
    } catch (error) {
      notify.error(
        getMessage(error, 'The push service of your browser could not be reached. Try again later.'),
      );
    }
  };
  return { state, set };
}
