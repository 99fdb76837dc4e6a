import { randomBytes } from 'node:crypto';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { KeptState } from '../kept-state.ts';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { ShownEvent } from '../shown-event.ts';
import { demoMailbox } from './demo-mailbox.ts';
import { badRequest, GraphError, itemNotFound, syncStateGone } from './graph-error.ts';
import type { GraphSubscriptions } from './graph-subscriptions.ts';
import { expand, instantOf, momentOf, windowsZone } from './graph-times.ts';

const ID_BYTES = 18;
const MOST_RANGES = 20;

/** An event as it lies in the mailbox: in UTC, as Graph keeps them. */
export type Event = Graph.Event & {
  readonly id: string;
  calendarId: string;
  /** Of a series: which of its occurrences were taken out. */
  cancelledOccurrences?: string[];
};

export interface Calendar {
  readonly id: string;
  name: string;
  readonly isDefault: boolean;
  readonly canEdit: boolean;
  readonly color: Graph.CalendarColor;
}

interface Mailbox {
  readonly timeZone: string;
  calendars: Record<string, Calendar>;
  events: Record<string, Event>;
  /** Which change touched an event last; deleted ones too. */
  changes: Record<
    string,
    {
      change: number;
      calendarId: string;
      isDeleted: boolean;
      lastRange: [number, number];
      /** Where it has been, so that those who had it in their range hear that it left. */
      ranges?: [number, number][];
    }
  >;
  /** Ids by the client's transaction, so that an insert twice is one. */
  transactions: Record<string, string>;
}

interface State {
  lastChange: number;
  oldestChange: number;
  mailboxes: Record<string, Mailbox>;
}

const emptyState = (): State => ({ lastChange: 0, oldestChange: 0, mailboxes: {} });

/** The mailboxes behind the API: events with their series, and a count of changes. */
export class GraphCalendars extends KeptState<State> {
  readonly #now: () => Date;
  readonly #subscriptions: GraphSubscriptions;
  readonly #changed: () => void;

  constructor(now: () => Date, subscriptions: GraphSubscriptions, changed: () => void) {
    super('graph-calendars', emptyState);
    this.#now = now;
    this.#subscriptions = subscriptions;
    this.#changed = changed;
  }

  now(): Date {
    return this.#now();
  }

  get lastChange(): number {
    return this.state.lastChange;
  }

  mailboxOf(account: DemoAccount): Mailbox {
    const known = this.state.mailboxes[account.id];
    if (known) return known;
    const demo = demoMailbox(account, this.#now());
    const mailbox: Mailbox = {
      timeZone: demo.timeZone,
      calendars: Object.fromEntries(demo.calendars.map((calendar) => [calendar.id, calendar])),
      events: {},
      changes: {},
      transactions: {},
    };
    this.state.mailboxes[account.id] = mailbox;
    for (const { calendarId, ...event } of demo.events) {
      this.#write(mailbox, { ...event, id: newId(), calendarId });
    }
    return mailbox;
  }

  calendarOf(mailbox: Mailbox, id: string | null): Calendar {
    const found =
      id === null
        ? Object.values(mailbox.calendars).find(({ isDefault }) => isDefault)
        : mailbox.calendars[id];
    if (!found) throw itemNotFound();
    return found;
  }

  #write(mailbox: Mailbox, event: Event): Event {
    const change = ++this.state.lastChange;
    const now = this.#now().toISOString();
    const recurrence = event.recurrence && withZone(event.recurrence, event.start?.timeZone);
    const written: Event = {
      createdDateTime: now,
      iCalUId: `demo${event.id}`,
      isAllDay: false,
      isCancelled: false,
      isOrganizer: true,
      isReminderOn: true,
      showAs: 'busy',
      sensitivity: 'normal',
      importance: 'normal',
      responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
      attendees: [],
      body: { contentType: 'text', content: '' },
      bodyPreview: '',
      categories: [],
      ...event,
      ...(recurrence && { recurrence }),
      subject: event.subject ?? '',
      originalStartTimeZone: windowsZone(event.originalStartTimeZone ?? event.start?.timeZone ?? 'UTC'),
      originalEndTimeZone: windowsZone(event.originalEndTimeZone ?? event.end?.timeZone ?? 'UTC'),
      start: momentOf(instantOf(event.start), 'UTC'),
      end: momentOf(instantOf(event.end), 'UTC'),
      type: event.type ?? (event.recurrence ? 'seriesMaster' : 'singleInstance'),
      changeKey: String(change),
      lastModifiedDateTime: now,
    };
    mailbox.events[written.id] = written;
    mailbox.changes[written.id] = {
      change,
      calendarId: written.calendarId,
      isDeleted: false,
      lastRange: rangeOf(written),
      ranges: [...(mailbox.changes[written.id]?.ranges ?? []), rangeOf(written)].slice(-MOST_RANGES),
    };
    this.#changed();
    return written;
  }

