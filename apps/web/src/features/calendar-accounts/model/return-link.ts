import { findReturnPath } from '#lib/return-path.ts';

const labels = new Map([
  ['/dashboard', 'Back to the dashboard'],
  ['/calendar-flow', 'Back to the calendar'],
  ['/tasks', 'Back to the tasks'],
  ['/bookings', 'Back to the bookings'],
  ['/chat', 'Back to the chat'],
  ['/settings', 'Back to the import'],
]);

/** Where to go on after connecting a calendar: to what somebody was doing before, or to the calendar. */
export function toReturnLink(lastPage: string | null): { to: string; label: string } {
  const to = findReturnPath(lastPage);
  const label = to && labels.get(to.replace(/\/?([?#].*)?$/s, ''));
  return label ? { to, label } : { to: '/calendar-flow', label: 'Go to the calendar' };
}
