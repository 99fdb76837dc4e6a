/** A block of the plan. Instants in ms. */
export interface WorkBlock {
  readonly start: number;
  readonly end: number;
  /** Later than `end` if it was finished early. */
  readonly plannedEnd: number;
  /** Its time counts as work. */
  readonly isDone: boolean;
  /** Recorded work at a time without a plan. */
  readonly isUnplanned: boolean;
  readonly project: string | null;
}

/** The finished tasks of a project that have confirmed work. */
export interface FinishedEstimates {
  readonly project: string | null;
  readonly tasks: number;
  /** The median of worked / estimated. */
  readonly factor: number;
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

export interface FinishedTask {
  readonly id: string;
  readonly title: string;
  readonly project: string | null;
  readonly estimatedMinutes: number;
  readonly workedMinutes: number;
}
