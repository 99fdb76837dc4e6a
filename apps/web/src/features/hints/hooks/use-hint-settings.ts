import type { HintName } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically } from '#lib/optimistic.ts';
import { settingsChange, storeSettings } from '#lib/profile-settings.ts';
import { notify } from '#ui/toast.tsx';
import { saveHints } from '../api.ts';

/** A change shows at once; a refusal rolls it back. */
export function useHintSettings(): (change: { isOn?: boolean; seen?: HintName[] }) => void {
  const client = useQueryClient();
  return (change) => {
    mutateOptimistically(client, {
      scope: 'hints',
      changes: [settingsChange(({ hints }) => ({ hints: { ...hints, ...change } }))],
      send: () => saveHints(change),
      updateCache: (hints) => storeSettings(client, () => ({ hints })),
    }).catch((error: unknown) =>
      notify.error(getMessage(error, 'The setting could not be saved. Nothing was changed.')),
    );
  };
}
