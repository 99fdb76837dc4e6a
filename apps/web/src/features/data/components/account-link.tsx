import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Mark } from '#ui/brand.tsx';
import { openAccountLink } from '../api.ts';
import { dateInWords } from '../model/dates.ts';

const texts = {
  keep: {
    title: 'Keep your account?',
    text: 'Your account is closed and waits to be deleted. Open it again, and everything is as it was.',
    action: 'Keep my account',
    done: 'Your account stays',
    doneText: 'Sign in and go on where you were.',
  },
  close: {
    title: 'Delete your account?',
    text: 'Your account is closed at once. After seven days everything in it is deleted.',
    action: 'Delete my account',
    done: 'Your account is closed',
    doneText: 'A mail with a link to bring it back is on its way.',
  },
} as const;

/**
 * The page behind a link of a mail. The token stands behind the `#`, so that no server and no log sees it, and a
 * button has to be pressed: programs that look at mails open every link in them.
 */
export function AccountLink({ kind, hash }: { kind: keyof typeof texts; hash: string }) {
  const [token] = useState(() => hash.replace(/^#/, ''));
  const opening = useMutation({ mutationFn: () => openAccountLink(kind, token) });
  const text = texts[kind];
  // It works once; what is left of it must not lie in the history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const deletesAt = opening.data?.deletesAt ?? null;
  return (
    <main className="notice">
      <Mark size={40} />
      {opening.isSuccess ? (
        <output>
          <h1>{text.done}</h1>
          <p>
            {deletesAt ? `It is to be deleted on ${dateInWords(deletesAt)}. ${text.doneText}` : text.doneText}
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
          <a className="button primary" href={kind === 'keep' ? '/dashboard' : '/'}>
            {kind === 'keep' ? 'Sign in' : 'Home'}
          </a>
        ) : (
          <button
            type="button"
            className={kind === 'close' ? 'button danger' : 'button primary'}
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
