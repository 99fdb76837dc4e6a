import { randomBytes } from 'node:crypto';
import { KeptState } from '../kept-state.ts';
import type { GuestMail } from '../mail/inbox.ts';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { ShownEvent } from '../shown-event.ts';
import { type Calendar, DEFAULT_OPTIONS, type ListOptions, type WriteOptions } from './calendar.ts';
import { finishConference, isPendingConference, withConference } from './conferences.ts';
import { demoCalendars } from './demo-week.ts';
import { getEvent, getStored, listBusyTimes, listEvents, listInstances } from './event-queries.ts';
import {
  asCancelled,
  checkEvent,
  mergePatch,
  pickFieldsKeptByUpdate,
  requireCreatable,
  requireWriter,
  writable,
} from './event-rules.ts';
import { type GoogleEvent, toInstant, writtenTime } from './event-times.ts';
import type { GoogleChannels } from './google-channels.ts';
import { conditionNotMet, deleted, GoogleError, gone, invalid, notFound } from './google-error.ts';

const ID_BYTES = 13;

interface State {
  lastChange: number;
  /** The calendars of each account, created on first access. */
  accounts: Record<string, Record<string, Calendar>>;
}

/** The calendars behind the API: events with their exceptions, and a counter of changes. */
export class GoogleCalendars extends KeptState<State> {
  readonly #now: () => Date;
  readonly #changed: () => void;
  readonly #channels: GoogleChannels;
  readonly #mail: (mail: GuestMail) => void;

  constructor(
    now: () => Date,
    channels: GoogleChannels,
    mail: (mail: GuestMail) => void,
    changed: () => void,
  ) {
    super('google-calendars', emptyState);
    this.#now = now;
    this.#channels = channels;
    this.#mail = mail;
    this.#changed = changed;
  }

  listCalendars(account: DemoAccount): Calendar[] {
    this.state.accounts[account.id] ??= this.#seed(account);
    return Object.values(this.state.accounts[account.id] ?? {});
  }

  getCalendar(account: DemoAccount, id: string): Calendar {
    const found = this.listCalendars(account).find((calendar) =>
      id === 'primary' ? calendar.isPrimary : calendar.id === id,
    );
    if (!found) throw notFound();
    return found;
  }

  #seed(account: DemoAccount): Record<string, Calendar> {
    const calendars: Record<string, Calendar> = {};
    for (const { events, ...about } of demoCalendars(account, this.#now())) {
      const calendar: Calendar = { ...about, events: {}, changes: {}, oldestChange: 0 };
      calendars[calendar.id] = calendar;
      for (const event of events) this.#write(calendar, { ...event, id: event.id ?? newId() });
    }
    return calendars;
  }

