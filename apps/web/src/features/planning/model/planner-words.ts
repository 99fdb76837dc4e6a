import {
  duration,
  type Fix,
  type HardConstraint,
  joinWords,
  type Opening,
  type RiskyTask,
  type Wording,
} from '@dayloom/planner';
import { DAY_MS } from '@dayloom/time';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatDayAndTime, formatShortDate, formatTime, formatWeekdayAndTime } from '#lib/format-time.ts';
import {
  type Fit,
  type FixResult,
  type MovedPlace,
  type Price,
  parseWorkId,
  type WorseTask,
} from '../worker/questions.ts';

/** Words for the in-page planner's results; the server has its own for saved plans. */

/** Beyond this, a weekday alone could be read as one of another week. */
const WEEKDAY_DAYS = 6;
const MAX_LEFT = 2;

export interface PlannerWording {
  readonly getTitle: (task: string) => string;
  readonly now: Date;
}

export type Urgency = 'ok' | 'calm' | 'soft' | 'hard';

const isNear = (instant: string, now: Date) => {
  const days = (startOfDay(new Date(instant)) - startOfDay(now)) / DAY_MS;
  return days >= 0 && days <= WEEKDAY_DAYS;
};
const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** `Thu 14:00`, `Thu 26 Nov 14:00` beyond a week. */
export function describeWhen(instant: string, now: Date): string {
  const date = new Date(instant);
  return isNear(instant, now) ? formatDayAndTime(date) : `${formatShortDate(date)} ${formatTime(date)}`;
}

/** `Friday 17:00`: the long form, for sentences about the time. */
function describePoint(instant: string, now: Date): string {
  return isNear(instant, now) ? formatWeekdayAndTime(new Date(instant)) : describeWhen(instant, now);
}

