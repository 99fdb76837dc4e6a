/** Shown before the rest of the card is loaded. */
export const FIRST_STEPS = {
  title: 'Your first week',
  subtitle:
    'Four steps, about two minutes: when you work, your calendar, three things to do, and the first plan.',
} as const;
