import type { NewNotification } from './notification.ts';

/** A stored notification about something that was not sent. The reason is appended to its text. */
export type UnsentNote = Omit<NewNotification, 'at' | 'commandId'> & { readonly at: string | null };

/** The entry, with the sentence that says why. */
export function toUnsentEntry({ at, ...note }: UnsentNote, why: string): NewNotification {
  return {
    ...note,
    at: at === null ? null : new Date(at),
    text: [note.text, why].filter(Boolean).join(' · '),
  };
}