function formatSpan(start: string, end: string, now: Date): string {
  const [from, to] = [new Date(start), new Date(end)];
  const last = from.toDateString() === to.toDateString() ? formatTime(to) : describeWhen(end, now);
  return `${describeWhen(start, now)}–${last}`;
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const describeMoves = (blocks: number) => `moves ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;

function describeWorse({ task, lateMinutes, shortMinutes }: WorseTask, { getTitle }: PlannerWording): string {
  const title = `'${getTitle(task)}'`;
  return shortMinutes > 0
    ? `leaves ${formatMinutes(shortMinutes)} of ${title} unplanned`
    : `makes ${title} ${duration(lateMinutes)} late`;
}

/** `Fits Thu 14:00–16:00 · moves 1 block`, `Doesn't fit before Fri 17:00: 1 h short`. */
export function describeFit(fit: Fit, plannerWording: PlannerWording): { text: string; urgency: Urgency } {
  const { blocks, shortMinutes, lateMinutes, worse, movedBlocks, roundedMinutes } = fit;
  const costs = [
    ...(roundedMinutes > 0 && blocks.length > 0
      ? [`${roundedMinutes} min longer: plans are in steps of 5 min`]
      : []),
    ...(movedBlocks > 0 ? [describeMoves(movedBlocks)] : []),
    ...worse.slice(0, 2).map((one) => describeWorse(one, plannerWording)),
    ...(worse.length > 2 ? [`and ${worse.length - 2} more at risk`] : []),
  ];
  const [place, urgency] = describeFitPlace(fit, plannerWording.now);
  const isBad = worse.length > 0 && urgency === 'ok';
  return {
    text: [
      place,
      ...(shortMinutes === 0 && lateMinutes > 0 ? [`${duration(lateMinutes)} late`] : []),
      ...costs,
    ].join(' · '),
    urgency: isBad ? (blocks.length > 0 ? 'soft' : urgency) : urgency,
  };
}

/** They end at midnight: `Sat 5 Dec`, not `Sun 6 Dec 00:00`. */
const describeLastDay = (end: string) => formatShortDate(new Date(Date.parse(end) - 1));

function describeFitPlace(fit: Fit, now: Date): [string, Urgency] {
  const { blocks, shortMinutes, lateMinutes, due, isHard, until } = fit;
  if (shortMinutes > 0) {
    const isDue = isHard && due !== null && due < until;
    const limit = isDue
      ? `before ${describeWhen(due, now)}`
      : `into the planned days, until ${describeLastDay(until)}`;
    return [`Doesn't fit ${limit}: ${formatMinutes(shortMinutes)} short`, isHard ? 'hard' : 'soft'];
  }
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return ['Needs no more time', 'ok'];
  const place =
    blocks.length === 1
      ? formatSpan(first.start, first.end, now)
      : `in ${blocks.length} parts, ${formatSpan(first.start, last.end, now)}`;
  return lateMinutes > 0 ? [capitalise(place), 'soft'] : [`Fits ${place}`, 'ok'];
}

const broken: Partial<Record<HardConstraint, string>> = {
  H3: 'overlaps something in your calendar',
  H4: 'is outside the hours for this task',
  H5: 'is before the task may start',
  H6: 'is past its hard deadline',
  H10: 'is before a task it depends on',
};

/** The cost of a choice as a list: broken rules, tasks that become late or unplanned, moved blocks. */
export function formatPrice(
  { breaks, worse, moved, price }: Price,
  plannerWording: PlannerWording,
): string[] {
  const losses = [
    ...breaks.flatMap((constraint) => broken[constraint] ?? []),
    ...worse.map((one) => describeWorse(one, plannerWording)),
  ];
  const calm =
    price > 0 ? 'nothing becomes late; slightly worse overall' : 'just as good: nothing becomes late';
  const moves = moved.length > 0 ? [describeMoves(moved.length)] : [];
  return [...(losses.length > 0 ? losses : [calm]), ...moves].map((point) => `${capitalise(point)}.`);
}

/** `Slides: Thu 14:00 to Fri 9:00` */
export function describeMoved({ task, from, to }: MovedPlace, { getTitle, now }: PlannerWording): string {
  const [was, is] = [from && describeWhen(from.start, now), to && describeWhen(to.start, now)];
  if (was && is) return `${getTitle(task)}: ${was} to ${is}`;
  return is ? `${getTitle(task)}: new at ${is}` : `${getTitle(task)}: removed from the plan, was ${was}`;
}

/** How the planner's own sentences name tasks and times. */
export function createWording({ getTitle, now }: PlannerWording): Wording {
  return { getName: getTitle, formatTime: (instant) => describePoint(instant, now) };
}

export interface FixWords {
  /** Label of the button. */
  action: string;
  effect: string;
  /** Confirmation after the fix. */
  done: string;
}

export function describeFix(
  { fix, atRisk, movedBlocks }: FixResult,
  meetingTitle: string | null,
  plannerWording: PlannerWording,
): FixWords {
  const left = atRisk.length === 0 ? 'Then everything fits' : stillAtRisk(atRisk, plannerWording);
  return {
    action: describeFixChange(fix, meetingTitle, plannerWording),
    effect: [left, ...(movedBlocks > 0 ? [describeMoves(movedBlocks)] : [])].join(' · '),
    done: describeDone(fix, meetingTitle, plannerWording),
  };
}

/** `Still unplanned: 2 h of 'Slides' and 1 h of 'Mail'`, `Still late: 'Book' by 2 h` */
function stillAtRisk(atRisk: readonly RiskyTask[], { getTitle }: PlannerWording): string {
  const short = atRisk
    .filter(({ shortMinutes }) => shortMinutes > 0)
    .map(({ task, shortMinutes }) => `${formatMinutes(shortMinutes)} of '${getTitle(task)}'`);
  const late = atRisk
    .filter(({ shortMinutes }) => shortMinutes === 0)
    .map(({ task, lateMinutes }) => `'${getTitle(task)}' by ${duration(lateMinutes)}`);
  return [
    ...(short.length > 0 ? [`Still unplanned: ${joinWords(short, MAX_LEFT)}`] : []),
    ...(late.length > 0 ? [`Still late: ${joinWords(late, MAX_LEFT)}`] : []),
  ].join(' · ');
}

/** The same effect where a line must be enough. */
export function describeEffectBriefly({ atRisk, movedBlocks }: FixResult): string {
  const left = atRisk.length === 0 ? 'Then everything fits' : `${atRisk.length} still at risk`;
  return [left, ...(movedBlocks > 0 ? [describeMoves(movedBlocks)] : [])].join(' · ');
}

const isLaterOccurrence = (task: string) => parseWorkId(task).occurrenceOn !== null;

function describeFixChange(fix: Fix, meetingTitle: string | null, { getTitle, now }: PlannerWording): string {
  switch (fix.kind) {
    case 'drop':
      return isLaterOccurrence(fix.task)
        ? `Skip '${getTitle(fix.task)}'`
        : `Move '${getTitle(fix.task)}' to Someday`;
    case 'shorten':
      return `Shorten '${getTitle(fix.task)}' by ${formatMinutes(fix.byMinutes)}`;
    case 'move-deadline':
      return `Move the ${fix.dueKind === 'hard' ? 'hard ' : ''}deadline of '${getTitle(fix.task)}' to ${describeWhen(fix.due, now)}`;
    case 'split':
      return `Let '${getTitle(fix.task)}' be split into parts of ${formatMinutes(fix.minChunk)} or more`;
    case 'move-meeting':
      return `Move '${meetingTitle ?? 'the meeting'}' to ${describeWhen(fix.to.start, now)}`;
    case 'extend-hours':
      return `${fix.opening.hours === 'work' ? 'Work' : 'Use'} ${describeOpening(fix.opening, now)} too`;
    default:
      return fix satisfies never;
  }
}

const describeOpening = ({ start, end }: Opening, now: Date) => formatSpan(start, end, now);

function describeDone(fix: Fix, meetingTitle: string | null, { getTitle, now }: PlannerWording): string {
  switch (fix.kind) {
    case 'drop':
      return `'${getTitle(fix.task)}' is ${isLaterOccurrence(fix.task) ? 'skipped' : 'in Someday'}`;
    case 'shorten':
      return `'${getTitle(fix.task)}' is shorter by ${formatMinutes(fix.byMinutes)}`;
    case 'move-deadline':
      return `'${getTitle(fix.task)}' has its deadline later`;
    case 'split':
      return `'${getTitle(fix.task)}' may be split`;
    case 'move-meeting':
      return `'${meetingTitle ?? 'The meeting'}' is now ${describeWhen(fix.to.start, now)}`;
    case 'extend-hours':
      return `${describeOpening(fix.opening, now)} is open`;
    default:
      return fix satisfies never;
  }
}
