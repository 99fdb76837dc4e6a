/** A block of the plan. Instants in ms. */
export interface WorkBlock {
  readonly start: number;
  readonly end: number;
  readonly isDone: boolean;
  readonly project: string | null;
}

/** A finished task with confirmed work. */
export interface FinishedEstimate {
  readonly project: string | null;
  readonly estimatedMinutes: number;
  readonly workedMinutes: number;
}

/** The open tasks of a project. */
export interface OpenWork {
  readonly project: string | null;
  readonly tasks: number;
  readonly minutes: number;
}
