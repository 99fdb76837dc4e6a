import type * as Graph from '@microsoft/microsoft-graph-types';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { ALL_FIELDS } from '../calendars/object-parts.ts';
import { putAttachments, readAttachments } from './attachments.ts';
import {
  describeNotRestored,
  listMasters,
  type SeriesState,
  toEventCopy,
  toProperties,
} from './event-properties.ts';
import { type EventReader, toPath } from './event-reader.ts';
import type { GraphCall } from './graph-calls.ts';
import { isSame } from './graph-comparison.ts';
import { type GraphEvent, insertedBody, toResource } from './graph-event.ts';
import { ChangedMeanwhile, findProblem, isGone } from './graph-failure.ts';

const MAX_ATTEMPTS = 3;

/** Creates events and masters of series. */
export class EventMaker {
  readonly #call: GraphCall;
  readonly #reader: EventReader;

  constructor(call: GraphCall, reader: EventReader) {
    this.#call = call;
    this.#reader = reader;
  }

  /**
   * Inserts a new event, based on an earlier state of it, or of the series that it was split from, if one
   * exists.
   */
  async make(
    calendarId: string,
    master: RemoteEvent,
    states: readonly SeriesState[],
  ): Promise<{ made: GraphEvent; notRestored: string | undefined }> {
    const donors = listMasters(states);
    const original = donors.find(({ record }) => record.uid === master.uid);
    const donor = original ?? donors[0];
    const fields = toProperties(master, ALL_FIELDS, donors, donor?.event.body);
    const inserted = await this.#insert(
      calendarId,
      master,
      donor ? toEventCopy(donor, fields, master) : fields,
    );
    if (!donor) return { made: inserted, notRestored: undefined };
    const { id = '', keptAttachments, hasAttachments } = donor.event;
    // The first part of a split series still has its attachments.
    const there = original || !hasAttachments ? keptAttachments : await this.#readAttachments(id);
    if (!there?.length || inserted.hasAttachments)
      return { made: inserted, notRestored: original && describeNotRestored(original, inserted, []) };
    const path = toPath(inserted.id ?? '');
    const lost = await putAttachments(this.#call, path, there);
    const made = await this.#call<GraphEvent>({ method: 'get', path });
    return { made, notRestored: original && describeNotRestored(original, made, lost) };
  }

  async #readAttachments(id: string): Promise<Graph.FileAttachment[]> {
    try {
      return await readAttachments(this.#call, toPath(id));
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  }

  async #insert(calendarId: string, master: RemoteEvent, body: Graph.Event): Promise<GraphEvent> {
    const path = `/me/calendars/${encodeURIComponent(calendarId)}/events`;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const made = await this.#call<GraphEvent>({
          method: 'post',
          path,
          body: insertedBody(body, master, attempt),
        });
        requireSame(made, master);
        return made;
      } catch (error) {
        const problem = findProblem(error);
        if (problem?.status !== 409 || attempt >= MAX_ATTEMPTS) throw error;
      }
      // The key was used by an attempt whose reply was lost, or by an event that was deleted since.
      const id = await this.#reader.findId(calendarId, master.uid);
      if (id === null) continue;
      const made = await this.#call<GraphEvent>({ method: 'get', path: toPath(id) });
      requireSame(made, master);
      return made;
    }
  }
}

/** The reply to an insert may be an existing event that was changed since. */
function requireSame(made: GraphEvent, master: RemoteEvent): void {
  const [record] = toResource(made)?.records ?? [];
  if (!record || !isSame(record, master)) throw new ChangedMeanwhile();
}
