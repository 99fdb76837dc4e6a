import type { AtRisk, Block, Calendar, Occurrence, PlanChange, Proposal, Task } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatDayAndMonth, formatDayAndTime, formatShortDate, formatTime } from '#lib/format-time.ts';

/** Beyond this, a weekday alone could be read as one of another week. */
const WEEKDAY_DAYS = 6;

export const formatMoment = (instant: string) => formatDayAndTime(new Date(instant));

export type BlockLook = 'movable' | 'last-chance' | 'pinned' | 'done' | 'now' | 'ghost' | 'proposed';

/** A grid item for a block, or for its old or new place in a proposal. */
export interface PlanItem {
  id: string;
  kind: 'block' | 'change';
  /** The block's id, or the task's id if the change has no block yet. */
  sourceId: string;
  look: BlockLook;
  title: string;
  label: string;
  startsAt: string;
  endsAt: string;
  startsOn: null;
  endsOn: null;
  color: null;
  badge: string | null;
  note: string | null;
  progress: number | null;
  isMovable: boolean;
  isInteractive: boolean;
  isRecurring: boolean;
}

export const blockItemId = (blockId: string) => `block:${blockId}`;

export function getLook(block: Block, now: Date): BlockLook {
  if (block.isFinished) return 'done';
  if (Date.parse(block.startsAt) <= now.getTime() && now.getTime() < Date.parse(block.endsAt)) return 'now';
  if (block.isPinned) return 'pinned';
  return block.isLastChance ? 'last-chance' : 'movable';
}

const labels: Record<BlockLook, string> = {
  movable: 'Planned block, movable',
  'last-chance': 'Planned block, last chance before the deadline',
  pinned: 'Planned block, pinned by you',
  done: 'Planned block, done',
  now: 'Planned block, running now',
  ghost: 'Old time',
  proposed: 'Proposed block',
};

const nothing = { startsOn: null, endsOn: null, color: null, isRecurring: false } as const;

function blockItem(block: Block, now: Date): PlanItem {
  const look = getLook(block, now);
  const [start, end] = [Date.parse(block.startsAt), Date.parse(block.endsAt)];
  return {
    ...nothing,
    id: blockItemId(block._id),
    kind: 'block',
    sourceId: block._id,
    look,
    title: block.title,
    label: block.isPinned && look === 'now' ? `${labels.now}, pinned by you` : labels[look],
    startsAt: block.startsAt,
    endsAt: block.endsAt,
    badge: block.chunkCount > 1 ? `${block.chunk}/${block.chunkCount}` : null,
    note: look === 'last-chance' ? 'last chance' : null,
    progress: look === 'now' ? (now.getTime() - start) / (end - start) : null,
    isMovable: look !== 'done',
    isInteractive: true,
  };
}

/** Whether both are of the same task, and of the same occurrence of it. */
export function isSameWork(
  a: Pick<Block, 'taskId' | 'occurrenceOn'>,
  b: Pick<Block, 'taskId' | 'occurrenceOn'>,
): boolean {
  return a.taskId === b.taskId && a.occurrenceOn === b.occurrenceOn;
}

/** The block that a change moves or removes. */
export function findChangedBlock(change: PlanChange, blocks: readonly Block[]): Block | undefined {
  return blocks.find(
    (block) =>
      change.from !== null &&
      isSameWork(block, change) &&
      Date.parse(block.startsAt) === Date.parse(change.from.startsAt),
  );
}

/**
 * The plan as grid items. With a proposal, moved blocks appear as a ghost at the old place and as a proposed
 * block at the new one. Unchecked changes are ignored.
 */
