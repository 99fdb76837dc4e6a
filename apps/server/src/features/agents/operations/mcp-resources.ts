import type { ChatEvent, ChatTask } from '@dayloom/contracts';
import { describeEvent } from '@dayloom/language/wording';
import { addLocalDays, getZone, startOfLocalDay } from '@dayloom/time';
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server';
import { getDisplayTimeZone } from '#features/account/operations/time-rules.ts';
import { describeChatTask } from '#features/tasks/operations/chat-tasks.ts';
import { AppError } from '#platform/errors.ts';
import { DATA_NOTICE } from '../rules/answer-text.ts';
import { toLocal, toLocalTimes } from '../rules/local-times.ts';
import { callTools } from './call-tools.ts';
import type { Agent, ToolRunner } from './platform.ts';

const MAX_TASKS = 200;
const DAYS_OF_WEEK = 7;

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The user's day, week and open tasks, each as text and as JSON. */
export function addResources(server: McpServer, platform: ToolRunner, agent: Agent): void {
  const add = (
    name: string,
    words: { title: string; description: string },
    read: (timeZone: string) => Promise<Contents>,
  ) =>
    server.registerResource(name, `dayloom://${name}`, { ...words, mimeType: 'text/plain' }, async (uri) => {
      try {
        const timeZone = await getDisplayTimeZone(platform, agent.scope);
        return toContents(uri.href, platform.clock(), timeZone, await read(timeZone));
      } catch (error) {
        if (error instanceof AppError && error.status < 500) throw error;
        // The SDK passes the message on, but not the cause.
        platform.log.error({ err: error }, 'A resource could not be read by an agent');
        throw new Error('Something went wrong on our side. Try again.', { cause: error });
      }
    });
  const read = async (name: string, tool: string, input: Record<string, unknown>): Promise<unknown> => {
    const { outputs, problem } = await callTools(platform, agent, {
      name: `dayloom://${name}`,
      calls: [{ tool, input }],
    });
    if (problem !== null) throw new AppError('forbidden', problem);
    return outputs[0];
  };
  const listEvents = async (name: string, { from, to }: Period) =>
    ((await read(name, 'list_events', { from: from.toISOString(), to: to.toISOString() })) as Events).events;
  const listTasks = async (name: string, view: 'today' | 'upcoming') =>
    ((await read(name, 'list_tasks', { view, limit: MAX_TASKS })) as Tasks).tasks;
  const hasTasks = agent.scopes.includes('read:tasks');

  if (agent.scopes.includes('read:calendar')) {
    const today = { title: 'Today', description: "Today's events, and the tasks for today." };
    add('today', today, async (timeZone) => ({
      events: await listEvents('today', getDays(platform.clock(), timeZone, 'today')),
      ...(hasTasks && { tasks: await listTasks('today', 'today') }),
    }));
    const week = { title: 'This week', description: 'The events of this week, Monday to Sunday.' };
    add('week', week, async (timeZone) => ({
      events: await listEvents('week', getDays(platform.clock(), timeZone, 'week')),
    }));
  }
  if (hasTasks) {
    const tasks = { title: 'Open tasks', description: 'Tasks that are not done, without those for someday.' };
    add('tasks', tasks, async () => ({ tasks: await listTasks('tasks', 'upcoming') }));
  }
}

interface Contents {
  readonly events?: readonly ChatEvent[];
  readonly tasks?: readonly ChatTask[];
}
type Events = Required<Pick<Contents, 'events'>>;
type Tasks = Required<Pick<Contents, 'tasks'>>;

/** The user's day or week (ISO 8601, from Monday) that contains the instant. */
export function getDays(now: Date, timeZone: string, length: 'today' | 'week'): Period {
  const zone = getZone(timeZone);
  const today = startOfLocalDay(zone, now.getTime());
  const local = new Date(today + zone.offsetMsAt(today));
  const sinceMonday = length === 'week' ? (local.getUTCDay() + 6) % DAYS_OF_WEEK : 0;
  const from = addLocalDays(zone, today, -sinceMonday);
  const to = addLocalDays(zone, from, length === 'week' ? DAYS_OF_WEEK : 1);
  return { from: new Date(from), to: new Date(to) };
}

function toContents(uri: string, now: Date, timeZone: string, contents: Contents): ReadResourceResult {
  const zone = { now: now.getTime(), timeZone };
  const at = toLocal(now.toISOString(), getZone(timeZone));
  const lines = [
    ...(contents.events ?? []).map(
      (event) =>
        `- Event ${describeEvent({ ...event, start: Date.parse(event.startsAt), end: Date.parse(event.endsAt) }, zone)}`,
    ),
    ...(contents.tasks ?? []).map((task) => `- Task ${describeChatTask(task, zone)}`),
  ];
  const text = [
    DATA_NOTICE,
    `Now it is ${at} (${timeZone}).`,
    ...(lines.length > 0 ? lines : ['Nothing.']),
  ].join('\n');
  const data = { notice: DATA_NOTICE, now: at, timeZone, ...contents };
  return {
    contents: [
      { uri, mimeType: 'text/plain', text },
      { uri, mimeType: 'application/json', text: JSON.stringify(toLocalTimes(data, timeZone)) },
    ],
  };
}
