import type { calendar_v3 } from '@googleapis/calendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { ALL_FIELDS, changedFields, type EventField, regularInstance } from '../calendars/object-parts.ts';
import { listInstances } from '../calendars/series-instances.ts';
import { findChangedInstance } from '../calendars/series-state.ts';
import {
  clearUnmapped,
  difference,
  type HeldEvent,
  pickUnmappedForInstance,
  regularState,
  toProperties,
} from './event-properties.ts';
import type { SeriesWrite } from './series-writer.ts';

type GoogleEvent = calendar_v3.Schema$Event;

const INSTANCE_FIELDS: ReadonlySet<EventField> = new Set(
  [...ALL_FIELDS].filter((field) => field !== 'rules'),
);

/** Writes the changed and cancelled instances of a series. */
export class InstanceWriter {
  readonly #write: SeriesWrite;

  constructor(write: SeriesWrite) {
    this.#write = write;
  }

  async put(masterId: string | null): Promise<void> {
    const { parts, byKey } = this.#write.series.parts();
    const wanted = this.#write.wanted;
    const { master } = wanted;
    const getId = (key: string) => byKey.get(key)?.id ?? (masterId === null ? null : `${masterId}_${key}`);
    const seriesRaw = (masterId !== null && this.#write.series.find(masterId)?.raw) || null;
    const series = seriesRaw === null ? {} : (JSON.parse(seriesRaw) as GoogleEvent);
    const { calls, zone } = this.#write;
    const keys = [...new Set([...wanted.overrides.keys(), ...byKey.keys()])];
    const instances = master
      ? await listInstances(calls.userId, { master, keys, floatingZone: zone })
      : new Set<string>();
    for (const [key, override] of wanted.overrides) {
      const id = getId(key);
      if (id === null) continue;
      const held = parts.overrides.get(key);
      const isRegular = !parts.cancelled.has(key) && instances.has(key);
      const body = this.#instanceBody(key, override, { held, isRegular, series });
      if (Object.keys(body).length > 0) await this.#write.series.patch(id, byKey.get(key)?.version, body);
    }
    for (const key of wanted.cancelled) {
      const id = getId(key);
      if (id !== null && !parts.cancelled.has(key))
        await this.#write.series.cancel(id, byKey.get(key)?.version);
    }
    for (const [key, resource] of byKey) {
      if (wanted.overrides.has(key) || wanted.cancelled.has(key)) continue;
      const isOut = parts.cancelled.has(key);
      if (master && instances.has(key)) {
        const regular = regularInstance(master, key, this.#write.zone);
        const held = parts.overrides.get(key);
        const fields = isOut || !held ? INSTANCE_FIELDS : changedFields(held, regular);
        const body = toProperties(regular, fields, this.#regularDonors(key), this.#place());
        const whole = isOut ? { ...pickUnmappedForInstance(series), ...body } : body;
        if (fields.size > 0) await this.#write.series.patch(resource.id, resource.version, whole);
      } else if (!isOut) await this.#write.series.cancel(resource.id, resource.version);
    }
  }

  #place() {
    return { zone: this.#write.zone, exdates: [] };
  }

  #regularDonors(key: string): HeldEvent[] {
    return this.#write.states.flatMap((state) => regularState(state, key, this.#write.zone) ?? []);
  }

  /**
   * The properties to send for a changed instance. A regular instance needs only the differences, so that
   * Google's spelling of the rest stays. A cancelled instance needs all properties, because Google may have
   * kept none of them.
   */
  #instanceBody(
    key: string,
    override: RemoteEvent,
    now: { held: RemoteEvent | undefined; isRegular: boolean; series: GoogleEvent },
  ): GoogleEvent {
    const { held, isRegular, series } = now;
    const keys = [...this.#write.wanted.overrides.keys()];
    const own = this.#write.states.flatMap((state) => findChangedInstance(state, key, keys) ?? []);
    const donors = [...own, ...this.#regularDonors(key)];
    if (held) return toProperties(override, changedFields(held, override), donors, this.#place());
    const [earlier] = own;
    const { master } = this.#write.wanted;
    if (!isRegular || !master) {
      const unmapped = pickUnmappedForInstance(earlier ? earlier.event : series);
      return { ...unmapped, ...toProperties(override, INSTANCE_FIELDS, donors, this.#place()) };
    }
    const fields = new Set(changedFields(regularInstance(master, key, this.#write.zone), override));
    if (override.isAllDay || override.isBusy === master.isBusy) fields.delete('availability');
    const body = toProperties(override, fields, donors, this.#place());
    if (!earlier) return body;
    const [is, wanted] = [pickUnmappedForInstance(series), pickUnmappedForInstance(earlier.event)];
    return { ...clearUnmapped(is, wanted), ...difference(is, wanted), ...body };
  }
}