  insert(
    account: DemoAccount,
    calendar: Calendar,
    wish: Graph.Event & { transactionId?: string | null },
  ): Event {
    const mailbox = this.mailboxOf(account);
    requireEditor(calendar);
    const known = wish.transactionId ? mailbox.transactions[wish.transactionId] : undefined;
    if (known && mailbox.events[known]) return mailbox.events[known];
    checkTimes(wish);
    const event = this.#write(mailbox, {
      ...writable(wish),
      ...(wish.transactionId && { transactionId: wish.transactionId }),
      id: newId(),
      calendarId: calendar.id,
    });
    if (wish.transactionId) mailbox.transactions[wish.transactionId] = event.id;
    this.#subscriptions.tell(account, event, 'created');
    return event;
  }

  /** A stored event, or an occurrence of a series that nobody changed on its own. */
  get(account: DemoAccount, id: string): Event {
    const mailbox = this.mailboxOf(account);
    const stored = mailbox.events[id];
    if (stored) return stored;
    const [masterId = '', at] = id.split('.');
    const master = mailbox.events[masterId];
    const startsAt = Number(at);
    if (!master?.recurrence || !Number.isFinite(startsAt)) throw itemNotFound();
    const [found] = this.#occurrences(mailbox, master, startsAt, startsAt + 1).filter(
      (event) => event.id === id,
    );
    if (!found) throw itemNotFound();
    return found;
  }

  change(account: DemoAccount, id: string, wish: Graph.Event, ifMatch: string | undefined): Event {
    const mailbox = this.mailboxOf(account);
    const before = this.get(account, id);
    requireEditor(this.calendarOf(mailbox, before.calendarId));
    requireMatch(before, ifMatch);
    const merged: Event = {
      ...before,
      ...writable(wish),
      // Who tells a new time tells its zone.
      ...(wish.start?.timeZone && { originalStartTimeZone: wish.start.timeZone }),
      ...(wish.end?.timeZone && { originalEndTimeZone: wish.end.timeZone }),
      id,
      calendarId: before.calendarId,
    };
    checkTimes(merged);
    if (wish.recurrence === null) merged.type = 'singleInstance';
    else if (before.type === 'occurrence') merged.type = 'exception';
    else if (merged.recurrence) merged.type = 'seriesMaster';
    // A series that is laid out anew forgets what was changed in it.
    if (wish.recurrence !== undefined && before.type === 'seriesMaster') {
      delete merged.cancelledOccurrences;
      for (const event of this.#exceptionsOf(mailbox, id)) this.#drop(mailbox, event);
    }
    const event = this.#write(mailbox, merged);
    this.#subscriptions.tell(account, event, 'updated');
    return event;
  }

  #exceptionsOf(mailbox: Mailbox, masterId: string): Event[] {
    return Object.values(mailbox.events).filter(({ seriesMasterId }) => seriesMasterId === masterId);
  }

  #drop(mailbox: Mailbox, event: Event): void {
    delete mailbox.events[event.id];
    mailbox.changes[event.id] = {
      change: ++this.state.lastChange,
      calendarId: event.calendarId,
      isDeleted: true,
      lastRange: rangeOf(event),
    };
  }

  remove(account: DemoAccount, id: string, ifMatch: string | undefined): void {
    const mailbox = this.mailboxOf(account);
    const before = this.get(account, id);
    requireEditor(this.calendarOf(mailbox, before.calendarId));
    requireMatch(before, ifMatch);
    const master = mailbox.events[before.seriesMasterId ?? ''];
    // The series itself remembers which of its occurrences are gone, changed ones too.
    if (master)
      this.#write(mailbox, {
        ...master,
        cancelledOccurrences: [
          ...(master.cancelledOccurrences ?? []),
          occurrenceIdOf(master, Date.parse(before.originalStart ?? '')),
        ],
      });
    for (const event of this.#exceptionsOf(mailbox, id)) this.#drop(mailbox, event);
    this.#drop(mailbox, before);
    this.#subscriptions.tell(account, before, 'deleted');
    this.#changed();
  }

  #occurrences(mailbox: Mailbox, master: Event, from: number, to: number): Event[] {
    const exceptions = this.#exceptionsOf(mailbox, master.id);
    const replaced = new Set(exceptions.map(({ id }) => id));
    const cancelled = new Set(master.cancelledOccurrences ?? []);
    const { recurrence: _, cancelledOccurrences: __, singleValueExtendedProperties: ___, ...shared } = master;
    const regular = expand(master, from, to).map(
      ({ startsAt, endsAt }): Event => ({
        ...shared,
        id: `${master.id}.${startsAt}`,
        type: 'occurrence',
        seriesMasterId: master.id,
        originalStart: new Date(startsAt).toISOString(),
        start: momentOf(startsAt, 'UTC'),
        end: momentOf(endsAt, 'UTC'),
      }),
    );
    return [
      ...regular.filter(
        ({ id, originalStart }) =>
          !replaced.has(id) && !cancelled.has(occurrenceIdOf(master, Date.parse(originalStart ?? ''))),
      ),
      ...exceptions.filter((event) => touches(event, from, to)),
    ];
  }

  instances(account: DemoAccount, id: string, from: number, to: number): Event[] {
    const master = this.get(account, id);
    if (!master.recurrence) throw badRequest('The event is no series.');
    return this.#occurrences(this.mailboxOf(account), master, from, to);
  }

  /** What was changed in a series, as only a question for the series itself tells. */
  exceptions(account: DemoAccount, id: string): Event[] {
    return this.#exceptionsOf(this.mailboxOf(account), id);
  }

  /** Masters and single events, as `/events` lists them. */
  list(account: DemoAccount, calendar: Calendar): Event[] {
    return Object.values(this.mailboxOf(account).events).filter(
      ({ calendarId, type }) =>
        calendarId === calendar.id && (type === 'singleInstance' || type === 'seriesMaster'),
    );
  }

  /** What takes place in a range: single events, occurrences and exceptions. */
  view(account: DemoAccount, calendar: Calendar, from: number, to: number): Event[] {
    const mailbox = this.mailboxOf(account);
    return this.list(account, calendar)
      .flatMap((event) =>
        event.recurrence
          ? this.#occurrences(mailbox, event, from, to)
          : touches(event, from, to)
            ? [event]
            : [],
      )
      .sort((a, b) => instantOf(a.start) - instantOf(b.start));
  }

  /** What of a range changed after a point; a changed series brings its master and all its occurrences again. */
  changesSince(account: DemoAccount, calendar: Calendar, since: number, from: number, to: number) {
    if (since < this.state.oldestChange) throw syncStateGone();
    const mailbox = this.mailboxOf(account);
    const touched = Object.entries(mailbox.changes).filter(
      ([, { change, calendarId, lastRange, ranges = [lastRange] }]) =>
        change > since &&
        calendarId === calendar.id &&
        ranges.some(([start, end]) => start < to && end > from),
    );
    const hasLeft = ({ isDeleted, lastRange: [start, end] }: Mailbox['changes'][string]) =>
      isDeleted || start >= to || end <= from;
    const removed = touched.flatMap(([id, change]) =>
      hasLeft(change) ? [{ id, reason: change.isDeleted ? ('deleted' as const) : ('changed' as const) }] : [],
    );
    const changed = touched.flatMap(([id, change]) => {
      const event = mailbox.events[id];
      if (hasLeft(change) || !event) return [];
      return event.recurrence ? [event, ...this.#occurrences(mailbox, event, from, to)] : [event];
    });
    return { removed, changed };
  }

  /** What the mailboxes hold that somebody has looked at. */
  shown(): ShownEvent[] {
    return Object.values(this.state.mailboxes).flatMap(({ calendars, events }) =>
      Object.values(events).map(
        ({ calendarId, subject, location, start, end, showAs }): ShownEvent => ({
          provider: 'microsoft',
          calendar: calendars[calendarId]?.name ?? '',
          title: subject ?? '',
          location: location?.displayName ?? '',
          startsAt: new Date(instantOf(start)).toISOString(),
          endsAt: new Date(instantOf(end)).toISOString(),
          isBusy: showAs !== 'free',
        }),
      ),
    );
  }

  forgetSyncStates(): void {
    this.state.lastChange += 1;
    this.state.oldestChange = this.state.lastChange;
    this.#changed();
  }

  addCalendar(account: DemoAccount, name: string): Calendar {
    const calendar: Calendar = { id: newId(), name, isDefault: false, canEdit: true, color: 'auto' };
    this.mailboxOf(account).calendars[calendar.id] = calendar;
    this.#changed();
    return calendar;
  }

  removeCalendar(account: DemoAccount, id: string): void {
    const mailbox = this.mailboxOf(account);
    const calendar = this.calendarOf(mailbox, id);
    if (calendar.isDefault)
      throw new GraphError(400, 'ErrorCannotDeleteObject', 'The default calendar stays.');
    delete mailbox.calendars[id];
    for (const event of Object.values(mailbox.events))
      if (event.calendarId === id) delete mailbox.events[event.id];
    this.#changed();
  }
}

