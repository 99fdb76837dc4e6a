import type { ChatCard, TokenScope } from '@dayloom/contracts';
import type { z } from 'zod';
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
  readonly input: z.ZodType<Input>;
  /** Reads run at once and change nothing. */
  readonly isReadOnly: boolean;
  /** It deletes or withdraws something. */
  readonly isDestructive?: boolean;
  /** It cannot be undone, because others know of it at once. */
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

/** Why a change waits until the user says so: others get to know of it, it deletes, it is a plan, or it closes hours. */
export type Concern = 'people' | 'deletion' | 'plan' | 'hours';

export interface ToolPreview {
  /** 'Delete the event ...' */
  readonly summary: string;
  readonly concerns: readonly Concern[];
  readonly cards: readonly ChatCard[];
  /** What to run instead of the input that was previewed, if the preview prepared something. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  /** 'Deleted the event ...' */
  readonly summary: string;
  /** The commands in the journal, in their order. Undo reverses them. */
  readonly commandIds: readonly string[];
  readonly cards: readonly ChatCard[];
  /** For language models and other agents. */
  readonly output: unknown;
}

/** Declares a tool with the type of its input, for a list of tools of any input. */
export function tool<Input>(declaration: Tool<Input>): Tool {
  return declaration;
}
