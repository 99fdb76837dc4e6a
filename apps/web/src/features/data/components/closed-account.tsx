import { useMutation, useQuery } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { Mark } from '#ui/brand.tsx';
import { fetchClosing, keepAccount } from '../api.ts';
import { dateInWords } from '../model/dates.ts';

/** What somebody sees who signs in to an account that they have closed. */
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
      <h1>
        {date ? `This account is to be deleted on ${dateInWords(date)}` : 'This account is to be deleted'}
      </h1>
      <p>Until then nothing is lost. Keep it, and everything is as it was.</p>
      {keeping.isError && (
        <p role="alert">{getMessage(keeping.error, 'The account could not be opened again.')}</p>
      )}
      <div className="row">
        <button
          type="button"
          className="button primary"
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
