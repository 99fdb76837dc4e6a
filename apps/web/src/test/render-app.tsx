import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { Pages } from '../app/pages.tsx';
import { Providers } from '../app/providers.tsx';
import { loadPage } from '../app/router.tsx';
import { AuthSession } from '../features/account/model/auth-session.ts';
import { apiSession } from '../features/account/model/session.ts';
import { createApi, installApi } from '../lib/api.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createRouter } from '../lib/router.ts';
import { config } from './fixtures.ts';
import { createMemoryHistory } from './memory-history.ts';

/**
 * Renders the whole signed-in app at an address, like the entry does, in strict mode. `ahead` are requests that it
 * sends before.
 */
export function renderApp(
  address: string,
  change: Partial<typeof config> = {},
  ahead: readonly string[] = [],
) {
  const settings = { ...config, ...change };
  const session = new AuthSession(settings);
  const queryClient = createQueryClient();
  const api = createApi(
    settings.apiBaseUrl,
    apiSession(session, () => queryClient.clear()),
  );
  installApi(api);
  void api.prefetch(ahead);
  const history = createMemoryHistory(address);
  let isFirst = true;
  const router = createRouter(history, (location) => {
    const page = loadPage(location);
    if (!isFirst) return page;
    // In a browser, no script of a page is there before the app has started.
    isFirst = false;
    return Promise.resolve(page);
  });
  const view = render(
    <StrictMode>
      <Providers config={settings} session={session} queryClient={queryClient}>
        <Pages router={router} />
      </Providers>
    </StrictMode>,
  );
  return {
    ...view,
    router,
    history,
    session,
    queryClient,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}
