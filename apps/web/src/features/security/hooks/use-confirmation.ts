import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { findProblem, wasCancelled } from '../model/webauthn.ts';

/** The user closed the confirmation dialog. */
export class NotConfirmed extends Error {}

const Context = createContext<() => Promise<void>>(async () => {
  throw new NotConfirmed();
});
export const ConfirmationProvider = Context.Provider;

/**
 * Runs work that may need a confirmation: if the server requires one, asks for it and runs the work again.
 */
export function useConfirmed() {
  const ask = useContext(Context);
  return useCallback(
    async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') throw error;
      }
      await ask();
      return work();
    },
    [ask],
  );
}

/**
 * Runs one change at a time: asks for a confirmation if needed, shows the result, and refetches all security
 * data. Returns whether the change succeeded.
 */
export function useChange() {
  const confirmed = useConfirmed();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (work: () => Promise<unknown>, done: string | null): Promise<boolean> => {
    setIsBusy(true);
    try {
      await confirmed(work);
      if (done) showSnackbar(done, 'success');
      return true;
    } catch (error) {
      if (!(error instanceof NotConfirmed) && !wasCancelled(error)) {
        console.warn('A change of the security settings failed', error);
        showSnackbar(findProblem(error) ?? getMessage(error, 'That did not work. Try again.'), 'error');
      }
      return false;
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey: queryKeys.security });
    }
  };
  return { change, isBusy };
}
