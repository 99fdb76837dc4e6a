import type { FoundTask } from '../tasks/model/found-task.ts';

/** Reads a Todoist account by the API token of its owner. */
export interface TodoistTasks {
  /** All open tasks. Rejects with a `ProviderFailure`: `reconnect_needed` if the token is not accepted. */
  list(token: string): Promise<FoundTask[]>;
}
