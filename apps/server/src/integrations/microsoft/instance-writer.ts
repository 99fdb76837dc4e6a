import { DAY_MS } from '@dayloom/time';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import {
  changedSince,
  instanceKey,
  masterFor,
  type ObjectParts,
  parseInstanceKey,
  regularInstance,
  splitParts,
} from '../calendars/object-parts.ts';
import { getTimeInstant } from '../calendars/provider-times.ts';
import { listInstances } from '../calendars/series-instances.ts';
import { findChangedInstance, findRegularInstance } from '../calendars/series-state.ts';
import { difference, type SeriesState, toProperties } from './event-properties.ts';
import { FIELDS, toPath } from './event-reader.ts';
import type { GraphCall } from './graph-calls.ts';
import { type GraphEvent, getTag, toResource } from './graph-event.ts';
import { answerInvitation } from './own-answer.ts';

const ZONE = 'UTC';

interface InstanceRef {
  readonly id: string;
  readonly tag: string;
}

interface HeldInstance extends InstanceRef {
  readonly event: GraphEvent;
}

/** Writes the changed instances of a series and deletes the cancelled ones. */
export class InstanceWriter {
  readonly #call: GraphCall;
  readonly #userId: string;

  constructor(call: GraphCall, userId: string) {
    this.#call = call;
    this.#userId = userId;
  }

  async put(
    id: string,
    master: RemoteEvent,
    wanted: ObjectParts,
    states: readonly SeriesState[],
    notices: { readonly notifiesGuests: boolean },
  ): Promise<void> {
    const held = await this.#heldInstances(id);
    const getId = async (key: string) => held.byKey.get(key) ?? (await this.#instanceAt(id, master, key));
    const regularDonors = (key: string) =>
      states.flatMap((state) => findRegularInstance(state, key, ZONE) ?? []);
    for (const [key, override] of wanted.overrides) {
      const before = held.parts.overrides.get(key) ?? regularInstance(master, key, ZONE);
      const own = states.flatMap(
        (state) => findChangedInstance(state, key, [...wanted.overrides.keys()]) ?? [],
      );
      const now = held.byKey.get(key)?.event ?? held.series;
      const donors = [...own, ...regularDonors(key)];
      const fields = changedSince(before, override);
      const changed = toProperties(override, fields, donors, now.body);
      // Outlook dropped this instance together with its series, so it needs all properties.
      const lost = !held.byKey.has(key) && own[0] ? difference(now, own[0].event) : {};
      const body = { ...lost, ...changed };
      const isChanged = Object.keys(body).length > 0;
      if (!isChanged && !fields.has('answer')) continue;
      const there = await getId(key);
      if (!there) throw unable(held.parts.cancelled.has(key));
      if (isChanged) await this.#call({ method: 'patch', path: toPath(there.id), body, ifMatch: there.tag });
      if (fields.has('answer')) await answerInvitation(this.#call, there.id, override, notices);
    }
    for (const key of wanted.cancelled) {
      if (held.parts.cancelled.has(key)) continue;
      const there = await getId(key);
      // No instance of the series, so there is nothing to delete.
      if (there) await this.#call({ method: 'delete', path: toPath(there.id), ifMatch: there.tag });
    }
    const isUnchanged = (key: string) => !wanted.overrides.has(key) && !wanted.cancelled.has(key);
    const keys = [...held.byKey.keys(), ...held.parts.cancelled].filter(isUnchanged);
    const instances = await listInstances(this.#userId, { master, keys, floatingZone: ZONE });
    for (const [key, there] of held.byKey) {
      const before = held.parts.overrides.get(key);
      if (!before || !isUnchanged(key) || !instances.has(key)) continue;
      const regular = regularInstance(master, key, ZONE);
      const fields = changedSince(before, regular);
      if (fields.size === 0) continue;
      const body = toProperties(regular, fields, regularDonors(key), there.event.body);
      await this.#call({ method: 'patch', path: toPath(there.id), body, ifMatch: there.tag });
    }
    const isLeftOut = [...held.parts.cancelled].some((key) => isUnchanged(key) && instances.has(key));
    if (isLeftOut) throw unable(true);
  }

  async #heldInstances(
    id: string,
  ): Promise<{ parts: ObjectParts; byKey: Map<string, HeldInstance>; series: GraphEvent }> {
    const path = `${toPath(id)}?$select=${FIELDS}&$expand=exceptionOccurrences`;
    const event = await this.#call<GraphEvent>({ method: 'get', path });
    const exceptions = event.exceptionOccurrences ?? [];
    const parts = splitParts(toResource(event, exceptions)?.records ?? [], ZONE);
    const byKey = new Map<string, HeldInstance>();
    for (const exception of exceptions) {
      const [, record] = toResource(event, [exception])?.records ?? [];
      if (record?.recurrenceId && exception.id)
        byKey.set(instanceKey(record.recurrenceId, masterFor(record, parts.master), ZONE), {
          id: exception.id,
          tag: getTag(exception),
          event: exception,
        });
    }
    return { parts, byKey, series: event };
  }

  /**
   * Finds the occurrence that starts at the key's original start. Outlook gives its id only in a query for a
   * time range.
   */
  async #instanceAt(seriesId: string, master: RemoteEvent, key: string): Promise<InstanceRef | null> {
    const at = getTimeInstant(parseInstanceKey(key), master, ZONE);
    const range = `startDateTime=${new Date(at - DAY_MS).toISOString()}&endDateTime=${new Date(at + 2 * DAY_MS).toISOString()}`;
    const { value } = await this.#call<{ value: GraphEvent[] }>({
      method: 'get',
      path: `${toPath(seriesId)}/instances?${range}`,
      pageSize: 100,
    });
    for (const event of value) {
      const start = event.originalStart ?? `${event.start?.dateTime?.replace(/(?:\.\d+)?Z?$/, '')}Z`;
      const isIt = master.isAllDay
        ? start.slice(0, 10).replaceAll('-', '') === key
        : Date.parse(start) === at;
      if (isIt && event.id) return { id: event.id, tag: getTag(event) };
    }
    return null;
  }
}

function unable(isOut: boolean): ProviderFailure {
  return new ProviderFailure(
    'rejected',
    isOut
      ? 'Outlook cannot restore an occurrence that was deleted from a series. Create a separate event instead.'
      : 'Outlook does not have the occurrence that was changed here. Create a separate event instead.',
  );
}
