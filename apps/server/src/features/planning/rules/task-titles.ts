import type { PlannedWork } from '#features/tasks/model/planned-work.ts';

/** The names of tasks in sentences; later occurrences are named with their date. */
export function toTitles(tasks: readonly PlannedWork[]): Record<string, string> {
  return Object.fromEntries(
    tasks.map(({ id, title, occurrenceOn, isFlexible }) => [
      id,
      occurrenceOn === null ? title : `${title} ${isFlexible ? 'by' : 'on'} ${formatDate(occurrenceOn)}`,
    ]),
  );
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

function formatDate(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
}
