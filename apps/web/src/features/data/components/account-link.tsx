import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Mark } from '#ui/brand.tsx';
import { openAccountLink } from '../api.ts';
import { formatDate } from '../model/dates.ts';

const texts = {
  keep: {
    title: 'Keep your account?',
    text: 'Your account is closed and will be deleted. Reopen it to keep everything.',
    action: 'Keep my account',
    done: 'Your account is kept',
    doneText: 'Sign in and continue where you left off.',
  },
  close: {
    title: 'Delete your account?',
    text: 'Your account is closed at once. After seven days everything in it is deleted.',
    action: 'Delete my account',
    done: 'Your account is closed',
    doneText: 'An email with a link to reopen it is on its way.',
  },
} as const;

/**
 * The page behind a mailed link. The token is in the URL fragment, so that no server and no log sees it. The
 * action needs a click, because mail scanners open every link.
 */
export function AccountLink({ kind, hash }: { kind: keyof typeof texts; hash: string }) {
  const [token] = useState(() => hash.replace(/^#/, ''));
  const opening = useMutation({ mutationFn: () => openAccountLink(kind, token) });
  const text = texts[kind];
  // The token works once; its remains must not stay in the browser's history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const deletesAt = opening.data?.deletesAt ?? null;
  return (
    <main className="notice">
      <Mark size={40} />
      {opening.isSuccess ? (
        <output>
          <h1>{text.done}</h1>
          <p>
            {deletesAt ? `It will be deleted on ${formatDate(deletesAt)}. ${text.doneText}` : text.doneText}
          </p>
        </output>
      ) : (
        <>
          <h1>{text.title}</h1>
          <p>{text.text}</p>
          {opening.isError && (
            <p role="alert">{getMessage(opening.error, 'That did not work. Try again.')}</p>
          )}
        </>
      )}
      <div className="row">
        {opening.isSuccess ? (
          <a className="button button-contained" href={kind === 'keep' ? '/dashboard' : '/'}>
            {kind === 'keep' ? 'Sign in' : 'Home'}
          </a>
        ) : (
          <button
            type="button"
            className={kind === 'close' ? 'button button-danger' : 'button button-contained'}
            disabled={token === '' || opening.isPending}
            onClick={() => opening.mutate()}
          >
            {text.action}
          </button>
        )}
      </div>
    </main>
  );
}
