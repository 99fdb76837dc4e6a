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
import { minutesInWords } from '#lib/format-minutes.ts';
import { formatDayAndTime, formatShortDate, formatTime, formatWeekdayAndTime } from '#lib/format-time.ts';
import {
  type Fit,
  type FixAnswer,
  type MovedPlace,
  type Price,
  parseWorkId,
  type WorseTask,
} from '../worker/questions.ts';

/** Words for the in-page planner's results; the server has its own for saved plans. */

/** Beyond this, a weekday alone could be read as one of another week. */
const WEEKDAY_DAYS = 6;
const MOST_LEFT = 2;

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
export function whenInWords(instant: string, now: Date): string {
  const date = new Date(instant);
  return isNear(instant, now) ? formatDayAndTime(date) : `${formatShortDate(date)} ${formatTime(date)}`;
}

/** `Friday 17:00`: the long form, for sentences about the time. */
function pointInWords(instant: string, now: Date): string {
  return isNear(instant, now) ? formatWeekdayAndTime(new Date(instant)) : whenInWords(instant, now);
}

function spanInWords(start: string, end: string, now: Date): string {
  const [from, to] = [new Date(start), new Date(end)];
  const last = from.toDateString() === to.toDateString() ? formatTime(to) : whenInWords(end, now);
  return `${whenInWords(start, now)}–${last}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const movesInWords = (blocks: number) => `moves ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;

function worseInWords({ task, lateMinutes, shortMinutes }: WorseTask, { getTitle }: PlannerWording): string {
  const title = `'${getTitle(task)}'`;
  return shortMinutes > 0
    ? `leaves ${minutesInWords(shortMinutes)} of ${title} unplanned`
    : `makes ${title} ${duration(lateMinutes)} late`;
}

/** `Fits Thu 14:00–16:00 · moves 1 block`, `Doesn't fit before Fri 17:00: 1 h short`. */
export function fitInWords(fit: Fit, plannerWording: PlannerWording): { text: string; urgency: Urgency } {
  const { blocks, shortMinutes, lateMinutes, worse, movedBlocks, roundedMinutes } = fit;
  const costs = [
    ...(roundedMinutes > 0 && blocks.length > 0
      ? [`${roundedMinutes} min longer: plans are in steps of 5 min`]
      : []),
    ...(movedBlocks > 0 ? [movesInWords(movedBlocks)] : []),
    ...worse.slice(0, 2).map((one) => worseInWords(one, plannerWording)),
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

function describeFitPlace(fit: Fit, now: Date): [string, Urgency] {
  const { blocks, shortMinutes, lateMinutes, due, isHard, until } = fit;
  if (shortMinutes > 0) {
    const isDue = isHard && due !== null && due < until;
    const limit = isDue
      ? `before ${whenInWords(due, now)}`
      : `into the planned days, until ${whenInWords(until, now)}`;
    return [`Doesn't fit ${limit}: ${minutesInWords(shortMinutes)} short`, isHard ? 'hard' : 'soft'];
  }
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return ['Needs no more time', 'ok'];
  const place =
    blocks.length === 1
      ? spanInWords(first.start, first.end, now)
      : `in ${blocks.length} parts, ${spanInWords(first.start, last.end, now)}`;
  return lateMinutes > 0 ? [capital(place), 'soft'] : [`Fits ${place}`, 'ok'];
}

const broken: Partial<Record<HardConstraint, string>> = {
  H3: 'overlaps something in your calendar',
  H4: 'is outside the hours for this task',
  H5: 'is before the task may start',
  H6: 'is past its hard deadline',
  H10: 'is before a task it depends on',
};

/** The cost of a choice as a list: broken rules, tasks that become late or unplanned, moved blocks. */
export function priceInWords(
  { breaks, worse, moved, price }: Price,
  plannerWording: PlannerWording,
): string[] {
  const losses = [
    ...breaks.flatMap((constraint) => broken[constraint] ?? []),
    ...worse.map((one) => worseInWords(one, plannerWording)),
  ];
  const calm =
    price > 0 ? 'nothing becomes late; slightly worse overall' : 'just as good: nothing becomes late';
  const moves = moved.length > 0 ? [movesInWords(moved.length)] : [];
  return [...(losses.length > 0 ? losses : [calm]), ...moves].map((point) => `${capital(point)}.`);
}

/** `Slides: Thu 14:00 to Fri 9:00` */
export function movedInWords({ task, from, to }: MovedPlace, { getTitle, now }: PlannerWording): string {
  const [was, is] = [from && whenInWords(from.start, now), to && whenInWords(to.start, now)];
  if (was && is) return `${getTitle(task)}: ${was} to ${is}`;
  return is ? `${getTitle(task)}: new at ${is}` : `${getTitle(task)}: removed from the plan, was ${was}`;
}

/** How the planner's own sentences name tasks and times. */
export function createWording({ getTitle, now }: PlannerWording): Wording {
  return { getName: getTitle, formatTime: (instant) => pointInWords(instant, now) };
}

export interface FixWords {
  /** Label of the button. */
  action: string;
  effect: string;
  /** Confirmation after the fix. */
  done: string;
}

export function fixInWords(
  { fix, atRisk, movedBlocks }: FixAnswer,
  meetingTitle: string | null,
  plannerWording: PlannerWording,
): FixWords {
  const left = atRisk.length === 0 ? 'Then everything fits' : stillAtRisk(atRisk, plannerWording);
  return {
    action: fixChangeInWords(fix, meetingTitle, plannerWording),
    effect: [left, ...(movedBlocks > 0 ? [movesInWords(movedBlocks)] : [])].join(' · '),
    done: doneInWords(fix, meetingTitle, plannerWording),
  };
}

/** `Still unplanned: 2 h of 'Slides' and 1 h of 'Mail'`, `Still late: 'Book' by 2 h` */
function stillAtRisk(atRisk: readonly RiskyTask[], { getTitle }: PlannerWording): string {
  const short = atRisk
    .filter(({ shortMinutes }) => shortMinutes > 0)
    .map(({ task, shortMinutes }) => `${minutesInWords(shortMinutes)} of '${getTitle(task)}'`);
  const late = atRisk
    .filter(({ shortMinutes }) => shortMinutes === 0)
    .map(({ task, lateMinutes }) => `'${getTitle(task)}' by ${duration(lateMinutes)}`);
  return [
    ...(short.length > 0 ? [`Still unplanned: ${joinWords(short, MOST_LEFT)}`] : []),
    ...(late.length > 0 ? [`Still late: ${joinWords(late, MOST_LEFT)}`] : []),
  ].join(' · ');
}

/** The same effect where a line must be enough. */
export function effectInShort({ atRisk, movedBlocks }: FixAnswer): string {
  const left = atRisk.length === 0 ? 'Then everything fits' : `${atRisk.length} still at risk`;
  return [left, ...(movedBlocks > 0 ? [movesInWords(movedBlocks)] : [])].join(' · ');
}

const isLaterOccurrence = (task: string) => parseWorkId(task).occurrenceOn !== null;

function fixChangeInWords(fix: Fix, meetingTitle: string | null, { getTitle, now }: PlannerWording): string {
  switch (fix.kind) {
    case 'drop':
      return isLaterOccurrence(fix.task)
        ? `Skip '${getTitle(fix.task)}'`
        : `Move '${getTitle(fix.task)}' to Someday`;
    case 'shorten':
      return `Shorten '${getTitle(fix.task)}' by ${minutesInWords(fix.byMinutes)}`;
    case 'move-deadline':
      return `Move the ${fix.dueKind === 'hard' ? 'hard ' : ''}deadline of '${getTitle(fix.task)}' to ${whenInWords(fix.due, now)}`;
    case 'split':
      return `Let '${getTitle(fix.task)}' be split into parts of ${minutesInWords(fix.minChunk)} or more`;
    case 'move-meeting':
      return `Move '${meetingTitle ?? 'the meeting'}' to ${whenInWords(fix.to.start, now)}`;
    case 'extend-hours':
      return `${fix.opening.hours === 'work' ? 'Work' : 'Use'} ${openingInWords(fix.opening, now)} too`;
    default:
      return fix satisfies never;
  }
}

const openingInWords = ({ start, end }: Opening, now: Date) => spanInWords(start, end, now);

function doneInWords(fix: Fix, meetingTitle: string | null, { getTitle, now }: PlannerWording): string {
  switch (fix.kind) {
    case 'drop':
      return `'${getTitle(fix.task)}' is ${isLaterOccurrence(fix.task) ? 'skipped' : 'in Someday'}`;
    case 'shorten':
      return `'${getTitle(fix.task)}' is shorter by ${minutesInWords(fix.byMinutes)}`;
    case 'move-deadline':
      return `'${getTitle(fix.task)}' has its deadline later`;
    case 'split':
      return `'${getTitle(fix.task)}' may be split`;
    case 'move-meeting':
      return `'${meetingTitle ?? 'The meeting'}' is now ${whenInWords(fix.to.start, now)}`;
    case 'extend-hours':
      return `${openingInWords(fix.opening, now)} is open`;
    default:
      return fix satisfies never;
  }
}
