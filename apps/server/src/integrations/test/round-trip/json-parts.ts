import type { Part } from './calendar-diff.ts';

/** The iCalendar name of a provider's JSON property, or null when it is not a property of the event. */
export type PropertyNames = (property: string) => string | null;

/** A JSON event as a comparable part. Null, a missing value and an empty list are equal. */
export function jsonPart(
  event: object,
  { uid, recurrenceId, getName }: { uid: string; recurrenceId: string; getName: PropertyNames },
): Part {
  const properties = new Map<string, string[]>();
  for (const [property, value] of Object.entries(event)) {
    const name = getName(property);
    const text = JSON.stringify(sorted(value));
    if (name === null || ['null', '[]', '{}', '""'].includes(text)) continue;
    properties.set(name, [...(properties.get(name) ?? []), `${property}: ${text}`].sort());
  }
  return { key: `vevent ${uid} ${recurrenceId}`.trimEnd(), uid, recurrenceId, properties };
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, sorted(each)]),
  );
}
