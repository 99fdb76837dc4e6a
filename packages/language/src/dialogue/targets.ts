import type { DialogueData, DialogueEvent, Mention } from './data.ts';
import { isSameSeries } from './find-events.ts';
import { type FrameOutcome, refuseChange } from './outcome.ts';
import { isOneThing, isWholeList, type Reference } from './references.ts';

/** Which events a change is about: one time of a series, its rest, or all of it. */

/** More at once is a mistake, or needs a person's own hand. */
export const MAX_AT_ONCE = 50;

/** How something repeats is that of the whole series, whose id most of its occurrences have. */
export function toSeries(event: DialogueEvent, { events }: DialogueData) {
  const isSeries = (id: string) => events.filter(({ eventId }) => eventId === id).length > 1;
  const own = { eventId: event.eventId, recurrenceId: null };
  if (isSeries(event.eventId)) return own;
  // A changed occurrence has an id of its own. Of two series of one name, nobody knows whose it is.
  const same = new Set(events.filter((one) => isSameSeries(event, one)).map(({ eventId }) => eventId));
  const [eventId, ...others] = [...same].filter(isSeries);
  return eventId === undefined || others.length > 0 ? own : { eventId, recurrenceId: null };
}

/** One occurrence, or an event that does not repeat. */
export const toTarget = ({
  eventId,
  recurrenceId,
}: Pick<DialogueEvent, 'eventId' | 'recurrenceId'>): Readonly<Record<string, unknown>> =>
  recurrenceId === null ? { eventId } : { eventId, recurrenceId, scope: 'this' };

/** From one occurrence of a series on. */
export const toTargetFromHere = (event: DialogueEvent): Readonly<Record<string, unknown>> =>
  event.recurrenceId !== null && event.isRecurring
    ? { ...toTarget(event), scope: 'following' }
    : toTarget(event);

/** 'all syncs', 'the sync from December on': what lies beyond the known months is meant as well. */
export const isOpenEnded = (reference: Reference): boolean => {
  const { isAll, when, isNext, position } = reference;
  return when === null
    ? isAll && !isNext && position === null && !isWholeList(reference)
    : when.open === 'after' && when.minute === null && when.hasDate;
};

/** What changes a series as a whole cannot keep single times of it. */
export const refuseCut = (): FrameOutcome =>
  refuseChange(
    "A series that changes as a whole leaves no single time out. Name the weeks, as in 'cancel the sync this week except Friday'.",
  );

/** The first known occurrence of each series. One that was changed has an id of its own, and counts as its series. */
export function withoutRepeats(events: readonly DialogueEvent[]): DialogueEvent[] {
  const firsts = events.filter(
    ({ eventId }, at) => events.findIndex((one) => one.eventId === eventId) === at,
  );
  const isSeries = ({ eventId }: DialogueEvent) => events.filter((one) => one.eventId === eventId).length > 1;
  return firsts.filter((event, at) => {
    const same = firsts.filter((one) => isSameSeries(event, one));
    // With two series of one name, nobody knows whose changed occurrence it is.
    return same.filter(isSeries).length > 1 || same.every((one) => firsts.indexOf(one) >= at);
  });
}

/** 'it' is the task that was mentioned last. */
export const isTaskMeant = (reference: Reference, [last]: readonly Mention[]): boolean =>
  isOneThing(reference) && last?.kind === 'task';