  /** Writes an event with the fields that the calendar adds. */
  #write(calendar: Calendar, event: GoogleEvent): GoogleEvent {
    const change = ++this.state.lastChange;
    const now = this.#now().toISOString();
    const written: GoogleEvent = {
      kind: 'calendar#event',
      status: 'confirmed',
      created: now,
      creator: { email: calendar.id, self: true },
      organizer: { email: calendar.id, self: true },
      eventType: 'default',
      reminders: { useDefault: true },
      sequence: 0,
      ...event,
      ...(event.start && { start: writtenTime(event.start, calendar.timeZone) }),
      ...(event.end && { end: writtenTime(event.end, calendar.timeZone) }),
      ...(event.originalStartTime && {
        originalStartTime: writtenTime(event.originalStartTime, calendar.timeZone),
      }),
      // Master and exceptions share it.
      iCalUID:
        event.iCalUID ?? calendar.events[event.recurringEventId ?? '']?.iCalUID ?? `${event.id}@google.com`,
      ...meetLink(event),
      etag: `"${change}"`,
      updated: now,
      htmlLink: `https://calendar.google.example/event?eid=${event.id}`,
    };
    calendar.events[written.id ?? ''] = written;
    calendar.changes[written.id ?? ''] = change;
    this.#changed();
    return written;
  }

  get(calendar: Calendar, id: string): GoogleEvent {
    return getEvent(calendar, id);
  }

  insert(calendar: Calendar, input: GoogleEvent, options: WriteOptions = DEFAULT_OPTIONS): GoogleEvent {
    requireWriter(calendar);
    checkEvent(calendar, input);
    requireCreatable(input);
    if (input.id !== undefined && input.id !== null && !/^[a-v0-9]{5,1024}$/.test(input.id))
      throw invalid('Invalid resource id value.');
    if (input.id && calendar.events[input.id])
      throw new GoogleError(409, 'duplicate', 'The requested identifier already exists.');
    const isPending = options.isConferencePending === true;
    const made = withConference(writable(input, options), null, { isPending });
    const event = this.#write(calendar, { ...made, id: input.id ?? newId() });
    this.#channels.notifyChannels(calendar.id);
    this.#notifyGuests(calendar, event, 'Invitation', options);
    return event;
  }

  /** A copy of another person's event; it keeps its organizer and UID. */
  import(calendar: Calendar, input: GoogleEvent, options: WriteOptions): GoogleEvent {
    requireWriter(calendar);
    checkEvent(calendar, input);
    if (!input.iCalUID) throw new GoogleError(400, 'required', 'Missing iCal UID.');
    const { iCalUID, organizer } = input;
    const own = { iCalUID, ...(organizer && { organizer }) };
    const event = this.#write(calendar, { ...writable(input, options), ...own, id: newId() });
    this.#channels.notifyChannels(calendar.id);
    return event;
  }

  /** An event of another person, as received with an invitation. */
  invite(account: DemoAccount, organizer: string, event: GoogleEvent): GoogleEvent {
    const calendar = this.getCalendar(account, 'primary');
    const invitation = {
      ...event,
      iCalUID: `${newId()}@google.com`,
      organizer: { email: organizer },
      attendees: [
        { email: organizer, organizer: true, responseStatus: 'accepted' },
        { email: calendar.id, self: true, responseStatus: 'needsAction' },
      ],
    };
    return this.import(calendar, invitation, DEFAULT_OPTIONS);
  }

  #notifyGuests(
    calendar: Calendar,
    event: GoogleEvent,
    what: 'Invitation' | 'Updated invitation' | 'Canceled event',
    { sendUpdates }: WriteOptions,
  ): void {
    if (sendUpdates === 'none') return;
    for (const { email, self } of event.attendees ?? []) {
      if (!email || self || (sendUpdates === 'externalOnly' && email.endsWith('@gmail.com'))) continue;
      const when = event.start?.dateTime ?? event.start?.date ?? '';
      this.#mail({
        to: email,
        from: calendar.id,
        subject: `${what}: ${event.summary ?? ''}`,
        text: `${event.summary ?? ''}, ${when}`,
      });
    }
  }

  /** `isWhole`: absent fields are removed (PUT); otherwise they stay (PATCH). */
  change(
    calendar: Calendar,
    id: string,
    input: GoogleEvent,
    isWhole: boolean,
    ifMatch: string | undefined,
    options: WriteOptions = DEFAULT_OPTIONS,
  ): GoogleEvent {
    requireWriter(calendar);
    const before = getStored(calendar, id);
    if (before.status === 'cancelled' && input.status === undefined) throw deleted();
    if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== before.etag) throw conditionNotMet();
    const fields = writable(input, options);
    if (fields.eventType && fields.eventType !== (before.eventType ?? 'default'))
      throw invalid('The event type cannot be changed.');
    const merged: GoogleEvent = {
      ...mergePatch(isWhole ? pickFieldsKeptByUpdate(before, options) : before, fields),
      id,
      sequence: (before.sequence ?? 0) + (input.start || input.recurrence ? 1 : 0),
    };
    checkEvent(calendar, merged);
    const isPending = options.isConferencePending === true;
    const event = this.#write(calendar, withConference(merged, before, { isPending }));
    if (before.status === 'cancelled') this.#bringBackInstances(calendar, event);
    this.#channels.notifyChannels(calendar.id);
    this.#notifyGuests(calendar, event, 'Updated invitation', options);
    return event;
  }

  /** Confirming a deleted series restores the instances that were cancelled with it. */
  #bringBackInstances(calendar: Calendar, master: GoogleEvent): void {
    const ids = new Set(calendar.cancelledWithSeries ?? []);
    for (const event of Object.values(calendar.events))
      if (event.recurringEventId === master.id && ids.has(event.id ?? ''))
        this.#write(calendar, { ...event, status: 'confirmed' });
    calendar.cancelledWithSeries = [...ids].filter((id) => calendar.events[id]?.status === 'cancelled');
  }

  remove(
    calendar: Calendar,
    id: string,
    ifMatch: string | undefined,
    options: WriteOptions = DEFAULT_OPTIONS,
  ): void {
    requireWriter(calendar);
    const before = getStored(calendar, id);
    if (before.status === 'cancelled') throw deleted();
    if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== before.etag) throw conditionNotMet();
    this.#write(calendar, { ...before, status: 'cancelled' });
    // The exceptions are deleted with their series.
    if (before.recurrence) {
      for (const event of Object.values(calendar.events)) {
        if (event.recurringEventId === id && event.status !== 'cancelled') {
          this.#write(calendar, { ...event, status: 'cancelled' });
          calendar.cancelledWithSeries = [...(calendar.cancelledWithSeries ?? []), event.id ?? ''];
        }
      }
    }
    this.#channels.notifyChannels(calendar.id);
    this.#notifyGuests(calendar, before, 'Canceled event', options);
  }

  move(from: Calendar, to: Calendar, id: string): GoogleEvent {
    requireWriter(from);
    requireWriter(to);
    const before = getStored(from, id);
    if (before.status === 'cancelled') throw deleted();
    if (before.recurringEventId)
      throw new GoogleError(400, 'cannotChangeOrganizerOfInstance', 'Cannot move an instance.');
    const moved = this.#write(to, { ...before, organizer: { email: to.id, self: true } });
    this.remove(from, id, undefined);
    this.#channels.notifyChannels(to.id);
    return moved;
  }

  instances(
    calendar: Calendar,
    id: string,
    range: { from: number | null; to: number | null; showsDeleted: boolean },
  ): GoogleEvent[] {
    return listInstances(calendar, id, range, this.#now());
  }

  list(calendar: Calendar, options: ListOptions): GoogleEvent[] {
    return listEvents(calendar, options, this.#now());
  }

  busy(calendar: Calendar, range: { from: number; to: number }): { start: string; end: string }[] {
    return listBusyTimes(calendar, range, this.#now());
  }

  /** Conferences are made a moment after they were asked for. */
  finishConferences(calendar: Calendar): void {
    for (const event of Object.values(calendar.events))
      if (isPendingConference(event)) this.#write(calendar, finishConference(event));
  }

  /**
   * The changes after a point: masters, exceptions and deleted events, which have little more than their id.
   */
  changesSince(calendar: Calendar, change: number): GoogleEvent[] {
    if (change < calendar.oldestChange || change > this.state.lastChange) throw gone();
    return Object.values(calendar.events)
      .filter(({ id }) => (calendar.changes[id ?? ''] ?? 0) > change)
      .sort((a, b) => (calendar.changes[a.id ?? ''] ?? 0) - (calendar.changes[b.id ?? ''] ?? 0))
      .map((event) => (event.status === 'cancelled' ? asCancelled(event) : event));
  }

  get lastChange(): number {
    return this.state.lastChange;
  }

  /** The events of all calendars created so far. */
  shown(): ShownEvent[] {
    return Object.values(this.state.accounts)
      .flatMap((calendars) => Object.values(calendars))
      .flatMap(({ summary: calendar, timeZone, events }) =>
        Object.values(events)
          .filter(({ status, start, end }) => status !== 'cancelled' && start && end)
          .map(
            ({ summary, location, start, end, transparency }): ShownEvent => ({
              provider: 'google',
              calendar,
              title: summary ?? '',
              location: location ?? '',
              startsAt: new Date(toInstant(start, timeZone)).toISOString(),
              endsAt: new Date(toInstant(end, timeZone)).toISOString(),
              isBusy: transparency !== 'transparent',
            }),
          ),
      );
  }

  /** Invalidates all sync tokens, as Google does now and then. */
  forgetSyncTokens(): void {
    this.state.lastChange += 1;
    for (const calendars of Object.values(this.state.accounts)) {
      for (const calendar of Object.values(calendars)) calendar.oldestChange = this.state.lastChange;
    }
    this.#changed();
  }

  /** Permanently removes deleted events and the instances of deleted series. */
  emptyBin(): void {
    for (const { events, changes } of Object.values(this.state.accounts).flatMap(Object.values<Calendar>)) {
      const isDeleted = (id: string) => events[id]?.status === 'cancelled';
      const gone = Object.keys(events).filter((id) => isDeleted(events[id]?.recurringEventId ?? id));
      for (const id of gone) {
        delete events[id];
        delete changes[id];
      }
    }
    this.#changed();
  }

  addCalendar(account: DemoAccount, summary: string, timeZone: string): Calendar {
    const calendars = this.listCalendars(account);
    const calendar: Calendar = {
      id: `demo_${newId()}@group.calendar.google.example`,
      summary,
      timeZone,
      isPrimary: false,
      accessRole: 'owner',
      backgroundColor: '#9fc6e7',
      events: {},
      changes: {},
      oldestChange: 0,
    };
    this.state.accounts[account.id] = Object.fromEntries(
      [...calendars, calendar].map((each) => [each.id, each]),
    );
    this.#changed();
    return calendar;
  }

  removeCalendar(account: DemoAccount, id: string): void {
    const calendar = this.getCalendar(account, id);
    if (calendar.isPrimary)
      throw new GoogleError(403, 'forbidden', 'The primary calendar cannot be deleted.');
    delete this.state.accounts[account.id]?.[calendar.id];
    this.#changed();
  }
}

function emptyState(): State {
  return { lastChange: 0, accounts: {} };
}

/** The link of a Meet conference, which only the calendar sets. */
function meetLink({ conferenceData }: GoogleEvent): Pick<GoogleEvent, 'hangoutLink'> {
  if (conferenceData?.conferenceSolution?.key?.type !== 'hangoutsMeet') return {};
  const video = conferenceData.entryPoints?.find(({ entryPointType }) => entryPointType === 'video');
  return video?.uri ? { hangoutLink: video.uri } : {};
}

/** Letters and digits of base32hex, like Google's ids. */
function newId(): string {
  return [...randomBytes(ID_BYTES * 2)].map((byte) => (byte % 32).toString(32)).join('');
}
