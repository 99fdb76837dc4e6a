import type { TaskFeature } from '#features/tasks/operations/read-tasks.ts';
import type { Platform } from '#platform/context.ts';
import type { Tool } from '#platform/tools.ts';
import type { LanguageModel } from '../ports.ts';
import type { RunningTurns } from './running-turns.ts';

/** What the assistant needs. `tools` are those of every feature. */
export interface AssistantPlatform extends Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'journal'> {
  readonly tools: readonly Tool[];
  readonly tasks: TaskFeature;
  /** Null: the assistant understands messages by itself. */
  readonly languageModel: LanguageModel | null;
  /** The turns of this process only. */
  readonly runningTurns: RunningTurns;
}
