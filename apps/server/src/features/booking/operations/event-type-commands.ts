import { MAX_EVENT_TYPES, type NewEventType } from '@dayloom/contracts';
import type { Tx } from '#platform/db.ts';
import { AppError, brokenConstraint, notFound } from '#platform/errors.ts';
import type { CommandKind } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredEventType } from '../model/event-type.ts';
import {
  deleteEventType,
  findEventTypeRow,
  insertEventType,
  lockEventTypes,
  updateEventType,
} from '../store/event-types.ts';

interface SavePayload {
  readonly id: string;
  /** All fields after the change. */
  readonly fields: NewEventType;
  /** The version that is changed; null for an event type that does not exist yet. */
  readonly version: number | null;
  readonly summary: string;
}

interface RemovePayload {
  readonly id: string;
  readonly summary: string;
}

/** Creates an event type, or replaces its fields. */
export const saveEventTypeKind: CommandKind<SavePayload, StoredEventType> = {
  kind: 'save_event_type',
  async apply(tx, scope, { id, fields, version, summary }, now) {
    const before = version === null ? null : await findEventTypeRow(tx, scope, id);
    if (version !== null && !before) throw notFound('The event type');
    const saved = await refuseTakenSlug(
      before
        ? updateEventType(tx, scope, { ...fields, id, version: version ?? before.version }, now)
        : addEventType(tx, scope, { id, fields, now }),
    );
    if (!saved)
      throw new AppError(
        'version_conflict',
        'This event type was changed elsewhere. Reload it and try again.',
      );
    const undone = `Undid: ${summary}`;
    return {
      result: saved,
      inverse: before
        ? {
            kind: 'save_event_type',
            payload: { id, fields: toFields(before), version: saved.version, summary: undone },
          }
        : { kind: 'remove_event_type', payload: { id, summary: undone } },
      summary,
      changed: ['bookings'],
    };
  },
};

/** Removes an event type. What was booked stays. */
export const removeEventTypeKind: CommandKind<RemovePayload, void> = {
  kind: 'remove_event_type',
  async apply(tx, scope, { id, summary }) {
    const before = await findEventTypeRow(tx, scope, id);
    if (!before || !(await deleteEventType(tx, scope, id))) throw notFound('The event type');
    return {
      result: undefined,
      inverse: {
        kind: 'save_event_type',
        payload: { id, fields: toFields(before), version: null, summary: `Undid: ${summary}` },
      },
      summary,
      changed: ['bookings'],
    };
  },
};

export const bookingCommands = [saveEventTypeKind, removeEventTypeKind] as const;

const toFields = ({ id: _id, version: _version, ...fields }: StoredEventType): NewEventType => fields;

async function addEventType(
  tx: Tx,
  scope: Scope,
  { id, fields, now }: { readonly id: string; readonly fields: NewEventType; readonly now: Date },
): Promise<StoredEventType> {
  if ((await lockEventTypes(tx, scope)) >= MAX_EVENT_TYPES)
    throw new AppError('unprocessable', `There are already ${MAX_EVENT_TYPES} event types.`);
  return insertEventType(tx, scope, { ...fields, id }, now);
}

async function refuseTakenSlug<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) !== 'event_types_slug') throw error;
    throw new AppError('invalid_request', 'slug: is used by another event type', {
      cause: error,
      fields: { slug: 'is used by another event type' },
    });
  }
}
