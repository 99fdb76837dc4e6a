import { type FoundTasks, type Settings, taskImportApi } from '@dayloom/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call, getMessage } from '#lib/api.ts';
import { useViewer } from '#lib/viewer.ts';
import { consumeImportReturn } from '../model/import-return.ts';

export type TaskAccount = Settings['calendars'][number] & { domain: keyof typeof taskSources };

/** Where the tasks of a connected account are. */
export const taskSources = { google: 'Google Tasks', outlook: 'Microsoft To Do' } as const;

type Question =
  | { readonly kind: 'todoist'; readonly token: string }
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'allowed'; readonly id: string; readonly code: string };

class NotAllowed extends Error {}

const ask = async (question: Question | { readonly kind: 'refused' }): Promise<FoundTasks | null> => {
  switch (question.kind) {
    case 'refused':
      throw new NotAllowed();
    case 'todoist':
      return (await call(taskImportApi.readTodoist, { body: { token: question.token } })).found;
    case 'allowed':
      return (
        await call(taskImportApi.allowAccount, {
          params: { id: question.id },
          body: { code: question.code },
        })
      ).found;
    case 'account': {
      const { found, authUrl } = await call(taskImportApi.readAccount, { params: { id: question.id } });
      if (authUrl) window.location.assign(authUrl);
      return found;
    }
  }
};

/** Reads tasks from accounts elsewhere, one at a time. A connected account may first lead to its provider. */
export function useAccountImport(onFound: (found: FoundTasks) => void) {
  const { profile } = useViewer();
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: ask,
    // Neither the token nor a code is cached.
    gcTime: 0,
    onSuccess: (found) => found && onFound(found),
    onError: (failure) => console.warn(failure.message),
  });
  useEffect(() => {
    const back = consumeImportReturn(Date.now());
    if (!back) return;
    const { accountId: id, code } = back;
    mutate(code === null ? { kind: 'refused' } : { kind: 'allowed', id, code });
  }, [mutate]);
  const accounts = (profile?.settings.calendars ?? []).filter((one): one is TaskAccount =>
    Object.hasOwn(taskSources, one.domain),
  );
  return {
    accounts,
    isPending,
    isTodoist: variables?.kind === 'todoist',
    problem: error && describe(error),
    readTodoist: (token: string) => mutate({ kind: 'todoist', token }),
    readAccount: (id: string) => mutate({ kind: 'account', id }),
    reset,
  };
}

function describe(error: Error): { readonly message: string; readonly isToken: boolean } {
  if (error instanceof NotAllowed)
    return {
      message: 'You did not allow reading your tasks. Nothing has changed; your calendars stay connected.',
      isToken: false,
    };
  return {
    message: getMessage(error, 'The tasks could not be read. Nothing was imported.'),
    isToken: error instanceof ApiError && error.fields['token'] !== undefined,
  };
}
