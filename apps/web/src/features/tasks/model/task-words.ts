import type { AtRisk, Task } from '@dayloom/contracts';
import { getCity } from '#lib/zone-names.ts';
import {
  dayWithDate,
  describePlace,
  findDeadline,
  formatTime,
  relativeDay,
  type TimeContext,
  toDay,
  todayIn,
} from './time-context.ts';

export type Urgency = 'calm' | 'soft' | 'hard';

export interface DueWords {
  text: string;
  /** The colour of the text, which has the same meaning without colour. */
  urgency: Urgency;
}

/** `Today 17:00`, `Overdue, yesterday`, `Fri, hard`; null without a deadline. */
export function describeDue(
  task: Pick<Task, 'dueOn' | 'dueAt' | 'dueKind' | 'status'> & Partial<Pick<Task, 'hasFlexibleDays'>>,
  context: TimeContext,
): DueWords | null {
  const deadline = findDeadline(task, context);
  if (!deadline) return null;
  const isAbroad = !deadline.hasTime && context.homeTimeZone !== context.timeZone;
  const today = isAbroad ? toDay(context.now, context.homeTimeZone) : todayIn(context);
  const time = task.dueAt ? ` ${formatTime(task.dueAt, context.timeZone)}` : '';
  const zone = isAbroad ? ` (${getCity(context.homeTimeZone)})` : '';
  const when = `${relativeDay(deadline.day, today)}${time}${zone}`;
  if (task.status === 'done') return { text: when, urgency: 'calm' };
  const isOver = deadline.hasTime ? deadline.at < context.now.getTime() : deadline.day < today;
  const isHard = task.dueKind === 'hard';
  const kind = isHard ? ', hard' : '';
  if (isOver)
    return {
      text: `Overdue, ${when.replace(/^(?:Today|Yesterday)/, (day) => day.toLowerCase())}${kind}`,
      urgency: 'hard',
    };
  if (isHard) return { text: `${when}${kind}`, urgency: 'hard' };
  return { text: when, urgency: deadline.day === today ? 'soft' : 'calm' };
}

/** Whether it takes place at its time: its place begins and ends with it, and that end is no deadline to mind. */
export const takesPlace = ({ planned, startAfter, dueAt }: Pick<Task, 'planned' | 'startAfter' | 'dueAt'>) =>
  planned !== null && planned.startsAt === startAfter && planned.endsAt === dueAt;

/** `Due Fri 20 Nov 17:00 (hard)`, in full. */
export function deadlineInFull(
  task: Pick<Task, 'dueOn' | 'dueAt' | 'dueKind'>,
  context: TimeContext,
): string | null {
  const deadline = findDeadline(task, context);
  if (!deadline) return null;
  const time = task.dueAt ? ` ${formatTime(task.dueAt, context.timeZone)}` : '';
  return `due ${dayWithDate(deadline.day, todayIn(context))}${time}${task.dueKind === 'hard' ? ' (hard)' : ''}`;
}

export interface PlaceWords {
  text: string;
  /** A link to the calendar page. */
  href: string;
}

/** `Thu 14:15`, `Now`, with the number of blocks if there are several. */
export function describePlanned(planned: Task['planned'], context: TimeContext): PlaceWords | null {
  if (!planned) return null;
  const { startsAt, endsAt, blockId, blockCount } = planned;
  const now = context.now.getTime();
  const isNow = Date.parse(startsAt) <= now && now < Date.parse(endsAt);
  const when = isNow
    ? 'Now'
    : `${relativeDay(toDay(startsAt, context.timeZone), todayIn(context))} ${formatTime(startsAt, context.timeZone)}`;
  const count = blockCount > 1 ? `, ${blockCount} blocks` : '';
  return { text: `${when}${count}`, href: calendarHref(startsAt, blockId, context.timeZone) };
}

function calendarHref(startsAt: string, blockId: string, timeZone: string): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(startsAt));
  return `/calendar-flow?date=${date}&block=${encodeURIComponent(blockId)}`;
}

/** A task's place in the plan and its risk, short enough for a row. */
export function describeRowPlace(
  task: Pick<Task, 'planned' | 'risk'>,
  context: TimeContext,
): PlaceWords | null {
  const place = describePlanned(task.planned, context);
  if (!place || !task.risk) return place;
  const [when = ''] = place.text.split(',');
  return { ...place, text: `${when}, ${task.risk === 'late' ? 'late' : 'in part'}` };
}

export const describeRisk = (risk: NonNullable<Task['risk']>): string =>
  risk === 'late' ? 'Will be late' : "Doesn't fit";

/** The text in the sheet's footer: the risk first, then the place. */
export function describePlacement(
  task: Pick<Task, '_id' | 'status' | 'planned' | 'risk' | 'isSomeday' | 'isAutomatic'>,
  atRisk: readonly AtRisk[],
  context: TimeContext,
): { text: string; urgency: Urgency | 'ok' } {
  if (task.status === 'done') return { text: 'Done', urgency: 'ok' };
  const place = task.planned
    ? `Planned ${describePlace(task.planned.startsAt, task.planned.endsAt, context)}${
        task.planned.blockCount > 1 ? ` and ${task.planned.blockCount - 1} more` : ''
      }`
    : null;
  const risk = atRisk.find(({ taskId }) => taskId === task._id);
  if (risk)
    return {
      text: place ? `${place}. ${risk.sentence}` : risk.sentence,
      urgency: risk.isHard ? 'hard' : 'soft',
    };
  if (task.risk) return { text: `${place ? `${place}. ` : ''}${describeRisk(task.risk)}`, urgency: 'soft' };
  if (place) return { text: place, urgency: 'ok' };
  if (task.isSomeday) return { text: 'Someday: the plan leaves it out', urgency: 'calm' };
  return {
    text: task.isAutomatic ? 'Not planned yet' : 'Not planned: you place it yourself',
    urgency: 'calm',
  };
}
