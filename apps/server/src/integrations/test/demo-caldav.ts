import type { TestServer } from '#test/server.ts';
import { demoCaldavHosts, demoCaldavLogin } from '../caldav/demo-hosts.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { caldavSide } from './caldav-side.ts';

const CALENDAR = 'https://p42-caldav.icloud.example/cal/17104242/home/';

/** The demo's CalDAV account of a test server, and another program at its calendar. */
export function demoCaldav(server: TestServer) {
  const fetch = guardedFetch({ findDemoHost: demoCaldavHosts(() => server.sandboxUrl()) });
  const login = { ...demoCaldavLogin, password: server.secrets.caldavPassword };
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const side = caldavSide(fetch, { collection: CALENDAR, authorization });
  return { login, side, close: async () => fetch.close() };
}
