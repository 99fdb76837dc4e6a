import type { Occurrence } from '@dayloom/contracts';
import { useMemo, useState } from 'react';
import { useOccurrences } from '#features/calendar/api.ts';
import { describePlace } from '#features/calendar/model/place-words.ts';
import { useFoundTasks } from '#features/tasks/api.ts';
import { eventPath } from '#lib/calendar-links.ts';
import { addDays } from '#lib/local-dates.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { useNavigate } from '#lib/use-router.tsx';
import type { Command } from '#ui/commands.ts';

const WEEKS_AHEAD = 4;
/** More results would push the other groups out of sight. */
const MAX_EVENTS = 8;

/** The user's open tasks and upcoming events that contain the words. */
export function usePaletteFinds(query: string): { finds: Command[]; isSearching: boolean } {
  const navigate = useNavigate();
  const words = query.trim();
  const asked = useDebounced(words);
  const tasks = useFoundTasks(asked);
  // The palette is mounted again each time it opens.
  const [openedAt] = useState(() => Date.now());
  const [range] = useState(() => {
    const from = addDays(new Date(), 0);
    return { from, to: addDays(from, WEEKS_AHEAD * 7) };
  });
  const events = useOccurrences(range);

  const finds = useMemo((): Command[] => {
    if (words === '') return [];
    const matchesWords = (text: string) =>
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.toLowerCase().includes(word));
    // Results for the previous words stay only if they match the new ones.
    const isStale = words !== asked || tasks.isPlaceholderData;
    const foundTasks = (tasks.data?.tasks ?? []).filter(
      ({ title, project }) => !isStale || matchesWords(`${title} ${project ?? ''}`),
    );
    const next = new Map<string, Occurrence>();
    for (const event of events.data?.occurrences ?? []) {
      const { eventId, status, title, location, endsAt, isAllDay } = event;
      // A series is shown once, by its next event.
      if (status === 'cancelled' || next.has(eventId) || !matchesWords(`${title} ${location}`)) continue;
      if (isAllDay || Date.parse(endsAt) >= openedAt) next.set(eventId, event);
    }
    return [
      ...foundTasks.map(
        (task): Command => ({
          id: `task ${task._id}`,
          label: task.title,
          detail: task.project ? `#${task.project}` : '',
          group: 'Tasks',
          run: () => void navigate(`/tasks?task=${task._id}`),
        }),
      ),
      ...[...next.values()].slice(0, MAX_EVENTS).map((event): Command => {
        const place = {
          ...event,
          startsOn: event.isAllDay ? event.startsOn : null,
          endsOn: event.isAllDay ? event.endsOn : null,
        };
        return {
          id: `event ${event.eventId} ${event.recurrenceId ?? ''}`,
          label: event.title || '(No title)',
          detail: describePlace(place),
          group: 'Events',
          run: () => void navigate(eventPath({ ...event, startsOn: place.startsOn })),
        };
      }),
    ];
  }, [words, asked, tasks.data, tasks.isPlaceholderData, events.data, navigate, openedAt]);
  return { finds, isSearching: words !== '' && (words !== asked || tasks.isFetching) };
}