export function planItems(
  blocks: readonly Block[],
  proposal: Proposal | null,
  unchecked: ReadonlySet<string>,
  now: Date,
): PlanItem[] {
  const changes = proposal?.changes.filter(({ id }) => !unchecked.has(id)) ?? [];
  const leaving = new Map(
    changes.flatMap((change) => {
      const block = findChangedBlock(change, blocks);
      return block ? [[block._id, change] as const] : [];
    }),
  );
  const standing = blocks.map((block): PlanItem => {
    const item = blockItem(block, now);
    const change = leaving.get(block._id);
    if (!change) return item;
    return {
      ...item,
      look: 'ghost',
      label: change.kind === 'removed' ? 'Removed from the plan' : labels.ghost,
      note: null,
      progress: null,
      isMovable: false,
      isInteractive: false,
    };
  });
  const arriving = changes.flatMap((change): PlanItem[] => {
    if (!change.to) return [];
    return [
      {
        ...nothing,
        ...change.to,
        id: `change:${change.id}`,
        kind: 'change',
        sourceId: change.taskId,
        look: 'proposed',
        title: change.title,
        label: change.from ? `Proposed move from ${formatMoment(change.from.startsAt)}` : labels.proposed,
        badge: null,
        note: change.from ? `was ${formatMoment(change.from.startsAt)}` : 'new',
        progress: null,
        isMovable: false,
        isInteractive: false,
      },
    ];
  });
  return [...standing, ...arriving];
}

/**
 * Future blocks that overlap busy events and that planning again would move. Pinned, running and finished
 * blocks are not included.
 */
export function overlappedBlocks(
  blocks: readonly Block[],
  occurrences: readonly Occurrence[],
  calendars: readonly Pick<Calendar, '_id' | 'blocksTime'>[],
  now: Date,
): Block[] {
  const free = new Set(calendars.filter(({ blocksTime }) => !blocksTime).map(({ _id }) => _id));
  const busy = occurrences
    .filter(({ isBusy, status, calendarId }) => isBusy && status !== 'cancelled' && !free.has(calendarId))
    .map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) }));
  return blocks.filter((block) => {
    const [from, to] = [Date.parse(block.startsAt), Date.parse(block.endsAt)];
    if (block.isPinned || block.state !== 'planned' || from <= now.getTime()) return false;
    return busy.some((event) => event.from < to && from < event.to);
  });
}

/** `2 don't fit · 1 late`; `0 late` where all is well. */
export function describeRisks(risks: Proposal['atRisk']): string {
  const short = risks.filter(({ shortMinutes }) => shortMinutes > 0).length;
  const late = risks.length - short;
  const parts = [
    ...(short > 0 ? [short === 1 ? "1 doesn't fit" : `${short} don't fit`] : []),
    ...(late > 0 || short === 0 ? [`${late} late`] : []),
  ];
  return parts.join(' · ');
}

/** The kind of risk in a word or two. */
export function riskLabel({ isHard, shortMinutes }: Proposal['atRisk'][number]): string {
  if (isHard) return 'Hard deadline';
  return shortMinutes > 0 ? "Doesn't fit" : 'Late';
}

/** What a proposal would change, in a sentence: `3 blocks to add, 1 to move.` */
export function toHeadline({ changes }: Pick<Proposal, 'changes'>): string {
  const of = (kind: PlanChange['kind']) => changes.filter((change) => change.kind === kind).length;
  const [added, moved, removed] = [of('added'), of('moved'), of('removed')];
  const [first, ...rest] = [
    { number: added, verb: 'add' },
    { number: moved, verb: 'move' },
    { number: removed, verb: 'remove' },
  ].filter(({ number }) => number > 0);
  if (!first) return 'Nothing needs to move.';
  const blocks = `${first.number} ${first.number === 1 ? 'block' : 'blocks'} to ${first.verb}`;
  return `${[blocks, ...rest.map(({ number, verb }) => `${number} to ${verb}`)].join(', ')}.`;
}

/** `At most 2 % from the best possible plan`; null if the bound is unknown or says nothing. */
export function describeGap(gap: number | null): string | null {
  if (gap === null || gap > 1) return null;
  // Floating point would round an exact 3 % up to 4 %.
  const percent = Math.ceil(Number((gap * 100).toFixed(6)));
  return percent === 0 ? 'Proven: no better plan exists' : `At most ${percent} % from the best possible plan`;
}

