import { type FocusTimer, focusModes, MAX_STRETCHES, type WorkedStretch } from '@dayloom/contracts';
import { toSessionId } from '@dayloom/contracts/session-ids';
import { describeMinutes, describeTime } from '@dayloom/language/wording';
import { MINUTE_MS } from '@dayloom/time';
import { z } from 'zod';
import { listPlannableTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { type Tool, type ToolContext, tool } from '#platform/tools.ts';
import { recordSession } from './operations/record-session.ts';
import { readFocus, setTimer } from './operations/timer.ts';

const NoInput = z.strictObject({});
const StartInput = z.strictObject({
  task: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: 'Words of the title of the open task to work on' }),
  minutes: z.int().min(1).max(180).optional().meta({ description: 'By default the length of the timer' }),
});

/** The tools for the focus timer. Undo leaves it alone: starting and stopping it reverse each other. */
export function focusTools(platform: DbContext & Pick<Platform, 'journal'>): Tool[] {
  const planStart = async ({ scope, timeZone }: ToolContext, input: z.output<typeof StartInput>) => {
    const { timer, now } = await readFocus(platform, scope);
    const at = Date.parse(now);
    if (timer.endsAt !== null && Date.parse(timer.endsAt) > at)
      throw new AppError('unprocessable', 'The timer is running already. Stop it first.');
    const task = input.task === undefined ? null : await getTask(platform, scope, input.task);
    const focus = input.minutes ?? timer.lengths.focus;
    const endsAt = at + focus * MINUTE_MS;
    const time = describeTime({ start: at, end: endsAt }, { now: at, timeZone });
    return {
      timer: {
        ...timer,
        mode: focusModes[0],
        endsAt: new Date(endsAt).toISOString(),
        leftMs: focus * MINUTE_MS,
        worked: [],
        lengths: { ...timer.lengths, focus },
        taskId: task?.id ?? null,
      },
      words: `${describeMinutes(focus)} of focus${task ? ` on '${task.title}'` : ''}, ${time}`,
    };
  };
  return [
    tool<z.output<typeof NoInput>>({
      name: 'read_focus',
      description: "The focus timer, and today's focus time.",
      scope: 'read:tasks',
      input: NoInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'Read the focus timer', concerns: [], cards: [] }),
      async run({ scope, timeZone }) {
        const { timer, task, now, todayMinutes } = await readFocus(platform, scope);
        const end = timer.endsAt === null ? 0 : Date.parse(timer.endsAt);
        const running =
          end > Date.parse(now)
            ? ` The timer runs${task ? ` for '${task.title}'` : ''}: ${describeTime({ start: end - timer.leftMs, end }, { now: Date.parse(now), timeZone })}.`
            : '';
        return {
          summary: `${todayMinutes === 0 ? 'No focus time' : `${describeMinutes(todayMinutes)} of focus`} recorded today.${running}`,
          commandIds: [],
          cards: [],
          output: { timer, task, todayMinutes },
        };
      },
    }),
    tool<z.output<typeof StartInput>>({
      name: 'start_focus',
      description: 'Start the focus timer, for a task if one is named.',
      scope: 'write:tasks',
      input: StartInput,
      isReadOnly: false,
      isFinal: true,
      async preview(context, input) {
        return { summary: `Start ${(await planStart(context, input)).words}`, concerns: [], cards: [] };
      },
      async run(context, input) {
        const { timer, words } = await planStart(context, input);
        await recordLastSession(platform, context.scope);
        const saved = await setTimer(platform, context.scope, timer);
        return { summary: `Started ${words}`, commandIds: [], cards: [], output: { timer: saved } };
      },
    }),
    tool<z.output<typeof NoInput>>({
      name: 'stop_focus',
      description: 'Pause the focus timer. The focus page asks how the session went.',
      scope: 'write:tasks',
      input: NoInput,
      isReadOnly: false,
      isFinal: true,
      preview: async () => ({ summary: 'Pause the focus timer', concerns: [], cards: [] }),
      async run({ scope }) {
        const { timer, now } = await readFocus(platform, scope);
        const leftMs = timer.endsAt === null ? 0 : Date.parse(timer.endsAt) - Date.parse(now);
        if (leftMs <= 0) throw new AppError('unprocessable', 'The timer is not running.');
        const worked = listWorked(timer, now);
        const saved = await setTimer(platform, scope, { ...timer, endsAt: null, leftMs, worked });
        return {
          summary: `Paused the focus timer with ${describeMinutes(Math.ceil(leftMs / MINUTE_MS))} left`,
          commandIds: [],
          cards: [],
          output: { timer: saved },
        };
      },
    }),
  ];
}

/** When the session of the timer has been worked on until `now`. */
function listWorked({ mode, endsAt, leftMs, worked }: FocusTimer, now: string): WorkedStretch[] {
  if (mode !== 'focus') return [];
  if (endsAt === null) return worked;
  const startedAt = new Date(Date.parse(endsAt) - leftMs).toISOString();
  const endedAt = Date.parse(endsAt) < Date.parse(now) ? endsAt : now;
  return [...worked, { startedAt, endedAt }]
    .filter((stretch) => Date.parse(stretch.startedAt) < Date.parse(stretch.endedAt))
    .slice(-MAX_STRETCHES);
}

/** Records the previous session, which the user has not rated, so that a new one does not discard it. */
async function recordLastSession(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
): Promise<void> {
  const { timer, task, now } = await readFocus(platform, scope);
  const worked = listWorked(timer, now);
  const [first, last] = [worked[0], worked.at(-1)];
  if (!first || !last) return;
  await recordSession(platform, scope, {
    _id: toSessionId(last.endedAt),
    taskId: task?._id ?? null,
    startedAt: first.startedAt,
    endedAt: last.endedAt,
    worked,
    outcome: 'stopped',
    moreMinutes: 25,
  });
}

/** The open task whose title has the words. */
async function getTask(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  words: string,
): Promise<{ id: string; title: string }> {
  const open = await listPlannableTasks(db, scope);
  const has = (title: string) => title.toLowerCase().includes(words.toLowerCase());
  const exact = open.filter(({ title }) => title.toLowerCase() === words.toLowerCase());
  const fitting = exact.length > 0 ? exact : open.filter(({ title }) => has(title));
  const [task, other] = fitting;
  if (!task) throw new AppError('not_found', `There is no open task called '${words}'.`);
  if (other)
    throw new AppError(
      'unprocessable',
      `Several open tasks match: '${task.title}', '${other.title}'. Use more words of the title.`,
    );
  return task;
}
