import { MINUTE_MS } from '@dayloom/time';
import type { Instance, Task } from '../format/format.ts';
import type { RiskyTask } from '../model/score-plan.ts';
import type { ChunkProblem } from '../replan/diagnose.ts';
import type { Fix, RatedFix } from '../replan/fixes.ts';
import type { Overload } from '../replan/overload.ts';
import { getGap } from '../search/bound.ts';
import { amount, duration, joinWords, type Wording } from './describe-place.ts';

/** Readers do not take in more names than these in one sentence. */
const MAX_NAMES = 5;
const MAX_EFFECTS = 3;
/** A gap larger than this says nothing useful about the plan. */
const MAX_GAP = 1;

/**
 * A proof in one sentence: `A, B and C need 11 h before Fri 17:00; 8 h 30 exist.`
 *
 * @param now Start of the instance. A proof that begins there needs no 'between'.
 */
export function describeOverload(overload: Overload, wording: Wording, now: string): string {
  const { deadlines, from, to, neededMinutes, freeMinutes, dailyCapMinutes, tasks } = overload;
  const names = most(tasks.map(({ task }) => wording.getName(task)));
  const [end, isLater] = [wording.formatTime(to), Date.parse(from) > Date.parse(now)];
  if (isLater && Date.parse(from) >= Date.parse(to)) {
    const are = tasks.length === 1 ? 'is' : 'are';
    return `${names} ${are} due before ${end}, and cannot begin before ${wording.formatTime(from)}.`;
  }
  const span = isLater
    ? `between ${wording.formatTime(from)} and ${end}`
    : deadlines === 'horizon'
      ? `in the days planned, until ${end}`
      : `before ${end}`;
  const free =
    freeMinutes === 0
      ? 'nothing is free'
      : `${amount(freeMinutes)} ${isOne(freeMinutes) ? 'exists' : 'exist'}`;
  const cap = dailyCapMinutes === undefined ? '' : `, with at most ${amount(dailyCapMinutes)} a day`;
  return `${names} ${tasks.length === 1 ? 'needs' : 'need'} ${amount(neededMinutes)} ${span}; ${free}${cap}.`;
}

/**
 * Why a task does not fit although there are enough hours: no gap is long enough, or its pieces do not add
 * up.
 */
export function describeChunking(problem: ChunkProblem, wording: Wording): string {
  return describeSameChunking([problem], wording);
}

/** One sentence for all tasks that do not fit for the same reason: with sixty of them, nobody would reach the fixes. */
export function listChunking(problems: readonly ChunkProblem[], wording: Wording): string[] {
  const alike = Map.groupBy(problems, (problem) => JSON.stringify({ ...problem, task: null }));
  return [...alike.values()].map((same) => describeSameChunking(same, wording));
}

/** The sentence for problems that differ only in their task. */
function describeSameChunking(same: readonly ChunkProblem[], wording: Wording): string {
  const [problem] = same;
  if (!problem) return '';
  const { chunkMinutes, longestGapMinutes, freeMinutes, alone } = problem;
  const names = formatNames(
    same.map(({ task }) => task),
    wording,
  );
  const [need, each] = same.length === 1 ? ['needs', ''] : ['need', ' each'];
  if (!problem.addsUp) {
    const { mostMinutes, leftMinutes } = problem;
    const size = [...new Set([chunkMinutes, mostMinutes].map(amount))].join(' to ');
    return `${names} ${need} ${amount(leftMinutes)}${each}, and no number of pieces of ${size} adds up to that.`;
  }
  const demand = `${names} ${need} ${amount(chunkMinutes)} at a stretch${each}`;
  const isOneGap = longestGapMinutes === freeMinutes;
  if (alone)
    return `${demand}, and the longest gap is ${amount(longestGapMinutes)}, though ${describeFreeTotal(freeMinutes)}.`;
  return isOneGap
    ? `${demand}, and the only gap that is long enough goes to other work.`
    : `${demand}, and the gaps that are long enough go to other work, though ${describeFreeTotal(freeMinutes)}.`;
}

