import { PHONE, readAddress, toDateRange } from '#features/calendar/model/views.ts';
import { agendaRange, startOfDay } from '#features/dashboard/model/agenda-range.ts';
import { getWeekStart } from '#features/dashboard/model/week-start.ts';
import { PAGE_SIZE, parseView } from '#features/tasks/model/views.ts';
import { getFirstWeekday } from '#lib/months.ts';

const profile = '/user/profile';

/**
 * The API paths that a page reads before it shows anything. The app requests them while the page's scripts are still
 * loading.
 */
export function listEarlyRequests(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  now: Date,
): string[] {
  const query = new URLSearchParams(search);
  switch (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname) {
    case '/dashboard':
      return [
        profile,
        '/plan',
        `/dashboard?weekStartsOn=${getWeekStart()}`,
        occurrences(agendaRange(startOfDay(now))),
        '/calendars',
        '/tasks?view=upcoming&limit=1',
      ];
    case '/tasks':
      return [profile, `/tasks?view=${parseView(query.get('view'))}&limit=${PAGE_SIZE}`];
    case '/calendar-flow': {
      const { view, date } = readAddress(query, window.matchMedia(PHONE).matches, now);
      return [profile, '/plan', '/calendars', occurrences(toDateRange(view, date, getFirstWeekday()))];
    }
    case '/settings':
      return [profile, '/calendars', '/calendar-accounts'];
    default:
      return [];
  }
}

const occurrences = ({ from, to }: { from: Date; to: Date }) =>
  `/events?${new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })}`;
