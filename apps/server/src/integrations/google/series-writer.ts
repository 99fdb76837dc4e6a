import type { calendar_v3 } from '@googleapis/calendar';
import type { EventWriteRequest } from '#features/calendar-sync/model/calendar-session.ts';
import type { KnownResource, RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { masterFor, type ObjectParts, recordKey, splitParts } from '../calendars/object-parts.ts';
import type { SeriesState } from './event-properties.ts';
import { toResource } from './google-event.ts';
import { findProblem } from './google-failure.ts';
import { findEvent, GONE, type GoogleCalls, listExceptions } from './google-read.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** Thrown inside a write when the version at Google is not the known one. */
export class ChangedMeanwhile extends Error {}

/** Google accepts conference data and attachments only with these parameters. */
const KNOWS_ALL = { conferenceDataVersion: 1, supportsAttachments: true } as const;

/** Whether Google sends updates to the guests, if there are any. */
export function sendUpdates(
  resources: readonly Pick<KnownResource, 'records'>[],
  { notifiesGuests }: Pick<EventWriteRequest, 'notifiesGuests'>,
): 'all' | 'none' {
  const hasGuests = resources.some(({ records }) =>
    records.some(({ details }) => (details.attendees?.length ?? 0) > 0),
  );
  return notifiesGuests && hasGuests ? 'all' : 'none';
}

/** A write of one event or series: the wanted state, the earlier states, and the calls. */
export interface SeriesWrite {
  readonly calls: GoogleCalls;
  readonly zone: string;
  readonly input: EventWriteRequest;
  readonly wanted: ObjectParts;
  /** The current state and the earlier ones, the latest first. */
  readonly states: readonly SeriesState[];
  readonly series: SeriesWriter;
}

/** Writes the events of one series and records Google's state of it after each call. */
export class SeriesWriter {
  readonly #calls: GoogleCalls;
  readonly #zone: string;
  readonly #sendUpdates: 'all' | 'none';
  readonly #held = new Map<string, RemoteResource>();

  constructor(calls: GoogleCalls, zone: string, notices: 'all' | 'none') {
    this.#calls = calls;
    this.#zone = zone;
    this.#sendUpdates = notices;
  }

  resources(): RemoteResource[] {
    return [...this.#held.values()];
  }

  find(id: string): RemoteResource | undefined {
    return this.#held.get(id);
  }

  /** Replaces everything recorded by `resources`. */
  reset(resources: readonly RemoteResource[]): void {
    this.#held.clear();
    for (const resource of resources) this.note(resource);
  }

  note(resource: RemoteResource): void {
    const { id, raw, records } = resource;
    const isStray = records.length === 0 && raw !== null;
    this.#held.set(id, (isStray && toResource(JSON.parse(raw) as GoogleEvent, this.#zone)) || resource);
  }

  parts(): { parts: ObjectParts; byKey: Map<string, RemoteResource> } {
    const resources = this.resources();
    const parts = splitParts(
      resources.flatMap(({ records }) => records),
      this.#zone,
    );
    const byKey = new Map<string, RemoteResource>();
    for (const resource of resources) {
      const [record] = resource.records;
      if (!record?.recurrenceId) continue;
      byKey.set(recordKey(record.recurrenceId, masterFor(record, parts.master), this.#zone), resource);
    }
    return { parts, byKey };
  }

  async patch(eventId: string, version: string | undefined, requestBody: GoogleEvent): Promise<void> {
    try {
      await this.send(eventId, version, requestBody);
    } catch (error) {
      if ([404, 410, 412].includes(findProblem(error)?.status ?? 0)) throw new ChangedMeanwhile();
      throw error;
    }
  }

  async send(eventId: string, version: string | undefined, requestBody: GoogleEvent): Promise<GoogleEvent> {
    const { ask, calendarId } = this.#calls;
    const { data } = await ask((api) =>
      api.events.patch(
        { calendarId, eventId, requestBody, sendUpdates: this.#sendUpdates, ...KNOWS_ALL },
        ifMatch(version),
      ),
    );
    this.noteEvent(data);
    return data;
  }

  async cancel(eventId: string, version: string | undefined): Promise<void> {
    const { ask, calendarId } = this.#calls;
    try {
      await ask((api) =>
        api.events.delete({ calendarId, eventId, sendUpdates: this.#sendUpdates }, ifMatch(version)),
      );
    } catch (error) {
      const status = findProblem(error)?.status;
      if (status === 412) throw new ChangedMeanwhile();
      // No instance of the series, or already cancelled.
      if (!GONE.includes(status ?? 0)) throw error;
    }
    const left = await findEvent(this.#calls, eventId);
    if (left) this.noteEvent(left);
    else this.#held.delete(eventId);
  }

  noteEvent(event: GoogleEvent): void {
    const resource = toResource(event, this.#zone);
    if (resource) this.note(resource);
  }

  async noteExceptions(series: GoogleEvent): Promise<void> {
    if (!series.recurrence?.length) return;
    for (const event of await listExceptions(this.#calls, series)) this.noteEvent(event);
  }

  async insert(requestBody: GoogleEvent): Promise<GoogleEvent> {
    const { ask, calendarId } = this.#calls;
    const { data } = await ask((api) =>
      api.events.insert({ calendarId, requestBody, sendUpdates: this.#sendUpdates, ...KNOWS_ALL }),
    );
    this.noteEvent(data);
    return data;
  }

  /** Replaces the whole event. */
  async update(eventId: string, requestBody: GoogleEvent): Promise<GoogleEvent> {
    const { ask, calendarId } = this.#calls;
    const { data } = await ask((api) =>
      api.events.update({ calendarId, eventId, requestBody, sendUpdates: this.#sendUpdates, ...KNOWS_ALL }),
    );
    this.noteEvent(data);
    return data;
  }
}

export function ifMatch(version: string | undefined): { headers?: Record<string, string> } {
  return version ? { headers: { 'If-Match': version } } : {};
}
