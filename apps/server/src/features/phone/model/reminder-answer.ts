/** What a reminder by text message can be answered with: 1 done, 2 later, 3 replan. */
export type ReminderAnswer = '1' | '2' | '3';
