import { MAX_PROPOSED_TIMES, type MeetingAnswer } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { AppError } from '#platform/errors.ts';
import type { StoredMeeting } from '../model/meeting.ts';

/** A time further ahead is most likely a mistyped year. */
const MAX_DAYS_AHEAD = 730;

/** Sorted. Throws if one of them has passed, is more than two years ahead, or has seconds. */
export function requireFuture(times: readonly string[], now: Date): Date[] {
  const sorted = times.map((time) => new Date(time)).toSorted((a, b) => a.getTime() - b.getTime());
  if (sorted.some((time) => time <= now)) refuseTimes('must not be in the past');
  const last = now.getTime() + MAX_DAYS_AHEAD * DAY_MS;
  if (sorted.some((time) => time.getTime() > last)) refuseTimes('must be within the next two years');
  if (sorted.some((time) => time.getTime() % MINUTE_MS !== 0)) refuseTimes('must not have seconds');
  return sorted;
}

/**
 * The times of an answer: for `accept` and `maybe` some of the proposed ones to come, by default all of them, or the
 * chosen one; for `propose` others.
 */
export function getAnswerTimes(
  meeting: StoredMeeting,
  { answer, times }: { readonly answer: MeetingAnswer; readonly times?: readonly string[] | undefined },
  now: Date,
): Date[] {
  if (answer === 'decline') return [];
  const all = meeting.confirmedAt ? [meeting.confirmedAt] : meeting.times;
  if (answer === 'propose') {
    if (!times) return refuseTimes('must have at least 1 item');
    if (times.length > MAX_PROPOSED_TIMES)
      return refuseTimes(`must have at most ${MAX_PROPOSED_TIMES} items`);
    const known = new Set(all.map((time) => time.getTime()));
    if (times.some((time) => known.has(Date.parse(time))))
      return refuseTimes('must not be among the proposed times');
    return requireFuture(times, now);
  }
  const open = all.filter((time) => time > now);
  if (!times) return open;
  const chosen = new Set(times.map((time) => Date.parse(time)));
  const offered = new Set(open.map((time) => time.getTime()));
  if ([...chosen].some((time) => !offered.has(time)))
    refuseTimes('must be some of the proposed times to come');
  return open.filter((time) => chosen.has(time.getTime()));
}

export function refuseTimes(problem: string): never {
  throw new AppError('invalid_request', `times: ${problem}`, { fields: { times: problem } });
}