/** `OID.{id}.{day}`, the day in the zone of the series. */
function occurrenceIdOf(master: Event, startsAt: number): string {
  const zone = master.recurrence?.range?.recurrenceTimeZone ?? 'UTC';
  return `OID.${master.id}.${momentOf(startsAt, zone).dateTime?.slice(0, 10)}`;
}

/** A series that names no zone follows that of its start. */
function withZone(
  recurrence: Graph.PatternedRecurrence,
  zone: string | null | undefined,
): Graph.PatternedRecurrence {
  const { range } = recurrence;
  return {
    ...recurrence,
    range: { ...range, recurrenceTimeZone: windowsZone(range?.recurrenceTimeZone || (zone ?? 'UTC')) },
  };
}

function newId(): string {
  return `AAMkDemo${randomBytes(ID_BYTES).toString('base64url').replaceAll('.', '-')}`;
}

function requireEditor({ canEdit }: Calendar): void {
  if (!canEdit)
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
}

function requireMatch(event: Event, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(event))
    throw new GraphError(
      412,
      'ErrorIrresolvableConflict',
      'The send or update operation could not be performed.',
    );
}

export function etagOf({ changeKey }: Graph.Event): string {
  return `W/"${changeKey}"`;
}

const WRITABLE = [
  'subject',
  'body',
  'start',
  'end',
  'isAllDay',
  'location',
  'recurrence',
  'showAs',
  'sensitivity',
  'importance',
  'attendees',
  'categories',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'singleValueExtendedProperties',
  'extensions',
] as const;

