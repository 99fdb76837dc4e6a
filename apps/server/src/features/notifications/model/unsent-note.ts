import type { NewNotification } from './notification.ts';

/** What the list behind the bell says if something is not sent; why is added to its text. As it is stored. */
export type UnsentNote = Omit<NewNotification, 'at' | 'commandId'> & { readonly at: string | null };

/** The entry, with the sentence that says why. */
export function toUnsentEntry({ at, ...note }: UnsentNote, why: string): NewNotification {
  return {
    ...note,
    at: at === null ? null : new Date(at),
    text: [note.text, why].filter(Boolean).join(' · '),
  };
}
