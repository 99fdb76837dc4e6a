import { randomBytes } from 'node:crypto';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { KeptState } from '../kept-state.ts';
import type { GuestMail } from '../mail/inbox.ts';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { ShownEvent } from '../shown-event.ts';
import { demoMailbox } from './demo-mailbox.ts';
import { badRequest, GraphError, itemNotFound, syncStateGone } from './graph-error.ts';
import { checkTimes, requireEditor, requireMatch, withMeeting, writable } from './graph-event-rules.ts';
import type { Attachment, Calendar, GraphEvent, Mailbox } from './graph-mailbox.ts';
import {
  expandOccurrences,
  listExceptions,
  overlapsRange,
  toOccurrenceId,
  toSearchRange,
  withZone,
} from './graph-series.ts';
import type { GraphSubscriptions } from './graph-subscriptions.ts';
import { toDateTimeTimeZone, toInstant, windowsZone } from './graph-times.ts';

const ID_BYTES = 18;
const MAX_RANGES = 20;
/** What can be answered to an invitation, by the name of the call. */
export const meetingAnswers = {
  accept: 'accepted',
  tentativelyAccept: 'tentativelyAccepted',
  decline: 'declined',
} as const;
type MeetingAnswer = (typeof meetingAnswers)[keyof typeof meetingAnswers];
interface GuestAnswer {
  readonly title: string;
  readonly guest: string;
  readonly response: MeetingAnswer;
}
const ANSWERS = { accepted: 'Accepted', tentativelyAccepted: 'Tentative', declined: 'Declined' } as const;

interface State {
  lastChange: number;
  oldestChange: number;
  mailboxes: Record<string, Mailbox>;
}

const emptyState = (): State => ({ lastChange: 0, oldestChange: 0, mailboxes: {} });

/** The mailboxes behind the API: events with their series, and a counter of changes. */
export class GraphCalendars extends KeptState<State> {
  readonly #now: () => Date;
  readonly #subscriptions: GraphSubscriptions;
  readonly #mail: (mail: GuestMail) => void;
  readonly #changed: () => void;

  constructor(
    now: () => Date,
    subscriptions: GraphSubscriptions,
    mail: (mail: GuestMail) => void,
    changed: () => void,
  ) {
    super('graph-calendars', emptyState);
    this.#now = now;
    this.#subscriptions = subscriptions;
    this.#mail = mail;
    this.#changed = changed;
  }

  now(): Date {
    return this.#now();
  }

  get lastChange(): number {
    return this.state.lastChange;
  }

  getMailbox(account: DemoAccount): Mailbox {
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

  getCalendar(mailbox: Mailbox, id: string | null): Calendar {
    const found =
      id === null
        ? Object.values(mailbox.calendars).find(({ isDefault }) => isDefault)
        : mailbox.calendars[id];
    if (!found) throw itemNotFound();
    return found;
  }

  #write(mailbox: Mailbox, event: GraphEvent): GraphEvent {
    const change = ++this.state.lastChange;
    const now = this.#now().toISOString();
    const recurrence = event.recurrence && withZone(event.recurrence, event.start?.timeZone);
    const written: GraphEvent = {
      createdDateTime: now,
      iCalUId: `demo${event.id}`,
      isAllDay: false,
      isCancelled: false,
      isOrganizer: true,
      isReminderOn: true,
      reminderMinutesBeforeStart: 15,
      hasAttachments: false,
      hideAttendees: false,
      allowNewTimeProposals: true,
      responseRequested: true,
      isOnlineMeeting: false,
      onlineMeetingProvider: 'unknown',
      showAs: 'busy',
      sensitivity: 'normal',
      importance: 'normal',
      responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
      attendees: [],
      body: { contentType: 'text', content: '' },
      bodyPreview: '',
      categories: [],
      location: { displayName: '' },
      locations: [],
      ...event,
      ...(recurrence && { recurrence }),
      subject: event.subject ?? '',
      originalStartTimeZone: windowsZone(event.originalStartTimeZone ?? event.start?.timeZone ?? 'UTC'),
      originalEndTimeZone: windowsZone(event.originalEndTimeZone ?? event.end?.timeZone ?? 'UTC'),
      start: toDateTimeTimeZone(toInstant(event.start), 'UTC'),
      end: toDateTimeTimeZone(toInstant(event.end), 'UTC'),
      type: event.type ?? (event.recurrence ? 'seriesMaster' : 'singleInstance'),
      changeKey: String(change),
      lastModifiedDateTime: now,
    };
    mailbox.events[written.id] = written;
    mailbox.changes[written.id] = {
      change,
      calendarId: written.calendarId,
      isDeleted: false,
      lastRange: toSearchRange(written),
      ranges: [...(mailbox.changes[written.id]?.ranges ?? []), toSearchRange(written)].slice(-MAX_RANGES),
    };
    this.#changed();
    return written;
  }

