import { AppError } from '../../../platform/errors.ts';
import type { CommandKind } from '../../../platform/journal.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import type { EventOutlet } from '../ports.ts';
import type { EventRecord } from '../rules/event-record.ts';
import type { Window } from '../rules/occurrences.ts';
import { findCalendar } from '../store/calendars.ts';
import { deleteEvents, insertEvents, lockFamilies } from '../store/events.ts';
import { indexFamilies } from './occurrence-index.ts';
import type { CalendarPlatform } from './platform.ts';

/** Puts families in place of what their UIDs had before. Its own inverse: the families from before. */
interface ReplacePayload {
  readonly calendarId: string;
  readonly uids: readonly string[];
  readonly records: readonly EventRecord[];
  readonly summary: string;
  readonly window: Window;
  readonly homeTimeZone: string;
}

export function replaceKind(outlet: EventOutlet): CommandKind<ReplacePayload, void> {
  return {
    kind: 'event.replace',
    async apply(tx, scope, payload, now) {
      const { calendarId, uids, records, summary, window, homeTimeZone } = payload;
      const calendar = await findCalendar(tx, scope, calendarId);
      if (!calendar?.is_synced)
        throw new AppError(
          'not_found',
          'The calendar of this event is not here any more. Nothing was changed.',
        );
      const before = await lockFamilies(tx, scope, calendarId, uids);
      await deleteEvents(
        tx,
        scope,
        before.map((record) => record.id),
      );
      await insertEvents(tx, scope, records, homeTimeZone, now);
      await indexFamilies(tx, scope, records, window, homeTimeZone);
      await outlet.changed(tx, scope, calendarId, uids);
      await notifyChanged(tx, scope, 'events');
      const inverse: ReplacePayload = { ...payload, records: before, summary: `Took back: ${summary}` };
      return { result: undefined, inverse: { kind: 'event.replace', payload: inverse }, summary };
    },
  };
}

export const calendarCommands = ({ outlet }: Pick<CalendarPlatform, 'outlet'>) => [replaceKind(outlet)];
