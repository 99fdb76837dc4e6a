import { useCallback, useMemo } from 'react';
import { isoDate } from '#lib/local-dates.ts';
import { getFirstWeekday } from '#lib/months.ts';
import { useSearchParams } from '#lib/use-router.tsx';
import { type CalendarView, readAddress, toAdjacentDate, toDateRange } from '../model/views.ts';

/** The visible days, stored in the address so that reloads and links show the same ones. */
export function useCalendarView(isPhone: boolean, now: Date) {
  const [query, setQuery] = useSearchParams();
  const { view, date } = readAddress(query, isPhone, now);
  const today = isoDate(now);
  const firstDay = useMemo(() => getFirstWeekday(), []);
  const range = useMemo(() => toDateRange(view, date, firstDay), [view, date, firstDay]);

  const change = useCallback(
    (values: Record<string, string | null>) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setQuery],
  );
  const setView = useCallback((value: CalendarView) => change({ view: value }), [change]);
  const setDate = useCallback((value: string) => change({ date: value }), [change]);
  const show = useCallback((value: CalendarView, at: string) => change({ view: value, date: at }), [change]);
  const goToday = useCallback(() => change({ date: null }), [change]);
  const page = useCallback(
    (step: 1 | -1) => change({ date: toAdjacentDate(view, date, step) }),
    [change, view, date],
  );
  const selected = query.get('block');
  const select = useCallback((blockId: string | null) => change({ block: blockId }), [change]);

  /** The id of the event whose details are open (see `eventItemId`). */
  const openEvent = query.get('event');
  const closeEvent = useCallback(() => change({ event: null }), [change]);

  return {
    view,
    date,
    today,
    firstDay,
    range,
    setView,
    setDate,
    show,
    goToday,
    page,
    selected,
    select,
    openEvent,
    closeEvent,
  };
}