/** Progress while the server improves a plan. */
export function describeProgress(improvements: number): string {
  const found = improvements === 0 ? 'none yet' : `${improvements} found so far`;
  return `A first plan is ready. Looking for better ones: ${found}.`;
}

/** Old and new place of a change in words. */
export function toPlaces(change: PlanChange): { from: string | null; to: string } {
  return {
    from: change.from && formatMoment(change.from.startsAt),
    to: change.to ? formatMoment(change.to.startsAt) : 'out of the plan',
  };
}

/**
 * The changes of one task, or of one occurrence of it, are one choice: accepting some of its parts would give
 * an unchecked plan.
 */
export function groupChoices(changes: readonly PlanChange[]): PlanChange[][] {
  return [...Map.groupBy(changes, ({ taskId, occurrenceOn }) => `${taskId} ${occurrenceOn ?? ''}`).values()];
}

export function sameRisks(a: readonly AtRisk[], b: readonly AtRisk[]): boolean {
  const words = (risks: readonly AtRisk[]) =>
    risks
      .map(({ sentence }) => sentence)
      .sort()
      .join('\n');
  return words(a) === words(b);
}

/** `2 h 30`, `45 min` */
export function formatLength(startsAt: string, endsAt: string): string {
  return formatMinutes(Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS));
}

/** `Due Thu 17:00, hard`, `Due 2 Dec 17:00` beyond a week; null without a deadline. */
export function describeDue(
  { dueOn, dueAt, dueKind }: Pick<Task, 'dueOn' | 'dueAt' | 'dueKind'>,
  now: Date,
): string | null {
  const kind = dueKind === 'hard' ? ', hard' : '';
  if (dueAt) {
    const at = new Date(dueAt);
    const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
    return days > WEEKDAY_DAYS || days < 0
      ? `Due ${formatDayAndMonth(at)} ${formatTime(at)}${kind}`
      : `Due ${formatMoment(dueAt)}${kind}`;
  }
  if (!dueOn) return null;
  const [year = 0, month = 1, day = 1] = dueOn.split('-').map(Number);
  return `Due ${formatShortDate(new Date(year, month - 1, day))}${kind}`;
}

/** The deadline of a pinned block. What takes place at a time is due when it ends, which is no deadline to mind. */
export function describePinnedDue(
  task: Pick<Task, 'dueOn' | 'dueAt' | 'dueKind' | 'recurrenceRule'>,
  endsAt: Date,
  now: Date,
): string | null {
  const takesPlace =
    task.dueAt !== null && (task.recurrenceRule !== null || Date.parse(task.dueAt) === endsAt.getTime());
  return takesPlace ? null : describeDue(task, now);
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Minutes of a task in its finished blocks; those of later occurrences are not work on it. */
export function sumConfirmedMinutes(taskId: string, blocks: readonly Block[]): number {
  return blocks
    .filter((block) => block.taskId === taskId && block.occurrenceOn === null && block.state === 'done')
    .reduce((sum, { startsAt, endsAt }) => sum + (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS, 0);
}

/** The unplanned work of an open task. After the estimate is used up, it counts again in full. */
export function remainingMinutes(
  task: Pick<Task, '_id' | 'durationMinutes'>,
  blocks: readonly Block[],
): number {
  const remaining = task.durationMinutes - sumConfirmedMinutes(task._id, blocks);
  return remaining > 0 ? remaining : task.durationMinutes;
}

/** A task's status after finishing or reopening a block, by the server's rules. */
export function statusAfter(
  task: Pick<Task, '_id' | 'durationMinutes' | 'status'>,
  before: readonly Block[],
  after: readonly Block[],
): Task['status'] {
  const was = sumConfirmedMinutes(task._id, before);
  const is = sumConfirmedMinutes(task._id, after);
  const isEnough = is >= task.durationMinutes;
  if (task.status === 'open') return is > was && isEnough ? 'done' : 'open';
  return was >= task.durationMinutes && !isEnough ? 'open' : 'done';
}
