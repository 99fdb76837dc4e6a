/** A series after its own occurrence was completed or skipped, or its rule was changed. */
export interface ContinuedSeries {
  /** The task whose blocks are adapted, and the task that the series continues with: often the same. */
  readonly id: string;
  readonly nextId: string;
  /** The date of the occurrence that the series continues with; null if its own occurrence stays. */
  readonly ownDate: string | null;
  readonly hasLaterOccurrence: (date: string) => boolean;
  readonly isWorkKept: boolean;
  /** When it was changed. */
  readonly at: Date;
}

export interface TaskToUnplan {
  readonly id: string;
  /** True: work until now counts (completed, or moved to someday). False: nothing is kept (deleted). */
  readonly isWorkKept: boolean;
  /** Since when its planned time is free. */
  readonly at: Date;
}
