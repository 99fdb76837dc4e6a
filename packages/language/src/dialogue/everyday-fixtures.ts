import { DAY_MS, HOUR_MS } from '@dayloom/time';
import type { DialogueData, DialogueEvent, ToolCall } from './data.ts';
import { converse } from './dialogue.ts';
import { type DialogueState, NEW_DIALOGUE } from './state.ts';

/** The calendar, tasks and people of the tests of conversations. */

// A Monday.
export const NOW = Date.parse('2026-11-16T08:00:00Z');
export const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`);
export const ana = { name: 'Ana Silva', email: 'ana@example.org' };
export const lee = { name: 'Lee Chan', email: 'lee@example.org' };

export const event = (eventId: string, title: string, start: string, attendees = [ana]): DialogueEvent => ({
  eventId,
  recurrenceId: null,
  title,
  start: at(start),
  end: at(start) + HOUR_MS,
  isAllDay: false,
  startsOn: null,
  endsOn: null,
  location: '',
  attendees,
  isRecurring: false,
});
export const task = (id: string, title: string) => ({
  id,
  title,
  project: null,
  status: 'open' as const,
  dueOn: null,
  dueAt: null,
  durationMinutes: 30,
  priority: 3,
  isRecurring: false,
  planned: null,
});
export const events = [
  event('lunch', 'Lunch', '16T12:00', []),
  event('budget', 'Budget review', '17T10:00'),
  event('design', 'Design review', '17T14:00', [lee]),
];
export const data: DialogueData = {
  now: NOW,
  timeZone: 'UTC',
  isMonthFirst: true,
  events,
  tasks: [
    task('tax', 'Tax return'),
    task('milk', 'Buy milk'),
    task('soap', 'Soap'),
    { ...task('late', 'Water the plants'), dueOn: '2026-11-15' },
  ],
  people: [ana, lee],
  hours: Array.from({ length: 5 }, (_, day) => ({
    start: at('16T09:00') + day * DAY_MS,
    end: at('16T17:00') + day * DAY_MS,
  })),
  busy: events.map(({ start, end }) => ({ start, end })),
};

/** The calendar with a sync with Lee at 11:00 that repeats on days of November. */
export const withSync = (days: readonly string[]): DialogueData => ({
  ...data,
  events: [
    ...events,
    ...days.map((day) => ({
      ...event('sync', 'Sync', `${day}T11:00`, [lee]),
      recurrenceId: `202611${day}`,
      isRecurring: true,
    })),
  ].toSorted((one, other) => one.start - other.start),
});

/** The calls of the last of some messages. Those before were done, or are drafted if others are concerned. */
export function listCalls(...texts: readonly string[]) {
  let state: DialogueState = NEW_DIALOGUE;
  let calls: readonly ToolCall[] = [];
  for (const text of texts) {
    ({ calls, state } = converse(text, data, state));
    if (calls.every(({ input }) => !('attendees' in input || 'invite' in input)))
      state = { ...state, draft: null };
  }
  return calls.map(({ tool, input }) => [tool, input] as const);
}
