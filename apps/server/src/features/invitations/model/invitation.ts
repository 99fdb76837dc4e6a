import type { EventRecord } from '#features/calendar/model/event-record.ts';

/** Which answer to a component is the latest one. */
export interface AnswerVersion {
  readonly sequence: number;
  /** DTSTAMP, in epoch milliseconds. */
  readonly stampedAt: number;
}

/** By recurrence id; '' for the series or the single event. */
export type ByInstance<Value> = Readonly<Record<string, Value>>;

/** The part of an event that is kept as sent, to compare later changes with. */
export function toSentRecord({ asWritten: _spelling, ...record }: EventRecord): EventRecord {
  return { ...record, source: null };
}

/** A calendar object whose guests we invite by mail. */
export interface StoredInvitation {
  readonly id: string;
  readonly calendarId: string;
  readonly uid: string;
  readonly title: string;
  /** The calendar object as the guests know it. */
  readonly sent: readonly EventRecord[];
  readonly sequence: number;
  readonly answersFrom: ByInstance<number>;
  readonly dueAt: Date | null;
}

export interface StoredGuest {
  readonly email: string;
  readonly sealedToken: string;
  readonly answers: ByInstance<AnswerVersion>;
}
