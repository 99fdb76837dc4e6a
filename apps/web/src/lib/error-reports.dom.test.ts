import { beforeEach, expect, test, vi } from 'vitest';
import { reportPageView, startAnalytics } from './analytics.ts';

type Reports = typeof import('./error-reports.ts');
let newErrorId: Reports['newErrorId'];
let reportError: Reports['reportError'];
let reportUncaught: Reports['reportUncaught'];
let sendErrorReportsTo: Reports['sendErrorReportsTo'];

const sent: { url: string; body: Record<string, unknown> }[] = [];

beforeEach(async () => {
  sent.length = 0;
  // Each test loads a fresh module, which has reported nothing yet.
  vi.resetModules();
  ({ newErrorId, reportError, reportUncaught, sendErrorReportsTo } = await import('./error-reports.ts'));
  startAnalytics(null);
  sendErrorReportsTo('https://plan.example.com/api', null);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(init.body as string) });
    return new Response();
  });
});

test('a failure is reported once, to our own server only', () => {
  const failure = new TypeError('x is undefined');
  reportError(failure, 'app', 'AB12CD34');
  reportError(failure, 'app', 'AB12CD34');
  expect(sent.map(({ url }) => url)).toEqual(['https://plan.example.com/api/client-errors']);
  expect(sent[0]?.body).toMatchObject({
    errorId: 'AB12CD34',
    kind: 'app',
    message: 'TypeError: x is undefined',
  });
});

test('secrets never leave the browser', () => {
  window.history.replaceState(null, '', '/auth/callback?code=abc123def&state=xyz');
  reportError(
    new Error('maya@example.com with Bearer abcdef123456 at https://x.example/?token=s3cret'),
    'app',
  );
  const text = JSON.stringify(sent);
  for (const secret of ['maya@example.com', 'abcdef123456', 's3cret', 'abc123def'])
    expect(text).not.toContain(secret);
  expect(sent[0]?.body['path']).toBe('/auth/callback');
  window.history.replaceState(null, '', '/');
});

test('the key of a link never leaves the browser', () => {
  for (const path of [
    '/event/summer-plans/mZ3kq-Vt81xWb_0aLsPd2Q',
    '/p/Kx7abc',
    '/nobody/x9Yk3LmNq2RsT8uVwZ0a1B',
  ]) {
    window.history.replaceState(null, '', path);
    reportError(new Error(`at ${window.location.href}:1:2 of ${path}`), 'error');
  }
  expect(sent.map(({ body }) => body['path'])).toEqual([
    '/event/summer-plans/:id',
    '/p/:id',
    '/nobody/[token]',
  ]);
  for (const key of ['mZ3kq', 'Kx7abc', 'x9Yk3']) expect(JSON.stringify(sent)).not.toContain(key);
  window.history.replaceState(null, '', '/');
});

test('an id is created also on plain http, without a secure context', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xab) });
  expect(newErrorId()).toBe('ABABABAB');
});

test('a further address is used only when this server configures one', () => {
  sendErrorReportsTo('https://plan.example.com/api', 'https://errors.example.com/report');
  reportError(new Error('elsewhere'), 'feature');
  expect(sent.map(({ url }) => url)).toEqual([
    'https://plan.example.com/api/client-errors',
    'https://errors.example.com/report',
  ]);
});

test('uncaught failures are reported too, but no aborted requests', () => {
  reportUncaught();
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('loose'), message: 'loose' }));
  const rejection = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  rejection(new Error('dropped'));
  rejection(new DOMException('given up', 'AbortError'));
  expect(sent.map(({ body }) => [body['kind'], body['message']])).toEqual([
    ['error', 'Error: loose'],
    ['rejection', 'Error: dropped'],
  ]);
});

test('a page that fails over and over sends twenty reports', () => {
  for (let i = 0; i < 30; i++) reportError(new Error(`number ${String.fromCharCode(65 + i)}`), 'error');
  expect(sent).toHaveLength(20);
});

test('page views are off unless an address is configured, and contain no query and no id', () => {
  reportPageView('/tasks');
  expect(sent).toEqual([]);
  startAnalytics('https://stats.example.com/api/event');
  reportPageView('/event/summer/3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11?x=1');
  reportPageView('/event/summer/3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11');
  expect(sent.map(({ body }) => body['url'])).toEqual([`${window.location.origin}/event/summer/:id`]);
});

test('visitors who ask not to be tracked are not', () => {
  vi.stubGlobal('navigator', { doNotTrack: '1' });
  startAnalytics('https://stats.example.com/api/event');
  reportPageView('/tasks');
  expect(sent).toEqual([]);
});
