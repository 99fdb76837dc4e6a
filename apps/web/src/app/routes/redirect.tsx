import { useEffect, useState } from 'react';
import { useSessionState } from '#features/account/hooks/session.tsx';
import { RedirectFailed } from '#features/redirects/components/redirect-failed.tsx';
import {
  consumeIntentTarget,
  getTarget,
  getText,
  needsSignIn,
  type RedirectIntent,
  readIntent,
  storeIntent,
} from '#features/redirects/model/intent.ts';
import { useLocation, useNavigate } from '#lib/use-router.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { goToPath } from '../go-to-path.ts';

/** Long enough to read the sentence; otherwise the page would only flicker. */
const READING_MS = 900;

/**
 * /upgrade, /pay, /join, /verify and /r: stores the link's intent and goes there, through the login page if needed.
 */
export function RedirectRoute() {
  const { pathname, search } = useLocation();
  return <Redirect key={pathname + search} pathname={pathname} search={search} />;
}

type Request = { intent: RedirectIntent } | { intent: null; problem: 'unsafe' | 'not stored' };

/** Reads and stores the link's intent. Calling it again changes nothing. */
function acceptRequest(pathname: string, search: string): Request {
  try {
    const intent = readIntent(pathname, search, Date.now());
    return storeIntent(intent) ? { intent } : { intent: null, problem: 'not stored' };
  } catch (error) {
    console.error('The redirect could not be processed', error);
    return { intent: null, problem: 'unsafe' };
  }
}

function Redirect({ pathname, search }: { pathname: string; search: string }) {
  const { isLoading, isSignedIn } = useSessionState();
  const navigate = useNavigate();
  const [request] = useState(() => acceptRequest(pathname, search));
  const { intent } = request;

  useEffect(() => {
    if (!intent || isLoading) return;
    const timer = setTimeout(() => {
      if (isSignedIn || !needsSignIn(getTarget(intent)))
        goToPath(consumeIntentTarget(Date.now()) ?? getTarget(intent), navigate);
      else void navigate('/login', { replace: true });
    }, READING_MS);
    return () => clearTimeout(timer);
  }, [intent, isLoading, isSignedIn, navigate]);

  if (request.intent === null)
    return request.problem === 'not stored' ? (
      <RedirectNotStored />
    ) : (
      <RedirectFailed>
        The link is damaged or leads outside this site, so we did not follow it.
      </RedirectFailed>
    );
  const { title, thanks } = getText(request.intent);
  return <LoadingScreen title={title}>{thanks}</LoadingScreen>;
}

/** The session storage is full or off. */
export function RedirectNotStored() {
  return (
    <RedirectFailed>
      Your browser does not let this site store data for the session, so the link cannot be remembered. Allow
      it in the browser’s settings, then open the link again.
    </RedirectFailed>
  );
}
