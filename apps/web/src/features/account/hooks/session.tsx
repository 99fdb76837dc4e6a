import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { AuthSession, SessionState } from '../model/auth-session.ts';

const Context = createContext<AuthSession | null>(null);

interface SessionProviderProps {
  session: AuthSession;
  /** Gets what the sign-in was started with. */
  onSignedIn: (state: unknown) => void;
  children: ReactNode;
}

/** Completes a sign-in on the provider's redirect target, and renews tokens while the page is open. */
export function SessionProvider({ session, onSignedIn, children }: SessionProviderProps) {
  useEffect(() => {
    void session.completeSignIn(onSignedIn);
    return session.keepFresh();
  }, [session, onSignedIn]);
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

export function useSession(): AuthSession {
  const session = useContext(Context);
  if (!session) throw new Error('useSession needs a SessionProvider');
  return session;
}

export function useSessionState(): SessionState {
  const { subscribe, getState } = useSession();
  return useSyncExternalStore(subscribe, getState);
}
