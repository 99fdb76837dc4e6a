import { expect } from 'vitest';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { CalendarSession } from '#features/calendar-sync/model/calendar-session.ts';
import type { KnownResource, RemoteResource } from '#features/calendar-sync/model/resource.ts';
import {
  changedFields,
  isInstance,
  regularInstance,
  splitParts,
} from '#integrations/calendars/object-parts.ts';
import { getTimeInstant } from '#integrations/calendars/provider-times.ts';
import type { CalendarHarness } from './harness.ts';

export const listRecords = (resources: readonly KnownResource[]) =>
  resources.flatMap(({ records }) => records);
/** A calendar object in a form that does not depend on the provider. */
export function describeShape(resources: readonly KnownResource[]) {
  const { master, overrides, cancelled } = splitParts(listRecords(resources), 'UTC');
  const received = (record: RemoteEvent) => [
    record.title,
    new Date(getTimeInstant(record.start, record, 'UTC')).toISOString(),
    new Date(getTimeInstant(record.end, record, 'UTC')).toISOString(),
  ];
  return {
    master: master && received(master),
    overrides: Object.fromEntries([...overrides].map(([key, record]) => [key, received(record)])),
    cancelled: [...cancelled].sort(),
  };
}

export async function written(
  session: CalendarSession,
  harness: CalendarHarness,
  records: readonly RemoteEvent[],
  known: readonly KnownResource[] = [],
): Promise<readonly RemoteResource[]> {
  const outcome = await session.write(harness.calendarId, {
    uid: records[0]?.uid ?? '',
    records,
    known,
    earlier: [],
    notifiesGuests: true,
  });
  if (outcome.outcome !== 'written') throw new Error('It was changed meanwhile.');
  return outcome.resources;
}

export function expectSame(held: readonly KnownResource[], wanted: readonly RemoteEvent[]): void {
  const [left, right] = [splitParts(listRecords(held), 'UTC'), splitParts(wanted, 'UTC')];
  expect(left.master && right.master && [...changedFields(left.master, right.master)]).toEqual(
    right.master && [],
  );
  expect(describeShape(held).overrides).toEqual(describeRecordShape(wanted).overrides);
  expect([...left.cancelled].sort()).toEqual([...right.cancelled].sort());
}

export function describeRecordShape(records: readonly RemoteEvent[]) {
  return describeShape([{ id: '', version: '', records, partIds: [], raw: null }]);
}

/** The effect of a calendar object, without changed instances that equal their series. */
export function describeEffect(records: readonly RemoteEvent[]) {
  const { master, overrides, cancelled } = splitParts(records, 'UTC');
  if (!master) return null;
  const changed = [...overrides].filter(
    ([key, record]) => changedFields(regularInstance(master, key, 'UTC'), record).size > 0,
  );
  return {
    ...describeRecordShape([master, ...changed.map(([, record]) => record)]),
    // The parts of a rule may have any order.
    rules: master.recurrence?.rules.map((rule) => rule.split(';').sort().join(';')),
    cancelled: [...cancelled].filter((key) => isInstance(master, key, 'UTC')).sort(),
  };
}
