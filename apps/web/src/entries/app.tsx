import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { listEarlyRequests } from '../app/early-requests.ts';
import { Pages } from '../app/pages.tsx';
import { Providers } from '../app/providers.tsx';
import { reloadAfterUpdates } from '../app/reload-after-updates.ts';
import { createAppRouter } from '../app/router.tsx';
import { StartFailed } from '../app/start-failed.tsx';
import {
  AuthSession,
  isSigninCallback,
  loadOpenIdClient,
  needsOpenIdClient,
} from '../features/account/model/auth-session.ts';
import { restoreSession } from '../features/account/model/identity.ts';
import { apiSession } from '../features/account/model/session.ts';
import { forgetIntent } from '../features/redirects/model/intent.ts';
import { startAnalytics } from '../lib/analytics.ts';
import { createApi, installApi, prefetch } from '../lib/api.ts';
import { fetchClientConfig } from '../lib/client-config.ts';
import { watchConnection } from '../lib/connection.ts';
import { newErrorId, reportError, reportUncaught, sendErrorReportsTo } from '../lib/error-reports.ts';
import { nextTask } from '../lib/next-task.ts';
import { pageShown } from '../lib/page-shown.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { keepReferral } from '../lib/referral.ts';
import { showTextFace } from '../lib/text-face.ts';

reportUncaught();

/** One id for all attempts: the same failure is reported once. */
const startErrorId = newErrorId();

reloadAfterUpdates();
keepReferral();

void pageShown.then(showTextFace);

const element = document.getElementById('root');
if (!element) throw new Error('The page has no root element');
const root = createRoot(element);
void start(root);

/** An unreadable session would break every start. Without it the user is signed out and can sign in again. */
function dropDamagedSessions(): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user:'))) {
    try {
      JSON.parse(localStorage.getItem(key) ?? '');
    } catch {
      localStorage.removeItem(key);
    }
  }
}

async function start(target: Root): Promise<void> {
  try {
    const asked = fetchClientConfig();
    // A failure shows when it is used.
    if (needsOpenIdClient()) loadOpenIdClient().catch(() => {});
    await nextTask();
    // The first use of `Intl` takes long on phones. The configuration is still on the line.
    const early = listEarlyRequests(window.location, new Date());
    const config = await asked;
    document.title = config.productName;
    sendErrorReportsTo(config.apiBaseUrl, config.telemetry.errorReportUrl);
    startAnalytics(config.telemetry.analyticsUrl);
    dropDamagedSessions();
    const session = new AuthSession(config);
    if (!isSigninCallback()) await restoreSession(session);
    await nextTask();
    const queryClient = createQueryClient();
    const endLocally = async () => {
      const { getQueue } = await import('../lib/waiting-changes.ts');
      // Changes that were not sent wait for their user.
      await getQueue(queryClient).forget({ keepsChanges: true });
      queryClient.clear();
      forgetIntent();
    };
    installApi(createApi(config.apiBaseUrl, apiSession(session, endLocally)));
    watchConnection(config.apiBaseUrl);
    void prefetch(early);
    await nextTask();
    const router = createAppRouter();
    await nextTask();
    target.render(
      <StrictMode>
        <Providers config={config} session={session} queryClient={queryClient}>
          <Pages router={router} />
        </Providers>
      </StrictMode>,
    );
  } catch (error) {
    console.error('The app could not start', error);
    reportError(error, 'start', startErrorId);
    target.render(<StartFailed errorId={startErrorId} onRetry={() => void start(target)} />);
  }
}