  insert(
    account: DemoAccount,
    calendar: Calendar,
    input: Graph.Event & { transactionId?: string | null },
  ): GraphEvent {
    const mailbox = this.getMailbox(account);
    requireEditor(calendar);
    const known = input.transactionId ? mailbox.transactions[input.transactionId] : undefined;
    if (known && mailbox.events[known]) return mailbox.events[known];
    checkTimes(input);
    const event = this.#write(mailbox, {
      ...withMeeting(writable(input, null), randomBytes(ID_BYTES).toString('hex')),
      ...(input.transactionId && { transactionId: input.transactionId }),
      id: newId(),
      calendarId: calendar.id,
    });
    if (input.transactionId) mailbox.transactions[input.transactionId] = event.id;
    this.#subscriptions.notifySubscriptions(account, event, 'created');
    this.#notifyGuests(account, event, 'Invitation');
    return event;
  }

  /** A meeting of another person, as received with an invitation. */
  invite(account: DemoAccount, organizer: string, meeting: Graph.Event): GraphEvent {
    const mailbox = this.getMailbox(account);
    const attendees = [organizer, account.email].map((address) => ({ emailAddress: { address } }));
    const event = this.#write(mailbox, {
      ...writable({ ...meeting, attendees }, null),
      id: newId(),
      calendarId: this.getCalendar(mailbox, null).id,
      isOrganizer: false,
      organizer: { emailAddress: { name: organizer, address: organizer } },
      responseStatus: { response: 'notResponded', time: '0001-01-01T00:00:00Z' },
    });
    this.#subscriptions.notifySubscriptions(account, event, 'created');
    return event;
  }

  /** Outlook notifies the guests of every change of a meeting, whichever client makes it. */
  #notifyGuests(account: DemoAccount, event: GraphEvent, what: 'Invitation' | 'Updated' | 'Canceled'): void {
    if (event.isOrganizer === false) return;
    for (const { emailAddress, type } of event.attendees ?? []) {
      if (!emailAddress?.address || type === 'resource') continue;
      this.#mail({
        to: emailAddress.address,
        from: account.email,
        subject: `${what}: ${event.subject ?? ''}`,
        text: `${event.subject ?? ''}, ${event.start?.dateTime ?? ''}`,
      });
    }
  }

  /** The answer to an invitation. A declined meeting leaves the calendar. */
  answer(
    account: DemoAccount,
    id: string,
    response: MeetingAnswer,
    { notifies }: { readonly notifies: boolean },
  ): void {
    const mailbox = this.getMailbox(account);
    const before = this.get(account, id);
    requireEditor(this.getCalendar(mailbox, before.calendarId));
    if (before.isOrganizer !== false)
      throw badRequest("You can't respond to this meeting because you're the meeting organizer.");
    const status = { response, time: this.#now().toISOString() };
    const isOwn = ({ emailAddress }: Graph.Attendee) => emailAddress?.address === account.email;
    const event = this.#write(mailbox, {
      ...before,
      ...(before.type === 'occurrence' && { type: 'exception' as const }),
      responseStatus: status,
      attendees: (before.attendees ?? []).map((person) => (isOwn(person) ? { ...person, status } : person)),
    });
    const to = before.organizer?.emailAddress?.address;
    if (notifies && to)
      this.#mail({
        to,
        from: account.email,
        subject: `${ANSWERS[response]}: ${event.subject ?? ''}`,
        text: '',
      });
    if (response === 'declined') this.remove(account, id, undefined);
    else this.#subscriptions.notifySubscriptions(account, event, 'updated');
  }

  /** The answer of a guest to a meeting of this account, as Outlook receives it by mail. */
  answerAsGuest(account: DemoAccount, { title, guest, response }: GuestAnswer): boolean {
    const mailbox = this.getMailbox(account);
    const isGuest = ({ emailAddress }: Graph.Attendee) => emailAddress?.address === guest;
    const before = Object.values(mailbox.events).find(
      ({ subject, attendees }) => subject === title && attendees?.some(isGuest),
    );
    if (!before) return false;
    const status = { response, time: this.#now().toISOString() };
    const attendees = (before.attendees ?? []).map((person) =>
      isGuest(person) ? { ...person, status } : person,
    );
    const event = this.#write(mailbox, { ...before, attendees });
    this.#subscriptions.notifySubscriptions(account, event, 'updated');
    return true;
  }

  attachments(account: DemoAccount, id: string): Attachment[] {
    const { id: eventId } = this.get(account, id);
    return this.getMailbox(account).attachments?.[eventId] ?? [];
  }

  attach(account: DemoAccount, id: string, input: Omit<Attachment, 'id'>): Attachment {
    const mailbox = this.getMailbox(account);
    const event = this.get(account, id);
    requireEditor(this.getCalendar(mailbox, event.calendarId));
    const attachment = { ...input, id: newId() };
    mailbox.attachments = {
      ...mailbox.attachments,
      [id]: [...(mailbox.attachments?.[id] ?? []), attachment],
    };
    this.#write(mailbox, { ...event, hasAttachments: true });
    return attachment;
  }

  /** A stored event, or an unchanged occurrence of a series. */
  get(account: DemoAccount, id: string): GraphEvent {
    const mailbox = this.getMailbox(account);
    const stored = mailbox.events[id];
    if (stored) return stored;
    const [masterId = '', at] = id.split('.');
    const master = mailbox.events[masterId];
    const startsAt = Number(at);
    if (!master?.recurrence || !Number.isFinite(startsAt)) throw itemNotFound();
    const [found] = expandOccurrences(mailbox, master, startsAt, startsAt + 1).filter(
      (event) => event.id === id,
    );
    if (!found) throw itemNotFound();
    return found;
  }

  change(account: DemoAccount, id: string, input: Graph.Event, ifMatch: string | undefined): GraphEvent {
    const mailbox = this.getMailbox(account);
    const before = this.get(account, id);
    requireEditor(this.getCalendar(mailbox, before.calendarId));
    requireMatch(before, ifMatch);
    const changed: GraphEvent = {
      ...before,
      ...writable(input, before),
      // A new time comes with its zone.
      ...(input.start?.timeZone && { originalStartTimeZone: input.start.timeZone }),
      ...(input.end?.timeZone && { originalEndTimeZone: input.end.timeZone }),
      id,
      calendarId: before.calendarId,
    };
    const merged: GraphEvent = {
      ...changed,
      ...withMeeting(changed, randomBytes(ID_BYTES).toString('hex')),
    };
    checkTimes(merged);
    if (input.recurrence === null) merged.type = 'singleInstance';
    else if (before.type === 'occurrence') merged.type = 'exception';
    else if (merged.recurrence) merged.type = 'seriesMaster';
    // A series with a new recurrence loses its exceptions.
    if (input.recurrence !== undefined && before.type === 'seriesMaster') {
      delete merged.cancelledOccurrences;
      for (const event of listExceptions(mailbox, id)) this.#drop(mailbox, event);
    }
    const event = this.#write(mailbox, merged);
    this.#subscriptions.notifySubscriptions(account, event, 'updated');
    this.#notifyGuests(account, event, 'Updated');
    return event;
  }

  #drop(mailbox: Mailbox, event: GraphEvent): void {
    delete mailbox.events[event.id];
    delete mailbox.attachments?.[event.id];
    mailbox.changes[event.id] = {
      change: ++this.state.lastChange,
      calendarId: event.calendarId,
      isDeleted: true,
      lastRange: toSearchRange(event),
    };
  }

  remove(account: DemoAccount, id: string, ifMatch: string | undefined): void {
    const mailbox = this.getMailbox(account);
    const before = this.get(account, id);
    requireEditor(this.getCalendar(mailbox, before.calendarId));
    requireMatch(before, ifMatch);
    const master = mailbox.events[before.seriesMasterId ?? ''];
    // The series stores which occurrences were removed, changed ones included.
    if (master)
      this.#write(mailbox, {
        ...master,
        cancelledOccurrences: [
          ...(master.cancelledOccurrences ?? []),
          toOccurrenceId(master, Date.parse(before.originalStart ?? '')),
        ],
      });
    for (const event of listExceptions(mailbox, id)) this.#drop(mailbox, event);
    this.#drop(mailbox, before);
    this.#subscriptions.notifySubscriptions(account, before, 'deleted');
    this.#notifyGuests(account, before, 'Canceled');
    this.#changed();
  }

  instances(account: DemoAccount, id: string, from: number, to: number): GraphEvent[] {
    const master = this.get(account, id);
    if (!master.recurrence) throw badRequest('The event is not a series.');
    return expandOccurrences(this.getMailbox(account), master, from, to);
  }

  /** The changed occurrences of a series; only a request for the series itself returns them. */
  exceptions(account: DemoAccount, id: string): GraphEvent[] {
    return listExceptions(this.getMailbox(account), id);
  }

  /** Masters and single events, as in `/events`. */
  list(account: DemoAccount, calendar: Calendar): GraphEvent[] {
    return Object.values(this.getMailbox(account).events).filter(
      ({ calendarId, type }) =>
        calendarId === calendar.id && (type === 'singleInstance' || type === 'seriesMaster'),
    );
  }

  /** What takes place in a range: single events, occurrences and exceptions. */
  view(account: DemoAccount, calendar: Calendar, from: number, to: number): GraphEvent[] {
    const mailbox = this.getMailbox(account);
    return this.list(account, calendar)
      .flatMap((event) =>
        event.recurrence
          ? expandOccurrences(mailbox, event, from, to)
          : overlapsRange(event, from, to)
            ? [event]
            : [],
      )
      .sort((a, b) => toInstant(a.start) - toInstant(b.start));
  }

  /**
   * The changes in a range after a point. A changed series returns its master and all its occurrences again.
   */
  changesSince(account: DemoAccount, calendar: Calendar, since: number, from: number, to: number) {
    if (since < this.state.oldestChange) throw syncStateGone();
    const mailbox = this.getMailbox(account);
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
      return event.recurrence ? [event, ...expandOccurrences(mailbox, event, from, to)] : [event];
    });
    return { removed, changed };
  }

  /** The events of all mailboxes created so far. */
  shown(): ShownEvent[] {
    return Object.values(this.state.mailboxes).flatMap(({ calendars, events }) =>
      Object.values(events).map(
        ({ calendarId, subject, location, start, end, showAs }): ShownEvent => ({
          provider: 'microsoft',
          calendar: calendars[calendarId]?.name ?? '',
          title: subject ?? '',
          location: location?.displayName ?? '',
          startsAt: new Date(toInstant(start)).toISOString(),
          endsAt: new Date(toInstant(end)).toISOString(),
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
    this.getMailbox(account).calendars[calendar.id] = calendar;
    this.#changed();
    return calendar;
  }

  removeCalendar(account: DemoAccount, id: string): void {
    const mailbox = this.getMailbox(account);
    const calendar = this.getCalendar(mailbox, id);
    if (calendar.isDefault)
      throw new GraphError(400, 'ErrorCannotDeleteObject', 'The default calendar stays.');
    delete mailbox.calendars[id];
    for (const event of Object.values(mailbox.events))
      if (event.calendarId === id) delete mailbox.events[event.id];
    this.#changed();
  }
}

function newId(): string {
  return `AAMkDemo${randomBytes(ID_BYTES).toString('base64url').replaceAll('.', '-')}`;
}
