import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type {
  EventRemoval,
  EventWriteRequest,
  WriteOutcome,
} from '#features/calendar-sync/model/calendar-session.ts';
import type { KnownResource } from '#features/calendar-sync/model/resource.ts';
import { changedFields, splitParts } from '../calendars/object-parts.ts';
import { EventMaker } from './event-maker.ts';
import { listMasters, readSeriesState, toProperties } from './event-properties.ts';
import { findProblem } from './google-failure.ts';
import { dropOrphanedInstances, findMaster, GONE, type GoogleCalls, readObject } from './google-read.ts';
import { InstanceWriter } from './instance-writer.ts';
import { ChangedMeanwhile, ifMatch, type SeriesWrite, SeriesWriter, sendUpdates } from './series-writer.ts';

export async function removeObject(
  { ask, calendarId }: GoogleCalls,
  { known, notifiesGuests }: EventRemoval,
): Promise<WriteOutcome> {
  const master = findMaster(known);
  const notices = sendUpdates(known, { notifiesGuests });
  // Deleting a master deletes its instances.
  const resources = master ? [master] : known;
  for (const { id, version, records } of resources) {
    if (records.every(({ status, recurrenceId }) => status === 'cancelled' && recurrenceId !== null))
      continue;
    try {
      await ask((api) =>
        api.events.delete({ calendarId, eventId: id, sendUpdates: notices }, ifMatch(version)),
      );
    } catch (error) {
      const status = findProblem(error)?.status;
      if (status === 412) return { outcome: 'changed_meanwhile' };
      if (!GONE.includes(status ?? 0)) throw error;
    }
  }
  return { outcome: 'written', resources: [] };
}

export async function writeObject(calls: GoogleCalls, input: EventWriteRequest): Promise<WriteOutcome> {
  const zone = await calls.zone();
  const donor = input.known.length > 0 ? input.known : (input.earlier[0] ?? []);
  try {
    return await writeSeries({
      calls,
      zone,
      input,
      wanted: splitParts(input.records, zone),
      states: [input.known, ...input.earlier].map((resources) => readSeriesState(resources, zone)),
      series: new SeriesWriter(calls, zone, sendUpdates([input, ...donor], input)),
    });
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { outcome: 'changed_meanwhile' };
    throw error;
  }
}

async function writeSeries(write: SeriesWrite): Promise<WriteOutcome> {
  const { input, wanted, series, zone } = write;
  const { master } = wanted;
  const before = findMaster(input.known);
  for (const resource of input.known)
    series.note({ ...resource, holds: 'record', masterId: before?.id ?? null });
  if (before) series.note({ ...before, holds: 'record', masterId: null });
  const maker = new EventMaker(write);
  let masterId = before?.id ?? null;
  if (master && !before) masterId = await maker.make(master);
  else if (master && before) await changeMaster(write, before, master);
  await new InstanceWriter(write).put(masterId);
  return {
    outcome: 'written',
    resources: await dropOrphanedInstances(write.calls, series.resources(), zone),
    ...(maker.notRestored !== undefined && { notRestored: maker.notRestored }),
  };
}

async function changeMaster(
  { calls, zone, input, wanted, states, series }: SeriesWrite,
  before: KnownResource,
  master: RemoteEvent,
): Promise<void> {
  const [record] = before.records.filter(({ recurrenceId }) => recurrenceId === null);
  if (!record) return;
  const fields = new Set(changedFields(record, master));
  const { parts, byKey } = series.parts();
  // Instances excluded by the lines of the series that must take place again.
  const own = [...parts.cancelled].filter((key) => !byKey.has(key));
  if (own.some((key) => !wanted.cancelled.has(key))) fields.add('rules');
  if (fields.size === 0) return;
  if (fields.has('time') && record.isAllDay && !master.isAllDay) fields.add('availability');
  // Instances with a separate event stay cancelled by that event.
  const exdates = [...wanted.cancelled].filter((key) => !byKey.has(key));
  const body = toProperties(master, fields, listMasters(states), { zone, exdates });
  await series.patch(before.id, before.version, body);
  // A moved series may have lost its exceptions.
  if ((fields.has('time') || fields.has('rules')) && master.recurrence)
    series.reset(await readObject(calls, input.uid, [before]));
}
