import { useMutation, useQuery } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { Mark } from '#ui/brand.tsx';
import { fetchClosing, keepAccount } from '../api.ts';
import { formatDate } from '../model/dates.ts';

/** Shown to users who sign in to an account that they have closed. */
export function ClosedAccount({ onKept, onSignOut }: { onKept: () => void; onSignOut: () => void }) {
  const closing = useQuery({
    queryKey: ['account-closing'],
    queryFn: ({ signal }) => fetchClosing(signal),
    staleTime: 0,
  });
  const keeping = useMutation({ mutationFn: keepAccount, onSuccess: onKept });
  const date = closing.data?.deletesAt;
  return (
    <main className="notice">
      <Mark size={40} />
      <h1>{date ? `This account will be deleted on ${formatDate(date)}` : 'This account will be deleted'}</h1>
      <p>Until then nothing is lost. Keep the account to continue as before.</p>
      {keeping.isError && (
        <p role="alert">{getMessage(keeping.error, 'The account could not be reopened.')}</p>
      )}
      <div className="row">
        <button
          type="button"
          className="button button-contained"
          disabled={keeping.isPending}
          onClick={() => keeping.mutate()}
        >
          Keep my account
        </button>
        <button type="button" className="button" onClick={onSignOut}>
          Sign Out
        </button>
      </div>
    </main>
  );
}
