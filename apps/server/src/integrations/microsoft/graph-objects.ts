import { findZoneName } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import type { EventWriteRequest, WriteOutcome } from '#features/calendar-sync/model/calendar-session.ts';
import type { KnownResource, RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { requireReadable } from '../calendars/checked-responses.ts';
import { changedFields, type ObjectParts, splitParts } from '../calendars/object-parts.ts';
import { listInstances } from '../calendars/series-instances.ts';
import { readAttachments } from './attachments.ts';
import { EventMaker } from './event-maker.ts';
import {
  listMasters,
  readSeriesState,
  type SeriesState,
  toProperties,
  type WholeEvent,
} from './event-properties.ts';
import { EventReader, toPath } from './event-reader.ts';
import type { GraphCall } from './graph-calls.ts';
import { isPartiallyWritten, isSameRule } from './graph-comparison.ts';
import { type GraphEvent, getTag, parseMasterTag } from './graph-event.ts';
import { ChangedMeanwhile, isGone, isStale } from './graph-failure.ts';
import { InstanceWriter } from './instance-writer.ts';
import { ANSWER_NOT_WITHDRAWN, answerInvitation } from './own-answer.ts';

const ZONE = 'UTC';

/** Reads and writes events and series of a mailbox as a whole. */
export class GraphObjects {
  readonly #call: GraphCall;
  readonly #userId: string;
  readonly #reader: EventReader;
  readonly #maker: EventMaker;
  readonly #instances: InstanceWriter;

  constructor(call: GraphCall, reader: EventReader, userId: string) {
    this.#call = call;
    this.#userId = userId;
    this.#reader = reader;
    this.#maker = new EventMaker(call, reader);
    this.#instances = new InstanceWriter(call, userId);
  }

  async read(calendarId: string, uid: string, known: readonly KnownResource[]): Promise<RemoteResource[]> {
    const [before] = known;
    const id = before?.id ?? (await this.#reader.findId(calendarId, uid));
    const found = id === null ? null : await this.#reader.find(id);
    return found ? requireReadable('Outlook', [found]) : [];
  }

  async remove(known: readonly KnownResource[]): Promise<WriteOutcome> {
    for (const { id, version } of known) {
      const held = await this.#reader.find(id);
      if (!held) continue;
      if (held.version !== version) return { outcome: 'changed_meanwhile' };
      try {
        await this.#call({ method: 'delete', path: toPath(id), ifMatch: parseMasterTag(version) });
      } catch (error) {
        if (isStale(error)) return { outcome: 'changed_meanwhile' };
        if (!isGone(error)) throw error;
      }
    }
    return { outcome: 'written', resources: [] };
  }

  /** Outlook cannot restore an event, so properties that lists omit are read before a deletion. */
  async readWhole(known: readonly KnownResource[]): Promise<KnownResource[]> {
    return Promise.all(
      known.map(async (resource) => {
        const held = await this.#reader.find(resource.id);
        if (!held?.raw || held.version !== resource.version) return resource;
        const event = JSON.parse(held.raw) as WholeEvent;
        if (event.hasAttachments !== true) return { ...resource, raw: held.raw };
        const keptAttachments = await readAttachments(this.#call, toPath(resource.id));
        return { ...resource, raw: JSON.stringify({ ...event, keptAttachments }) };
      }),
    );
  }

  async write(calendarId: string, input: EventWriteRequest): Promise<WriteOutcome> {
    const wanted = splitParts(await this.#anchored(input.records), ZONE);
    const { master } = wanted;
    if (!master)
      throw new ProviderFailure(
        'rejected',
        'Outlook keeps a changed occurrence only together with its series. Create a separate event instead.',
      );
    try {
      const [known] = input.known;
      const states = [input.known, ...input.earlier].map(readSeriesState);
      const { made, notRestored } = known
        ? await this.#change(known, master, wanted, states, input)
        : await this.#maker.make(calendarId, { ...master, uid: input.uid }, states);
      // A mailbox may remove what its user declines.
      if (made === null) return { outcome: 'written', resources: [] };
      const id = made.id ?? known?.id ?? '';
      if (master.recurrence) await this.#instances.put(id, master, wanted, states, input);
      // The reply contains what was written. A later read may already contain another person's change.
      const held = master.recurrence ? await this.#reader.find(id) : await this.#reader.complete(made);
      if (!held) throw new ChangedMeanwhile();
      return {
        outcome: 'written',
        resources: [held],
        ...(notRestored !== undefined && { notRestored }),
      };
    } catch (error) {
      if (error instanceof ChangedMeanwhile || isStale(error)) return { outcome: 'changed_meanwhile' };
      throw error;
    }
  }

  /** Gives floating times the mailbox's zone, because Outlook has no floating times. */
  async #anchored(records: readonly RemoteEvent[]): Promise<readonly RemoteEvent[]> {
    const isFloating = ({ at, timeZone }: EventTime) => at.includes('T') && timeZone === null;
    if (!records.some(({ start, end }) => isFloating(start) || isFloating(end))) return records;
    const { timeZone: received } = await this.#call<Graph.MailboxSettings>({
      method: 'get',
      path: '/me/mailboxSettings?$select=timeZone',
    });
    const timeZone = findZoneName(received ?? '');
    if (timeZone === null)
      throw new ProviderFailure(
        'rejected',
        'Outlook does not report the time zone of its calendar. Choose a time zone for the event.',
      );
    const anchored = <Time extends EventTime>(time: Time): Time =>
      isFloating(time) ? { ...time, timeZone } : time;
    return records.map((record) => ({
      ...record,
      recurrenceId: record.recurrenceId && anchored(record.recurrenceId),
      start: anchored(record.start),
      end: anchored(record.end),
      recurrence: record.recurrence && {
        ...record.recurrence,
        rdates: record.recurrence.rdates.map(anchored),
        exdates: record.recurrence.exdates.map(anchored),
      },
    }));
  }

  async #change(
    known: KnownResource,
    master: RemoteEvent,
    wanted: ObjectParts,
    states: readonly SeriesState[],
    notices: Pick<EventWriteRequest, 'notifiesGuests'>,
  ): Promise<{ made: GraphEvent | null; notRestored?: string }> {
    const before = splitParts(known.records, ZONE);
    if (!before.master) throw new ChangedMeanwhile();
    const isSeries = Boolean(before.master.recurrence ?? master.recurrence);
    if (isSeries) {
      const held = await this.#reader.find(known.id);
      if (held?.version !== known.version) {
        if (!held || !isPartiallyWritten(held, before, wanted)) throw new ChangedMeanwhile();
        return { made: await this.#call<GraphEvent>({ method: 'get', path: toPath(known.id) }) };
      }
    }
    const fields = new Set(changedFields(before.master, master));
    if (fields.has('rules') && isSameRule(before.master, master)) fields.delete('rules');
    // An excluded instance returns only when the series is written again.
    const keys = [...before.cancelled].filter((key) => !wanted.cancelled.has(key));
    const back = await listInstances(this.#userId, { master, keys, floatingZone: ZONE });
    if (back.size > 0) fields.add('rules');
    if (before.master.isAllDay && !master.isAllDay) fields.add('availability');
    const path = toPath(known.id);
    const isAnswered = fields.delete('answer');
    const answered = async (made: GraphEvent): Promise<{ made: GraphEvent | null; notRestored?: string }> => {
      if (!isAnswered) return { made };
      if (!(await answerInvitation(this.#call, known.id, master, notices)))
        return { made, notRestored: ANSWER_NOT_WITHDRAWN };
      const held = await this.#reader.find(known.id);
      return { made: held?.raw ? (JSON.parse(held.raw) as GraphEvent) : null };
    };
    try {
      if (fields.size > 0) {
        const donors = listMasters(states);
        const ifMatch = parseMasterTag(known.version);
        const now =
          known.raw === null && fields.has('description') ? await this.#reader.find(known.id) : known;
        const held = now?.raw ? (JSON.parse(now.raw) as GraphEvent) : null;
        const body = toProperties(master, fields, donors, held?.body);
        return await answered(await this.#call<GraphEvent>({ method: 'patch', path, body, ifMatch }));
      }
      const held = await this.#call<GraphEvent>({ method: 'get', path });
      if (getTag(held) !== parseMasterTag(known.version)) throw new ChangedMeanwhile();
      return await answered(held);
    } catch (error) {
      if (isGone(error)) throw new ChangedMeanwhile();
      throw error;
    }
  }
}
