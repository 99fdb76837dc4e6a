import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EditScope, EventChange, NewEvent } from '@dayloom/contracts';
import { getContact } from '#features/account/operations/mail.ts';
import { getTimeRules, getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, brokenConstraint, notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { type EventRecord, findRequestedTimes, toExactTimes } from '../model/event-record.ts';
import {
  areOtherGuests,
  canChangeGuests,
  type GuestInput,
  isSameAddress,
  withGuests,
} from '../model/guests.ts';
import type { PendingNotice } from '../model/local-change.ts';
import type { Edit } from '../model/series-records.ts';
import type { EditToPlan } from '../rules/edit.ts';
import { type EditContext, toRecurrence } from '../rules/edit-series.ts';
import { type CalendarRow, findCalendar } from '../store/calendars.ts';
import { findEvent, lockObjects } from '../store/events.ts';
import { isFollowed } from '../store/followed-events.ts';
import { canInvite, getDefaultCalendar } from './calendars.ts';
import { replaceKind } from './event-commands.ts';
import { planEditInWorker, planSmallEdit } from './plan-edit.ts';
import type { CalendarPlatform, EventWriter } from './platform.ts';

export interface EventResult {
  readonly eventId: string;
  readonly commandId: string;
  readonly pendingNotice: PendingNotice | null;
}

export async function createEvent(
  platform: DbContext & EventWriter,
  scope: Scope,
  input: NewEvent,
): Promise<EventResult> {
  const { db, clock, config, journal } = platform;
  const now = clock();
  const { homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const calendar = input.calendarId
    ? await findCalendar(db, scope, input.calendarId)
    : await getDefaultCalendar(db, scope, config.PRODUCT_NAME, now);
  if (!calendar) throw notFound('The calendar');
  requireWritable(calendar);
  if (input.attendees.length > 0) requireInviting(calendar);
  const calendarId = calendar.id;
  const times = (input.recurrenceRule ? findRequestedTimes : toExactTimes)(input, homeTimeZone);
  if (!times) throw new AppError('invalid_request', 'Give startsAt and endsAt, or startsOn and endsOn');
  const id = input._id ?? randomUUID();
  const organizer = input.attendees.length > 0 ? await getOrganizer(platform, scope, input.attendees) : null;
  const record: EventRecord = {
    id,
    calendarId,
    uid: randomUUID(),
    recurrenceId: null,
    sequence: 0,
    title: input.title,
    description: input.description,
    location: input.location,
    status: 'confirmed',
    // All-day events are free unless the request or the settings say otherwise.
    isBusy: input.isBusy ?? (!times.isAllDay || scheduling.allDayEventsBlock),
    chosenFree: input.isBusy === false,
    ...times,
    recurrence: toRecurrence(input.recurrenceRule),
    details: organizer ? withGuests({}, input.attendees, organizer) : {},
    zoneDefinition: null,
    source: null,
    version: 1,
  };
  try {
    const { commandId, result } = await journal.run(scope, replaceKind(platform.outboundQueue), {
      calendarId,
      uids: [record.uid],
      records: [record],
      summary: `Added the event '${record.title}'`,
      homeTimeZone,
      isNew: true,
    });
    return { eventId: id, commandId, ...result };
  } catch (error) {
    if (brokenConstraint(error) === 'events_key') {
      throw new AppError('version_conflict', 'An event with this id already exists.', { cause: error });
    }
    throw error;
  }
}

export function changeEvent(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  change: EventChange,
): Promise<EventResult> {
  return edit(platform, scope, id, { change });
}

export function removeEvent(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  removal: { scope: EditScope; recurrenceId?: string | undefined },
): Promise<EventResult> {
  return edit(platform, scope, id, { removal });
}

interface PlannedEdit {
  readonly asked: EditToPlan;
  readonly edit: Edit;
}

/** A try fails only when another edit of the same event was saved meanwhile. */
const MAX_TRIES = 10;

/**
 * Small edits are planned and written in one transaction. Larger ones are planned in a worker thread between
 * two transactions, so that no connection or lock is held while waiting. If the event changed meanwhile, the
 * edit is planned again.
 */
async function edit(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  input: EditToPlan['input'],
): Promise<EventResult> {
  let planned: PlannedEdit | null = null;
  const wanted = 'change' in input ? input.change.attendees : undefined;
  const organizer = wanted && (await getOrganizer(platform, scope, wanted));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome: EventResult | { readonly toPlan: EditToPlan } = await editIfPlanned(
      platform,
      scope,
      id,
      input,
      { planned, organizer },
    );
    if (!('toPlan' in outcome)) return outcome;
    planned = { asked: outcome.toPlan, edit: await planEditInWorker(scope, outcome.toPlan) };
  }
  throw changedElsewhere();
}

function editIfPlanned(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  input: EditToPlan['input'],
  {
    planned,
    organizer,
  }: { readonly planned: PlannedEdit | null; readonly organizer: GuestInput | undefined },
): Promise<EventResult | { readonly toPlan: EditToPlan }> {
  return platform.db.transaction().execute(async (tx) => {
    const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
    const target = await findEvent(tx, scope, id);
    if (!target) throw notFound('The event');
    const calendar = await findCalendar(tx, scope, target.calendarId);
    if (calendar) requireWritable(calendar);
    const records = await lockObjects(tx, scope, target.calendarId, [target.uid]);
    const current = records.find((record) => record.id === id);
    if (!current) throw notFound('The event');
    const version = 'change' in input ? input.change.version : undefined;
    if (version !== undefined && version !== current.version) throw changedElsewhere(current.version);
    const asksGuests = 'change' in input ? input.change.attendees : undefined;
    if (asksGuests && areOtherGuests(current.details, asksGuests)) {
      if (calendar) requireInviting(calendar);
      await requireOwnGuests(tx, scope, current.uid, records);
    }
    const context: EditContext = {
      homeTimeZone,
      isConnected: calendar?.account_id != null,
      ...(organizer && { organizer }),
    };
    const asked: EditToPlan = { records, eventId: id, input, context };
    const isStill = planned !== null && isDeepStrictEqual(planned.asked, asked);
    const plan = isStill ? planned.edit : planSmallEdit(asked);
    if (!plan) return { toPlan: asked };
    const { calendarObjects, eventId } = plan;
    const splits = calendarObjects.flatMap(({ uid, splitFrom }) => (splitFrom ? [[uid, splitFrom]] : []));
    const verb = 'change' in input ? 'Changed' : 'Deleted';
    const { commandId, result } = await platform.journal.runIn(
      tx,
      scope,
      replaceKind(platform.outboundQueue),
      {
        calendarId: target.calendarId,
        uids: calendarObjects.map(({ uid }) => uid),
        records: calendarObjects.flatMap(({ records }) => records),
        summary: `${verb} the event '${current.title}'`,
        homeTimeZone,
        ...(splits.length > 0 && { splitFrom: Object.fromEntries(splits) }),
      },
    );
    return { eventId, commandId, ...result };
  });
}

/** The user as the organizer of an event. Throws when they invite themselves. */
async function getOrganizer(
  platform: Pick<Platform, 'db'>,
  scope: Scope,
  guests: readonly GuestInput[],
): Promise<GuestInput> {
  const { email, firstName, lastName } = await getContact(platform, scope);
  const at = guests.findIndex((guest) => isSameAddress(guest.email, email));
  if (at < 0) return { email: email.toLowerCase(), name: `${firstName} ${lastName}`.trim() };
  throw new AppError('invalid_request', 'You need not invite yourself. Leave your own address out.', {
    fields: { [`attendees.${at}`]: 'is your own address' },
  });
}

/** Guests whom somebody else invites, or a booking or meeting request, are not changed here. */
async function requireOwnGuests(
  tx: Tx,
  scope: Scope,
  uid: string,
  records: readonly EventRecord[],
): Promise<void> {
  const isOurs = records.every(({ details }) => canChangeGuests(details));
  if (isOurs && !(await isFollowed(tx, scope, uid))) return;
  throw new AppError(
    'forbidden',
    'The guests of this event were invited in another calendar. Nothing was changed. Ask its organizer to invite others.',
  );
}

function requireInviting(calendar: CalendarRow): void {
  if (canInvite(calendar)) return;
  throw new AppError(
    'unprocessable',
    `It is not known yet who invites the guests of events in '${calendar.name}'. Nothing was changed. Try again when its next sync is done.`,
  );
}

function changedElsewhere(version?: number): AppError {
  return new AppError(
    'version_conflict',
    'This event was changed elsewhere in the meantime. Nothing was saved. Reload it and try again.',
    { ...(version !== undefined && { fields: { version: `is ${version} now` } }) },
  );
}

function requireWritable({ is_writable, name }: CalendarRow): void {
  if (is_writable) return;
  throw new AppError(
    'forbidden',
    `The calendar '${name}' is read-only here. Change the event where it was created, or copy it to another calendar.`,
  );
}
