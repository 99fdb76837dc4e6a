import { MINUTE_MS } from '@dayloom/time';
import type { BusyEvent } from '../format/format.ts';
import type {
  Alternative,
  Effect,
  Explanation,
  LateTask,
  Merit,
  Reason,
  RuledOutPlace,
} from './explanation.ts';

/** How the user interface names tasks, instants and meetings. The planner has no titles or locales. */
export interface Wording {
  /** The title of a task, by its id. */
  readonly getName: (task: string) => string;
  /** An instant as text, such as `Mon 2 Mar, 09:00`. */
  readonly formatTime: (instant: string) => string;
  /** A meeting's title; null or absent if it has none that may be shown. */
  readonly findEventName?: (event: BusyEvent) => string | null;
}

/** What ruled a place out, in one short sentence. */
export function describePlace({ reason }: RuledOutPlace, wording: Wording): string {
  switch (reason.kind) {
    case 'busy':
      return 'Something is in the calendar.';
    case 'outside-hours':
      return 'Outside the hours for this task.';
    case 'before-release':
      return `Not before ${wording.formatTime(reason.notBefore)}.`;
    case 'waits':
      return `Waits for '${wording.getName(reason.task)}'.`;
    case 'too-short':
      return `Only ${amount(reason.freeMinutes)} free, ${amount(reason.neededMinutes)} needed.`;
    case 'same-task':
      return 'Another part of this task is here.';
    case 'pinned':
      return `'${wording.getName(reason.task)}' is pinned here.`;
    case 'taken':
      return `Taken by '${wording.getName(reason.task)}'${reason.effect === null ? '' : consequence(reason.effect, reason.task, wording)}.`;
    case 'costs-more':
      return `Free, but ${mainLoss(reason.effect, wording)}.`;
    case 'as-good':
      return reason.effect.cost < 0 ? 'Free now, and better.' : 'Free, and just as good.';
    case 'more':
      return `And ${reason.places} more like these.`;
    case 'full':
      return `${full(reason)}.`;
    default:
      return reason satisfies never;
  }
}

/** An advantage of the chosen place, in one short sentence. */
export function describeMerit(merit: Merit, wording: Wording): string {
  switch (merit.kind) {
    case 'first-fit':
      return 'First place that fits.';
    case 'in-time':
      return beforeDeadline(merit);
    case 'late':
      return `${duration(merit.minutes)} after the deadline${merit.isBest ? ': nothing earlier was better' : ''}.`;
    case 'last-chance':
      return 'The last possible time.';
    case 'kept':
      return 'Where it was before.';
    case 'preferred-time':
      return 'At a time of day you prefer.';
    case 'same-category':
      return `Next to similar work: '${wording.getName(merit.task)}'.`;
    default:
      return merit satisfies never;
  }
}

function beforeDeadline({ minutesBeforeDue, dueKind, isDone }: Extract<Merit, { kind: 'in-time' }>): string {
  const deadline = dueKind === 'hard' ? 'hard deadline' : 'deadline';
  if (minutesBeforeDue === 0) return isDone ? 'Done just in time.' : `Ends just before the ${deadline}.`;
  return `${isDone ? 'Done' : 'Ends'} ${duration(minutesBeforeDue)} before the ${deadline}.`;
}

/**
 * What another place would change, gains first: `Waits 5 h less, but makes 'Slides' 2 h late and takes the
 * place of 'Mail'.`
 */
