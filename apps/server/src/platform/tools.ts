import type { ChatCard, TokenScope } from '@dayloom/contracts';
import type { z } from 'zod';
import { AppError } from './errors.ts';
import { describeIssue, describeProblemInSentence } from './problems.ts';
import type { Scope } from './scope.ts';

/**
 * What the assistant and other agents may do for a user. A tool calls the same operations as the routes, so that the
 * same policies and limits hold. The composition root collects the tools of every feature.
 */
export interface Tool<Input = unknown> {
  /** `create_event` */
  readonly name: string;
  /** For language models. */
  readonly description: string;
  /** What an API token needs to call it. */
  readonly scope: TokenScope;
  /** Strict: a field that is not known would be dropped in silence, and the result would say that it was done. */
  readonly input: z.ZodType<Input>;
  /** Reads run at once and change nothing. */
  readonly isReadOnly: boolean;
  /** It deletes or withdraws something. */
  readonly isDestructive?: boolean;
  /** It cannot be undone: others are notified at once, or it is the running timer. */
  readonly isFinal?: boolean;
  /** What `run` would do. Changes nothing; throws an `AppError` for what cannot be done. */
  preview(context: ToolContext, input: Input): Promise<ToolPreview>;
  run(context: ToolContext, input: Input): Promise<ToolResult>;
}

export interface ToolContext {
  readonly scope: Scope;
  /** The zone in which times are given. */
  readonly timeZone: string;
}

/** Why a change waits for the user: it affects other people, deletes, changes the plan, or closes hours. */
export type Concern = 'people' | 'deletion' | 'plan' | 'hours';

export interface ToolPreview {
  /** 'Delete the event ...' */
  readonly summary: string;
  /** True if the call would change nothing. It then needs no confirmation. */
  readonly isUnchanged?: boolean;
  readonly concerns: readonly Concern[];
  readonly cards: readonly ChatCard[];
  /**
   * The state that the preview was built from. A draft is applied only if it has not changed since. Absent if the operation
   * itself refuses an outdated draft, or if there is no object yet.
   */
  readonly basis?: unknown;
  /** What to run instead of the input that was previewed, if the preview prepared something. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  /** 'Deleted the event ...' */
  readonly summary: string;
  /** Nothing had to be changed. The summary says so. */
  readonly isUnchanged?: boolean;
  /** The commands in the journal, in their order. Undo reverses them. */
  readonly commandIds: readonly string[];
  readonly cards: readonly ChatCard[];
  /** For language models and other agents. */
  readonly output: unknown;
}

export const NOTHING_TO_CHANGE = 'Nothing to change';

/** 'Nothing to change: 'Lunch', Tue, 17 Nov 2026 ... is like that already' */
export const describeUnchanged = (what: string): string =>
  `${NOTHING_TO_CHANGE}: ${what} is like that already`;

/** Throws what is wrong in words that people and language models understand. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', describeProblemInSentence(parsed.error.issues));
}

/** Whether a change names something to change. */
export const hasChange = (change: object): boolean =>
  Object.values(change).some((value) => value !== undefined);

/** Declares a tool with the type of its input, for a list of tools of any input. */
export function tool<Input>(declaration: Tool<Input>): Tool {
  return declaration;
}
