/** What a request asks for. */
export const INTENTS = [
  'create_event',
  'update_event',
  'delete_event',
  'query_events',
  'find_free_time',
  'create_task',
  'query_tasks',
  'complete_task',
  'delete_task',
  'set_reminder',
  'other',
] as const;
export type Intent = (typeof INTENTS)[number];

/** The parts of a request whose words are found. */
export const SLOTS = [
  'title',
  'date',
  'time',
  'end_time',
  'duration',
  'recurrence',
  'attendees',
  'location',
  'list',
] as const;
export type Slot = (typeof SLOTS)[number];

/** Labels of words: outside, and for each slot its first word and the ones after it. */
export const WORD_LABELS: readonly string[] = ['O', ...SLOTS.flatMap((slot) => [`B ${slot}`, `I ${slot}`])];
