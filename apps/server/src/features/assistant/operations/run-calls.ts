import { createHash } from 'node:crypto';
import type { ChatAction, ChatCard } from '@dayloom/contracts';
import type { ToolCall } from '@dayloom/language/dialogue-data';
import { HOUR_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { asAssistant, type Scope, withCause } from '#platform/scope.ts';
import { parseInput, type Tool, type ToolContext, type ToolPreview } from '#platform/tools.ts';
import type { CallResults, KeptAction } from '../model/call-results.ts';
import { withoutHidden } from '../rules/hidden-characters.ts';
import { countApplied } from '../store/turn-runs.ts';
import type { AssistantPlatform } from './platform.ts';

/** The most changes of one turn, and of an hour: more is an agent that runs wild. */
const MAX_PER_TURN = 50;
const MAX_PER_HOUR = 300;
/** More changes than this wait until the user says so. */
export const MAX_AT_ONCE = 3;

/** What running calls needs. */
export type CallPlatform = Pick<AssistantPlatform, 'tools' | 'journal'>;

/** Asked before anything is changed: why the changes must not be made now, or null. */
export type ChangeGuard = (changes: number) => Promise<string | null>;

/** The message that asks for something, and the zone in which its times are read and said. */
export interface CallContext {
  readonly turnId: string;
  readonly timeZone: string;
}

interface CheckedCall {
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
}

export function getTool({ tools }: Pick<AssistantPlatform, 'tools'>, name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new AppError('invalid_request', `There is no tool called ${name}.`);
  return found;
}

const check = (tool: Tool, input: unknown): CheckedCall => ({
  tool,
  input: parseInput(tool.input, input) as Readonly<Record<string, unknown>>,
});

/**
 * Runs calls, or drafts them if one concerns others, deletes, or there are many. A draft changes nothing. Either all
 * calls succeed, or those that had succeeded are undone. Those that cannot be undone run last, and are reported as done
 * if a later one of them fails.
 */
export async function runOrDraft(
  platform: Pick<AssistantPlatform, 'clock' | 'journal' | 'tools'>,
  scope: Scope,
  { turnId, timeZone }: CallContext,
  calls: readonly ToolCall[],
): Promise<CallResults> {
  const context = { scope: withCause(asAssistant(scope), turnId), timeZone };
  return runOrDraftForAgent(platform, context, calls, limitPerHour(platform, context.scope));
}

/** `runOrDraft` for other agents, which have limits of their own. */
export async function runOrDraftForAgent(
  platform: Pick<CallPlatform, 'journal' | 'tools'>,
  context: ToolContext,
  calls: readonly ToolCall[],
  guard: ChangeGuard,
): Promise<CallResults> {
  const checked: CheckedCall[] = [];
  for (const { tool: name, input } of calls) {
    try {
      checked.push(check(getTool(platform, name), input));
    } catch (error) {
      return toFailure(checked, toProblem(error));
    }
  }
  const asked = checked.filter(({ tool }) => !tool.isReadOnly).length;
  if (asked > MAX_PER_TURN)
    return toFailure(
      checked,
      `That would change ${asked} things at once. At most ${MAX_PER_TURN} are possible.`,
    );
  let previews: readonly ToolPreview[];
  try {
    previews = await preview(context, checked);
  } catch (error) {
    return toFailure(checked, toProblem(error));
  }
  const changes = checked.filter(({ tool }, at) => !tool.isReadOnly && !previews[at]?.isUnchanged).length;
  const isDraft = changes > MAX_AT_ONCE || previews.some(({ concerns }) => concerns.length > 0);
  return isDraft ? toDraft(checked, previews) : runCalls(platform, context, checked, guard);
}

async function preview(context: ToolContext, calls: readonly CheckedCall[]): Promise<ToolPreview[]> {
  const previews: ToolPreview[] = [];
  for (const { tool, input } of calls) previews.push(await tool.preview(context, input));
  return previews;
}

const toDraft = (calls: readonly CheckedCall[], previews: readonly ToolPreview[]): CallResults => ({
  state: 'waiting',
  actions: calls.map(({ tool, input }, at) => ({
    tool: tool.name,
    input: { ...input, ...previews[at]?.input },
    summary: withoutHidden(previews[at]?.summary ?? tool.name),
    state: 'waiting',
    ...(previews[at]?.basis !== undefined && { basis: digest(previews[at].basis) }),
  })),
  cards: previews.flatMap(({ cards }) => cards),
  commandIds: [],
  outputs: [],
  previews,
  problem: null,
});

const digest = (basis: unknown): string =>
  createHash('sha256').update(JSON.stringify(basis)).digest('base64url');

/** Runs drafted actions. If their objects have changed since then, it drafts them again instead. */
export async function runDraft(
  platform: DbContext & Pick<AssistantPlatform, 'journal' | 'tools'>,
  scope: Scope,
  { turnId, timeZone }: CallContext,
  actions: readonly KeptAction[],
): Promise<CallResults> {
  const context = { scope: withCause(asAssistant(scope), turnId), timeZone };
  const limit = limitPerHour(platform, context.scope);
  return runDraftForAgent(platform, context, actions, async (changes) => {
    // Those of other drafts that are applied at the same moment are not in the journal yet.
    const since = new Date(platform.clock().getTime() - HOUR_MS);
    const others = await countApplied(platform.db, scope, { exceptId: turnId, since });
    const refusal = await limit(changes + others);
    // The draft can wait for the next hour.
    if (refusal !== null) throw new AppError('rate_limited', refusal);
    return null;
  });
}

/** `runDraft` for other agents. */
export async function runDraftForAgent(
  platform: Pick<CallPlatform, 'journal' | 'tools'>,
  context: ToolContext,
  actions: readonly KeptAction[],
  guard: ChangeGuard,
): Promise<CallResults> {
  const checked = actions.map(({ tool: name, input }) => check(getTool(platform, name), input));
  try {
    if (await isOutOfDate(context, checked, actions)) {
      const previews = await preview(context, checked);
      const hasChange = previews.some(({ isUnchanged = false }) => !isUnchanged);
      if (hasChange) return { ...toDraft(checked, previews), isDraftedAgain: true };
    }
  } catch (error) {
    return toFailure(checked, toProblem(error));
  }
  return runCalls(platform, context, checked, guard);
}

/** Whether what a draft would change is not as its words and cards say any more. */
async function isOutOfDate(
  context: ToolContext,
  calls: readonly CheckedCall[],
  actions: readonly KeptAction[],
): Promise<boolean> {
  for (const [at, { tool, input }] of calls.entries()) {
    const drafted = actions[at]?.basis;
    if (drafted === undefined) continue;
    const { basis } = await tool.preview(context, input);
    if (basis === undefined || digest(basis) !== drafted) return true;
  }
  return false;
}

function limitPerHour({ journal, clock }: Pick<Platform, 'clock' | 'journal'>, scope: Scope): ChangeGuard {
  return async (changes) => {
    const recent = await journal.countSince(scope, new Date(clock().getTime() - HOUR_MS));
    return recent + changes > MAX_PER_HOUR
      ? 'The assistant has made very many changes within an hour. Try again later.'
      : null;
  };
}

async function runCalls(
  platform: Pick<Platform, 'journal'>,
  context: ToolContext,
  calls: readonly CheckedCall[],
  guard: ChangeGuard,
): Promise<CallResults> {
  const refusal = await guard(calls.filter(({ tool }) => !tool.isReadOnly).length);
  if (refusal !== null) return toFailure(calls, refusal);
  const actions: ChatAction[] = [];
  const cards: ChatCard[] = [];
  const commandIds: string[] = [];
  const outputs: unknown[] = [];
  let isUnchanged = calls.some(({ tool }) => !tool.isReadOnly);
  const ordered = [...calls.filter(({ tool }) => !tool.isFinal), ...calls.filter(({ tool }) => tool.isFinal)];
  for (const [at, { tool, input }] of ordered.entries()) {
    try {
      const result = await tool.run(context, input);
      actions.push({
        tool: tool.name,
        input: { ...input },
        summary: withoutHidden(result.summary),
        state: 'done',
      });
      cards.push(...result.cards);
      commandIds.push(...result.commandIds);
      outputs.push(result.output);
      isUnchanged &&= tool.isReadOnly || result.isUnchanged === true;
    } catch (error) {
      const hasFinal = ordered.slice(0, at).some((call) => call.tool.isFinal);
      if (!hasFinal) {
        if (commandIds.length > 0) await platform.journal.undoAll(context.scope, commandIds);
        return toFailure(calls, toProblem(error));
      }
      const failed = toFailure(ordered.slice(at), toProblem(error));
      return {
        ...failed,
        state: 'done',
        actions: [...actions, ...failed.actions],
        cards,
        commandIds,
        outputs,
      };
    }
  }
  return { state: 'done', actions, cards, commandIds, outputs, previews: [], isUnchanged, problem: null };
}

function toFailure(calls: readonly CheckedCall[], problem: string): CallResults {
  return {
    state: 'failed',
    actions: calls.map(({ tool, input }) => ({
      tool: tool.name,
      input: { ...input },
      summary: problem,
      state: 'failed',
    })),
    cards: [],
    commandIds: [],
    outputs: [],
    previews: [],
    problem,
  };
}

/** A refusal in words. Anything else is an error of ours. */
function toProblem(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message;
  throw error;
}