function writable(event: Graph.Event): Graph.Event {
  return Object.fromEntries(
    WRITABLE.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
}

function checkTimes(event: Graph.Event): void {
  const start = instantOf(event.start);
  const end = instantOf(event.end);
  if (Number.isNaN(start) || Number.isNaN(end))
    throw new GraphError(400, 'ErrorPropertyValidationFailure', 'Start and end are needed.');
  if (end < start)
    throw new GraphError(400, 'ErrorPropertyValidationFailure', 'The end is before the start.');
  const isMidnight = (moment: Graph.DateTimeTimeZone | null | undefined) =>
    /T00:00(?::00(?:\.0+)?)?Z?$/.test(moment?.dateTime ?? '');
  if (event.isAllDay && !(isMidnight(event.start) && isMidnight(event.end) && end > start))
    throw new GraphError(
      400,
      'ErrorPropertyValidationFailure',
      'An all-day event lasts from midnight to midnight.',
    );
}

function touches(event: Graph.Event, from: number, to: number): boolean {
  const start = instantOf(event.start);
  const end = instantOf(event.end);
  return start < to && (end > from || (start === end && start >= from));
}

/** From when to when an event matters; a series without an end for ever. */
function rangeOf(event: Graph.Event): [number, number] {
  return [
    instantOf(event.start),
    event.recurrence ? Number.MAX_SAFE_INTEGER : Math.max(instantOf(event.end), instantOf(event.start) + 1),
  ];
}