export function describeAlternative(
  { start, displaced, effect }: Alternative,
  { block }: Pick<Explanation, 'block'>,
  wording: Wording,
): string {
  const shift = (Date.parse(start) - Date.parse(block.start)) / MINUTE_MS;
  const { terms } = effect;
  const gains: string[] = [];
  const losses: string[] = [];
  if (shift < 0) gains.push(`waits ${duration(-shift)} less`);
  if (shift > 0) losses.push(`waits ${duration(shift)} longer`);
  const weigh = (cost: number | undefined, gain: string, loss: string): void => {
    if (cost !== undefined && cost !== 0) (cost < 0 ? gains : losses).push(cost < 0 ? gain : loss);
  };
  weigh(terms.prefer, 'is at a time of day you prefer', 'is at a time of day you do not prefer');
  weigh(terms.split, 'cuts less', 'cuts the work into more parts');
  weigh(
    terms.switch,
    'means less switching between kinds of work',
    'means more switching between kinds of work',
  );
  weigh(terms.move, 'moves less of the plan', 'moves more of the plan');
  for (const { task, minutes } of effect.unplanned) {
    if (task !== displaced) losses.push(`leaves ${amount(minutes)} of '${wording.getName(task)}' unplanned`);
  }
  if ((terms.hardMiss ?? 0) > 0 && effect.unplanned.length === 0) losses.push('misses a hard deadline');
  for (const late of effect.late)
    if (late.task !== displaced) losses.push(`makes '${wording.getName(late.task)}' ${lateness(late)}`);
  if (effect.late.length === 0 && effect.unplanned.length === 0)
    weigh(terms.late, 'is less late', 'is later past its deadline');
  if (displaced !== null) losses.push(...displacement(displaced, effect, wording));
  const all = losses.length === 0 ? gains : gains.length === 0 ? losses : null;
  const text = all ? joinWords(all) : `${joinWords(gains)}, but ${joinWords(losses)}`;
  return text === '' ? 'Just as good.' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** The task whose place is taken, and what happens to it. */
function displacement(displaced: string, { unplanned, late }: Effect, { getName }: Wording): string[] {
  const place = `takes the place of '${getName(displaced)}'`;
  const short = unplanned.find(({ task }) => task === displaced);
  if (short) return [place, `leaves ${amount(short.minutes)} of it unplanned`];
  const delay = late.find(({ task }) => task === displaced);
  return delay ? [place, `makes it ${lateness(delay)}`] : [place];
}

/** `a`, `a and b`, `a, b and c`; `a, b and 3 more` where there are more than `most`. */
export function joinWords(parts: readonly string[], most = parts.length): string {
  const shown = parts.length > most ? [...parts.slice(0, most), `${parts.length - most} more`] : parts;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** The consequence of taking the place of a task. */
function consequence(effect: Effect, holder: string, wording: Wording): string {
  if (effect.cost <= 0) return '; changing places would be no worse';
  const [unplanned] = effect.unplanned;
  if (unplanned?.task === holder) return `, of which ${amount(unplanned.minutes)} would then not fit`;
  const [late] = effect.late;
  if (!unplanned && late?.task === holder) return `, which would then be ${lateness(late)}`;
  return `; changing places: ${mainLoss(effect, wording)}`;
}

function describeLostTask(effect: Effect, { getName }: Wording): string | null {
  const [unplanned] = effect.unplanned;
  if (unplanned) return `leave out ${amount(unplanned.minutes)} of '${getName(unplanned.task)}'`;
  const [late] = effect.late;
  return late ? `make '${getName(late.task)}' ${lateness(late)}` : null;
}

/** `2 h late`, or how much later a late task would be. */
function lateness({ minutes, wasLate }: LateTask): string {
  return `${duration(minutes)} ${wasLate ? 'later still' : 'late'}`;
}

/** The largest disadvantage of a change. */
function mainLoss(effect: Effect, wording: Wording): string {
  const lost = describeLostTask(effect, wording);
  if (lost) return `it would ${lost}`;
  const [name] = Object.entries(effect.terms).reduce(
    (worst, term) => (term[1] > worst[1] ? term : worst),
    ['', 0],
  );
  switch (name) {
    case 'hardMiss':
      return 'a hard deadline would be missed';
    case 'late':
      return 'it would be later past its deadline';
    case 'prefer':
      return 'at a time of day you do not prefer';
    case 'split':
      return 'it would be cut into more parts';
    case 'switch':
      return 'it would mean more switching between kinds of work';
    case 'move':
      return 'more of the plan would move';
    default:
      return 'more important work would come later';
  }
}

function full({
  busyMinutes,
  takenMinutes,
  ownMinutes,
  longestFreeMinutes,
  neededMinutes,
}: Extract<Reason, { kind: 'full' }>): string {
  const parts = [
    busyMinutes > 0 ? `${amount(busyMinutes)} in the calendar` : '',
    takenMinutes > 0 ? `${amount(takenMinutes)} of other work` : '',
    ownMinutes > 0 ? `${amount(ownMinutes)} of this task` : '',
  ].filter(Boolean);
  const what = parts.length === 0 ? 'No room' : parts.join(', ');
  return longestFreeMinutes === 0
    ? `${what}; nothing is free`
    : `${what}; longest gap ${amount(longestFreeMinutes)}, ${amount(neededMinutes)} needed`;
}

/**
 * An amount of work or room: `45 min`, `2 h`, `30 h 15`. Never in days, as a day of work is not a calendar
 * day.
 */
export function amount(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest}`;
}

/** Elapsed time: `45 min`, `2 h`, `1 h 30`, `3 days 4 h`. */
export function duration(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  if (days === 0) return amount(minutes);
  const hours = Math.floor(minutes / 60) % 24;
  // With days, minutes do not matter.
  return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`;
}