/**
 * The risk with its lateness from the deadline. The planner counts it from the start of the plan when the deadline has
 * passed by then, because nothing can change the time before.
 */
export function withLatenessFromDeadline(
  risk: RiskyTask,
  { start, tasks }: Pick<Instance, 'start'> & { readonly tasks: readonly Pick<Task, 'id' | 'due'>[] },
): RiskyTask {
  const due = tasks.find(({ id }) => id === risk.task)?.due ?? start;
  const passed = Math.max(0, Date.parse(start) - Date.parse(due)) / MINUTE_MS;
  return risk.lateMinutes > 0 ? { ...risk, lateMinutes: risk.lateMinutes + passed } : risk;
}

/** The problem of a task in the current plan. `isHard`: an unplanned part misses a hard deadline. */
export function describeRisk(
  { task, shortMinutes, lateMinutes }: RiskyTask,
  { getName }: Pick<Wording, 'getName'>,
  isHard = false,
): string {
  if (shortMinutes > 0) {
    const verb = isOne(shortMinutes) ? "doesn't" : "don't";
    return `${amount(shortMinutes)} of '${getName(task)}' ${verb} fit${isHard ? ' before the deadline' : ''}.`;
  }
  return `'${getName(task)}' will be ${duration(lateMinutes)} late.`;
}

/** A fix as an imperative: `Shorten 'Slides' by 2 h, to 4 h.` */
export function describeFix(fix: Fix, wording: Wording): string {
  const { getName, formatTime } = wording;
  switch (fix.kind) {
    case 'drop':
      return `Drop '${getName(fix.task)}'.`;
    case 'shorten':
      return `Shorten '${getName(fix.task)}' by ${amount(fix.byMinutes)}, to ${amount(fix.minutes)}.`;
    case 'extend-hours': {
      const { start, end } = fix.opening;
      return `Work ${amount(minutesBetween(start, end))} more, from ${formatTime(start)}.`;
    }
    case 'move-deadline':
      return `Move the ${fix.dueKind === 'hard' ? 'hard ' : ''}deadline of '${getName(fix.task)}' to ${formatTime(fix.due)}.`;
    case 'split':
      return `Let '${getName(fix.task)}' be done in pieces of ${amount(fix.minChunk)} or more.`;
    case 'move-meeting': {
      const { event, to } = fix;
      const title = wording.findEventName?.(event) ?? null;
      const what =
        title === null ? `the meeting (${amount(minutesBetween(event.start, event.end))})` : `'${title}'`;
      return `Move ${what} from ${formatTime(event.start)} to ${formatTime(to.start)}.`;
    }
    default:
      return fix satisfies never;
  }
}

/**
 * The effect of a fix: what improves, what gets worse, and what stays at risk.
 * `'Slides' would be in time, but 'Mail' 2 h late. 3 tasks stay at risk.`
 *
 * @param before The tasks at risk now.
 */
export function describeFixEffect(
  { fix, atRisk, helps }: Pick<RatedFix, 'fix' | 'atRisk' | 'helps'>,
  before: readonly RiskyTask[],
  wording: Wording,
): string {
  if (atRisk.length === 0) return 'Everything would be done in time.';
  const was = new Map(before.map((risk) => [risk.task, risk]));
  const is = new Map(atRisk.map((risk) => [risk.task, risk]));
  const dropped = fix.kind === 'drop' ? fix.task : null;
  const helped = before.filter(({ task }) => helps.includes(task) && task !== dropped);
  const gains = describeGains(helped, is, wording);
  const worse = atRisk.filter((risk) => isWorse(was.get(risk.task), risk));
  const losses = worse.map((risk) => describeLoss(risk, wording));
  const parts = [shortened(gains), shortened(losses)].filter((part) => part !== '');
  const others =
    atRisk.length - worse.length - before.filter(({ task }) => helps.includes(task) && is.has(task)).length;
  const sentences = parts.length === 0 ? [] : [`${sentenceStart(parts.join(', but '))}.`];
  if (others > 0)
    sentences.push(
      `${others === 1 ? 'One other task stays' : `${others} other tasks stay`} at risk${parts.length === 0 ? ' as before' : ''}.`,
    );
  return sentences.join(' ') || 'Nothing else would change.';
}

