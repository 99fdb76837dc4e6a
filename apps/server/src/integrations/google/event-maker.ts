import type { calendar_v3 } from '@googleapis/calendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { ALL_FIELDS, changedSince, instanceKey } from '../calendars/object-parts.ts';
import {
  difference,
  type HeldEvent,
  isInvitation,
  listMasters,
  listMissing,
  pickUnmapped,
  pickUnmappedForCopy,
  toProperties,
} from './event-properties.ts';
import { insertedBody, toGoogleId, toResource } from './google-event.ts';
import { findProblem } from './google-failure.ts';
import { findEvent, GONE } from './google-read.ts';
import { ChangedMeanwhile, type SeriesWrite } from './series-writer.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** Creates an event or the master of a series: restores the deleted original or inserts a new one. */
export class EventMaker {
  readonly #write: SeriesWrite;
  #notRestored: string | undefined;

  constructor(write: SeriesWrite) {
    this.#write = write;
  }

  /** A sentence that names the parts of an earlier state that were not restored. */
  get notRestored(): string | undefined {
    return this.#notRestored;
  }

  /**
   * Restores the original if Google still has it. Otherwise inserts a new event, based on an earlier state if
   * one exists.
   */
  async make(master: RemoteEvent): Promise<string> {
    const donors = listMasters(this.#write.states);
    const original = donors.find(({ record }) => record.uid === this.#write.input.uid);
    const id = original && (await this.#restore(master, original));
    return id ?? (await this.#insert(master, original ?? donors[0] ?? null, original !== undefined));
  }

  /** Sets a deleted event's status back. Null when Google no longer has it or does not restore it. */
  async #restore(master: RemoteEvent, original: HeldEvent): Promise<string | null> {
    const held = original.event.id ? await findEvent(this.#write.calls, original.event.id) : null;
    if (!held?.id) return null;
    if (held.status !== 'cancelled') {
      await this.#noteWhatIsThere(held, master);
      return held.id;
    }
    const exdates = this.#listExdates(original.record);
    const wanted = toProperties(master, ALL_FIELDS, listMasters(this.#write.states), {
      zone: this.#write.zone,
      exdates,
    });
    const lost = difference(held, pickUnmapped(original.event));
    const absent = Object.fromEntries(
      Object.entries(lost).filter(([name]) => held[name as keyof GoogleEvent] === undefined),
    );
    const body = { ...difference(held, wanted), ...absent, status: master.status };
    let data: GoogleEvent;
    try {
      data = await this.#write.series.send(held.id, held.etag ?? undefined, body);
    } catch (error) {
      if ([400, 403, ...GONE].includes(findProblem(error)?.status ?? 0)) return null;
      throw error;
    }
    this.#describeMissing(data, original.event, []);
    await this.#write.series.noteExceptions(data);
    return held.id;
  }

  /** The instances excluded by the lines of a series. Others are cancelled one by one. */
  #listExdates(series: RemoteEvent): string[] {
    const own = new Set(
      series.recurrence?.exdates.map((time) => instanceKey(time, series, this.#write.zone)),
    );
    return [...this.#write.wanted.cancelled].filter((key) => own.has(key));
  }

  /** The event exists: an attempt whose reply was lost created it, or another person restored or changed it. */
  async #noteWhatIsThere(event: GoogleEvent, master: RemoteEvent): Promise<void> {
    const resource = toResource(event, this.#write.zone);
    const [record] = resource?.records ?? [];
    if (!resource || !record || changedSince(record, master).size > 0) throw new ChangedMeanwhile();
    this.#write.series.note(resource);
    await this.#write.series.noteExceptions(event);
  }

  async #insert(master: RemoteEvent, donor: HeldEvent | null, isRestored: boolean): Promise<string> {
    const { uid } = this.#write.input;
    const id = toGoogleId(uid);
    const exdates = this.#listExdates(master);
    const fields = toProperties(master, ALL_FIELDS, listMasters(this.#write.states), {
      zone: this.#write.zone,
      exdates,
    });
    const copied = donor ? pickUnmappedForCopy(donor.event) : {};
    const requestBody = { ...insertedBody({ ...copied, ...fields }, { ...master, uid }), id };
    try {
      const data = await this.#write.series.insert(requestBody);
      if (donor && isRestored) {
        const invited = (data.attendees?.length ?? 0) > 0;
        const ways = ['Google no longer has the deleted event, so it is a copy.'];
        if (invited) ways.push('Its guests get a new invitation.');
        if (isInvitation(donor.event)) ways.push('Ask its organizer for a new invitation.');
        this.#describeMissing(data, donor.event, ways);
      } else if (donor) this.#describeMissing(data, donor.event, []);
      return data.id ?? id;
    } catch (error) {
      if (findProblem(error)?.status !== 409) throw error;
    }
    // The id was used before: by an attempt whose reply was lost, or by an event that was deleted since.
    const there = await findEvent(this.#write.calls, id);
    if (there && there.status !== 'cancelled') {
      await this.#noteWhatIsThere(there, master);
    } else {
      const data = await this.#write.series.update(id, { ...requestBody, status: master.status });
      // Its instances may still be cancelled from the deletion.
      await this.#write.series.noteExceptions(data);
    }
    return id;
  }

  #describeMissing(event: GoogleEvent, state: GoogleEvent, ways: readonly string[]): void {
    const missing = [...new Set(listMissing(event, state))];
    const sentences = [
      ...ways,
      ...(missing.length > 0 ? [`Google did not restore: ${missing.join(', ')}.`] : []),
    ];
    if (sentences.length > 0) this.#notRestored = `'${event.summary ?? ''}': ${sentences.join(' ')}`;
  }
}
