import type { ObjectName } from '#features/calendar/model/event.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { listLinksByUid } from '../store/links.ts';
import { isChangeWaiting } from '../store/outbox.ts';

/** How far the provider of a calendar has a calendar object. */
export interface ProviderState {
  /** Whether a change has not reached it. */
  readonly isWaiting: boolean;
  /** SEQUENCE (RFC 5545 §3.8.7.4) of its iCalendar object; -1 if it has none. */
  readonly sequence: number;
}

export async function readProviderState(tx: Tx, scope: Scope, name: ObjectName): Promise<ProviderState> {
  const links = await listLinksByUid(tx, scope, name.calendarId, [name.uid]);
  const texts = links.map(({ raw }) => raw ?? '').filter((raw) => raw.startsWith('BEGIN:VCALENDAR'));
  const numbers = texts.flatMap((raw) =>
    [...raw.matchAll(/^SEQUENCE:(\d{1,9})\s*$/gm)].map(([, text]) => Number(text)),
  );
  return {
    isWaiting: await isChangeWaiting(tx, scope, name),
    sequence: Math.max(texts.length > 0 ? 0 : -1, ...numbers),
  };
}
