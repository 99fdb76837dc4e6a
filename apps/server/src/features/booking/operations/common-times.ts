import { DAY_MS, getZone, localDayNumber, MINUTE_MS } from '@dayloom/time';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { listDefaultEventTypes, type StoredEventType } from '../model/event-type.ts';
import { listFreeStarts, listOpenHours, type Range } from '../rules/free-starts.ts';
import { rankSlots } from '../rules/rank-slots.ts';
import { loadHostTime } from './host-time.ts';

const MAX_TIMES = 10;
const MAX_PER_DAY = 3;
const MAX_DAYS = 62;
const STEP_MINUTES = 15;
/** Other people's starts are computed for every grid that the organizer's slots may use. */
const FINEST_STEP_MINUTES = 5;

export interface CommonTime {
  readonly start: number;
  /** For each of the other people, in their order. */
  readonly isFree: readonly boolean[];
}

/**
 * The best times of an organizer for a meeting with others, the best first: where most of them are free within their
 * work hours, and then those that harm the organizer's plan least. They spread over the days.
 */
export async function listCommonTimes(
  platform: DbContext,
  organizer: Scope,
  others: readonly Scope[],
  { durationMinutes, ...asked }: Range & { readonly durationMinutes: number },
): Promise<CommonTime[]> {
  const now = platform.clock().getTime();
  const range: Range = { from: Math.max(asked.from, now), to: asked.to };
  if (range.to - range.from > MAX_DAYS * DAY_MS) {
    const problem = `must be at most ${MAX_DAYS} days after from`;
    throw new AppError('invalid_request', `to: ${problem}`, { fields: { to: problem } });
  }
  if (range.to <= range.from) return [];
  const eventType = createEventType(durationMinutes, Math.ceil((range.to - now) / DAY_MS));
  const question = { ...range, now, durationMinutes };
  const load = (scope: Scope) =>
    loadHostTime(platform, scope, { ...range, eventType, isOwn: false, except: null, exceptEvents: [] });
  const own = await load(organizer);
  const free: ReadonlySet<number>[] = [];
  // One after the other, so that one request does not take all connections to the database.
  for (const scope of others) {
    const grid = { ...question, stepMinutes: FINEST_STEP_MINUTES };
    free.push(new Set(listFreeStarts(eventType, await load(scope), grid)));
  }
  const starts = listFreeStarts(eventType, own, question);
  const ranks = rankSlots(starts, durationMinutes, {
    timeZone: own.timeZone,
    open: listOpenHours(own, range),
    busy: own.busy,
    planned: own.planned,
  }).map(({ rank }) => rank);
  const rated = starts.map((start, at) => {
    const isFree = free.map((set) => set.has(start));
    return { start, isFree, count: isFree.filter(Boolean).length, rank: ranks[at] ?? 0 };
  });
  return spread(
    rated.toSorted((a, b) => b.count - a.count || a.rank - b.rank),
    durationMinutes * MINUTE_MS,
    own.timeZone,
  );
}

/** The first ones that do not overlap, and only a few of each day. */
function spread(times: readonly CommonTime[], lengthMs: number, timeZone: string): CommonTime[] {
  const zone = getZone(timeZone);
  const chosen: CommonTime[] = [];
  const perDay = new Map<number, number>();
  for (const { start, isFree } of times) {
    const day = localDayNumber(zone, start);
    const count = perDay.get(day) ?? 0;
    if (count === MAX_PER_DAY || chosen.some((one) => Math.abs(one.start - start) < lengthMs)) continue;
    perDay.set(day, count + 1);
    chosen.push({ start, isFree });
    if (chosen.length === MAX_TIMES) break;
  }
  return chosen;
}

/** The hours in which people can meet: only work hours. */
function createEventType(durationMinutes: number, horizonDays: number): StoredEventType {
  const [any] = listDefaultEventTypes();
  if (!any) throw new Error('There are default event types.');
  return {
    ...any,
    id: '',
    version: 1,
    durations: [durationMinutes],
    minimumNoticeMinutes: 0,
    horizonDays,
    stepMinutes: STEP_MINUTES,
  };
}
