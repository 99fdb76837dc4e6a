import { defaultReminderSettings, type ErrorCode, errorStatus } from '@dayloom/contracts';
import { vi } from 'vitest';
import { aDashboard, aFocusTimer, anInstance, aProfile } from './fixtures.ts';

export interface SeenRequest {
  method: string;
  path: string;
  /** `a=1&b=2` */
  query: string;
  body: unknown;
  token: string | null;
  idempotencyKey: string | null;
}

type Handler = (request: SeenRequest) => Response | Promise<Response>;

export const answer = (body: unknown, status = 200) => Response.json(body, { status });

export const refuse = (code: ErrorCode, message: string, fields?: Record<string, string>) =>
  answer({ success: false, code, message, requestId: 'req-1', fields }, errorStatus[code]);

/** The bounds of the browser's day. */
function todayAt() {
  const at = (hour: number) => new Date(new Date().setHours(hour, 0, 0, 0)).toISOString();
  return { startsAt: at(0), endsAt: at(24), eveningAt: at(17) };
}

/**
 * Answers the app's requests by `METHOD /path` below the API. A path may end with `/*` for ids that the app makes. A request without a handler is an error, so
 * that a test cannot pass by a request that it does not expect.
 */
export function fakeServer(handlers: Record<string, Handler> = {}) {
  const seen: SeenRequest[] = [];
  const all: Record<string, Handler> = {
    'GET /user/profile': () => answer({ success: true, user: aProfile(), message: '' }),
    'GET /events': () => answer({ success: true, occurrences: [], message: '' }),
    'GET /bookings': () => answer({ success: true, bookings: [], after: null }),
    'GET /meeting-requests': () => answer({ success: true, meetingRequests: [], after: null }),
    'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
    'GET /calendar-accounts': () =>
      answer({
        success: true,
        accounts: [],
        subscriptions: [],
        mirrors: [],
        conflicts: [],
        history: [],
        message: '',
      }),
    'GET /plan': () =>
      answer({
        success: true,
        plan: { revision: 0, plannedAt: null, blocks: [] },
        proposal: null,
        atRisk: [],
        message: '',
      }),
    'GET /dashboard': () => answer(aDashboard(todayAt())),
    'GET /plan/instance': () =>
      answer({
        success: true,
        instance: anInstance(),
        tasks: [],
        mostWorkMinutes: null,
        meetings: [],
        message: '',
      }),
    'GET /user/chat/history': () =>
      answer({
        success: true,
        conversationId: null,
        title: null,
        turns: [],
        mode: 'basic',
        messages: { today: { used: 0, limit: 25 }, month: { used: 0, limit: 250 } },
        message: '',
      }),
    'GET /notifications': () => answer({ success: true, notifications: [], unread: 0, message: '' }),
    'GET /focus': () =>
      answer({
        success: true,
        now: new Date().toISOString(),
        timer: aFocusTimer(),
        task: null,
        todayMinutes: 0,
        todaySessions: 0,
        message: '',
      }),
    'GET /reminders/settings': () =>
      answer({
        success: true,
        settings: defaultReminderSettings,
        reachable: ['app', 'email'],
        mail: 'sent',
        message: '',
      }),
    'GET /chat/conversations': () => answer({ success: true, conversations: [], message: '' }),
    'GET /user/connected-apps': () =>
      answer({
        success: true,
        apps: [],
        address: 'http://localhost:3000/api/mcp',
        hasSignIn: true,
        message: '',
      }),
    'GET /user/agent-calls': () => answer({ success: true, calls: [], message: '' }),
    'GET /user/referrals': () => answer({ success: true, joined: 0 }),
    'POST /client-errors': () => answer({ success: true, message: '' }),
    'GET /stream': () => refuse('not_found', 'There is no stream here'),
    ...handlers,
  };
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost:3000');
    const method = init.method ?? 'GET';
    const request: SeenRequest = {
      method,
      path: url.pathname.replace(/^\/api/, ''),
      query: url.search.slice(1),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      token: new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null,
      idempotencyKey: new Headers(init.headers).get('idempotency-key'),
    };
    const handler =
      all[`${method} ${request.path}`] ?? all[`${method} ${request.path.replace(/[^/]+$/, '*')}`];
    if (!handler) throw new Error(`No handler for ${method} ${url}`);
    seen.push(request);
    return Promise.race([handler(request), whenAborted(init.signal)]);
  });
  return {
    seen,
    count: (what: string) => seen.filter(({ method, path }) => `${method} ${path}` === what).length,
  };
}

/** Rejects aborted requests, as a browser does. */
function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
