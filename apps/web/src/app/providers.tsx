import type { ClientConfig } from '@dayloom/contracts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { User, UserManager } from 'oidc-client-ts';
import type { ReactNode } from 'react';
import { AuthProvider } from 'react-oidc-context';
import { UserManagerProvider } from '../features/account/hooks/user-manager.ts';
import { isSigninCallback } from '../features/account/model/identity.ts';
import { keepFinalDestination } from '../features/account/model/session.ts';
import { ClientConfigProvider } from '../lib/client-config.ts';
import { CrashScreen } from '../ui/crash-screen.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

interface ProvidersProps {
  config: ClientConfig;
  manager: UserManager;
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ config, manager, queryClient, children }: ProvidersProps) {
  return (
    <ErrorBoundary fallback={showCrash}>
      <ClientConfigProvider value={config}>
        <UserManagerProvider value={manager}>
          <AuthProvider
            userManager={manager}
            onSigninCallback={signedIn}
            // On other paths a `code` in the address belongs to another flow, for example a calendar
            // connection.
            skipSigninCallback={!isSigninCallback()}
          >
            <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
          </AuthProvider>
        </UserManagerProvider>
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
function signedIn(user: User | undefined): void {
  keepFinalDestination(user?.state);
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
