import type { ClientConfig } from '@dayloom/contracts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SessionProvider } from '../features/account/hooks/session.tsx';
import type { AuthSession } from '../features/account/model/auth-session.ts';
import { keepFinalDestination } from '../features/account/model/session.ts';
import { ClientConfigProvider } from '../lib/client-config.ts';
import { CrashScreen } from '../ui/crash-screen.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

interface ProvidersProps {
  config: ClientConfig;
  session: AuthSession;
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ config, session, queryClient, children }: ProvidersProps) {
  return (
    <ErrorBoundary fallback={showCrash}>
      <ClientConfigProvider value={config}>
        <SessionProvider session={session} onSignedIn={signedIn}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </SessionProvider>
      </ClientConfigProvider>
    </ErrorBoundary>
  );
}

function showCrash(error: unknown, retry: () => void) {
  return <CrashScreen error={error} onRetry={retry} />;
}

/**
 * Stores the destination and removes the used code from the address, so that a reload does not send it again.
 */
function signedIn(state: unknown): void {
  keepFinalDestination(state);
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
