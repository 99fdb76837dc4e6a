import { useEffect, useMemo } from 'react';
import { useAuth } from 'react-oidc-context';
import { useLocation, useNavigate } from 'react-router';
import {
  needsSignIn,
  readIntent,
  storeIntent,
  takeIntentTarget,
  targetOf,
  textOf,
} from '../../features/redirects/intent.ts';
import { RedirectFailed } from '../../features/redirects/redirect-failed.tsx';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { followPath } from '../follow-path.ts';

/** Long enough to read the sentence; without it the page would only flicker. */
const READING_MS = 900;

/** /upgrade, /pay, /join, /verify and /r: keeps what the link asked for and goes there, by way of the login if needed. */
export function RedirectRoute() {
  const auth = useAuth();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const read = useMemo(() => {
    try {
      const intent = readIntent(pathname, search, Date.now());
      storeIntent(intent);
      return { intent };
    } catch (error) {
      console.error('The redirect could not be processed', error);
      return { intent: null };
    }
  }, [pathname, search]);
  const { intent } = read;
  const { isLoading, isAuthenticated } = auth;

  useEffect(() => {
    if (!intent || isLoading) return;
    const timer = setTimeout(() => {
      if (isAuthenticated || !needsSignIn(targetOf(intent))) {
        followPath(takeIntentTarget(Date.now()) ?? targetOf(intent), navigate);
      } else void navigate('/login', { replace: true });
    }, READING_MS);
    return () => clearTimeout(timer);
  }, [intent, isLoading, isAuthenticated, navigate]);

  if (!intent) return <RedirectFailed />;
  const { title, thanks } = textOf(intent);
  return <LoadingScreen title={title}>{thanks}</LoadingScreen>;
}
