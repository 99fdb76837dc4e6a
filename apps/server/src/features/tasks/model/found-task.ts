/** An open task as an app elsewhere keeps it, before it becomes one of ours. */
export interface FoundTask {
  /** Its id there. */
  readonly id: string;
  readonly title: string;
  /** Parts of the notes, each a paragraph; empty ones are left out. */
  readonly notes: readonly string[];
  /** Its list or project; null for the list of everything that has none. */
  readonly project: string | null;
  /** 1 is the highest; null if the app knows none. */
  readonly priority: 1 | 2 | 3 | 4 | null;
  readonly durationMinutes: number | null;
  readonly due: FoundDue | null;
  /** A repetition as an RRULE, in words, or null. */
  readonly repeats: { readonly rule: string } | { readonly words: string } | null;
  readonly subtasks: readonly { readonly title: string; readonly done: boolean }[];
}

export type FoundDue =
  /** A date, `2026-11-27`. */
  | { readonly on: string; readonly isHard?: true }
  /** A floating time (RFC 5545, 3.3.5), which has no zone: `2026-11-27T09:30:00`. */
  | { readonly floatingAt: string }
  /** An instant. */
  | { readonly at: Date };
