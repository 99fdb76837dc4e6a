import { type HintName, type Hints, hintNames } from '@dayloom/contracts';

export interface HintText {
  readonly title: string;
  /** Keys stand in angle brackets: `<mod+k>`. */
  readonly text: string;
  /** A selector of the elements that it is about. Attributes of their own would be bytes of every page. */
  readonly anchor: string;
  /** What the element says, where the selector is not enough. */
  readonly says?: string;
  /** It is about keys, which phones do not have. */
  readonly needsKeyboard?: true;
  /** What it points at goes away by itself, and the hint stays. */
  readonly outlivesAnchor?: true;
}

export const hintTexts: Readonly<Record<HintName, HintText>> = {
  overload: {
    title: 'See the proof, and what would help',
    text: "'Fixes' shows why these tasks do not all fit, and the repairs with the least effect first. Each is one click.",
    anchor: '.at-risk-strip-fixes, [aria-labelledby="issues"] .card-header button',
  },
  undo: {
    title: 'You can undo later, too',
    text: '<mod+z> undoes one change after another, even after the button is gone.',
    anchor: '[data-rht-toaster] button',
    says: 'Undo',
    needsKeyboard: true,
    outlivesAnchor: true,
  },
  'quick-add': {
    title: 'Plain English is enough',
    text: "Lengths, deadlines, times and repetitions are read from your words: 'Gym 1h mon wed fri', 'Dentist on Tuesday at 9:30'.",
    anchor: '[data-quick-add]',
  },
  'why-here': {
    title: 'Every block explains itself',
    text: "Choose one: 'Why here?' lists the earlier times that were tried, and what ruled each of them out.",
    anchor: '.cg-look-movable [data-item-id]',
  },
  'move-block': {
    title: 'Drag a block to where you want it',
    text: 'It is pinned there: later plans leave it alone and arrange the rest around it.',
    anchor: '.cg-look-movable [data-item-id]',
  },
  'booking-link': {
    title: 'Others can book time with you',
    text: 'Your booking page offers only times at which you still meet your deadlines. The settings have its address.',
    anchor: 'main a[href="/settings?tab=booking"]',
  },
  shortcuts: {
    title: 'Everything is a few keys away',
    text: '<mod+k> finds, does and asks. <q> adds a task from any page, and <?> lists all the keys.',
    anchor: '[aria-keyshortcuts="Control+K Meta+K"]',
    needsKeyboard: true,
  },
};

/** The hints that may still be shown, most useful first. */
export const listUnseen = ({ isOn, seen }: Hints): HintName[] =>
  isOn ? hintNames.filter((name) => !seen.includes(name)) : [];

/** A text with its keys apart: words at even places, keys at odd ones. */
export const splitKeys = (text: string): string[] => text.split(/<([^<>]+)>/);
