/** A block of the plan. Instants in ms. */
export interface WorkBlock {
  readonly start: number;
  readonly end: number;
  readonly isDone: boolean;
  /** Recorded work at a time without a plan. */
  readonly isUnplanned: boolean;
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

/** A task that was not finished in the week for which it was planned. */
export interface CarriedTask {
  readonly id: string;
  readonly title: string;
  readonly project: string | null;
  readonly missedMinutes: number;
  /** The next planned block. */
  readonly plannedAt: Date | null;
}

export interface FinishedTask extends FinishedEstimate {
  readonly id: string;
  readonly title: string;
}