/** How good a plan is proven to be. `bound` is null if none was computed. */
export function describeGap(cost: number, bound: number | null): string {
  const gap = bound === null ? Infinity : getGap(cost, bound);
  if (gap === 0) return 'The best possible plan: proven.';
  if (gap > MAX_GAP) return 'How close it is to the best possible is not known.';
  // Rounded up, so that 'at most' is true.
  const percent = gap < 0.01 ? Math.ceil(gap * 1000 - 1e-9) / 10 : Math.ceil(gap * 100 - 1e-9);
  return `At most ${percent} % from the best possible.`;
}

function describeGains(
  helped: readonly RiskyTask[],
  is: ReadonlyMap<string, RiskyTask>,
  wording: Wording,
): string[] {
  const solved = helped.filter(({ task }) => !is.has(task));
  const inTime = solved.filter(({ shortMinutes }) => shortMinutes === 0).map(({ task }) => task);
  const placed = solved.filter(({ shortMinutes }) => shortMinutes > 0).map(({ task }) => task);
  const less = helped.flatMap((was) => {
    const risk = is.get(was.task);
    return risk ? (describeLess(was, risk, wording) ?? []) : [];
  });
  return [
    ...(inTime.length > 0 ? [`${formatNames(inTime, wording)} would be in time`] : []),
    ...(placed.length > 0 ? [`${formatNames(placed, wording)} would fit`] : []),
    ...less,
  ];
}

/** How a task improves that stays at risk; null if the improvement is too small to mention. */
function describeLess(was: RiskyTask, is: RiskyTask, { getName }: Wording): string | null {
  const name = `'${getName(was.task)}'`;
  const [before, after] =
    is.shortMinutes > 0
      ? [amount(was.shortMinutes), amount(is.shortMinutes)]
      : [duration(was.lateMinutes), duration(is.lateMinutes)];
  if (is.shortMinutes > 0)
    return before === after ? null : `only ${after} of ${name} would not fit instead of ${before}`;
  if (was.shortMinutes > 0) return `${name} would fit, ${after} late`;
  return before === after ? null : `${name} would be ${after} late instead of ${before}`;
}

function describeLoss({ task, shortMinutes, lateMinutes }: RiskyTask, { getName }: Wording): string {
  return shortMinutes > 0
    ? `${amount(shortMinutes)} of '${getName(task)}' would not fit`
    : `'${getName(task)}' would be ${duration(lateMinutes)} late`;
}

function isWorse(was: RiskyTask | undefined, is: RiskyTask): boolean {
  if (!was) return true;
  return (
    is.shortMinutes > was.shortMinutes ||
    (is.shortMinutes === was.shortMinutes && is.lateMinutes > was.lateMinutes)
  );
}

function shortened(parts: readonly string[]): string {
  const rest = parts.length - MAX_EFFECTS;
  return joinWords(rest > 0 ? [...parts.slice(0, MAX_EFFECTS), `so on for ${rest} more`] : parts);
}

function formatNames(tasks: readonly string[], { getName }: Wording): string {
  return most(tasks.map((task) => `'${getName(task)}'`));
}

function most(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  // Naming one more task is as short as 'one more'.
  return joinWords(rest > 1 ? [...names.slice(0, MAX_NAMES), `${rest} more`] : names);
}

function describeFreeTotal(minutes: number): string {
  return `there ${isOne(minutes) ? 'is' : 'are'} ${amount(minutes)} free in all`;
}

/** `1 h` and `1 min` are grammatically singular. */
function isOne(minutes: number): boolean {
  return minutes === 60 || minutes === 1;
}

function minutesBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS);
}

function sentenceStart(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
