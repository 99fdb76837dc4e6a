import { type HintName, type Hints, hintNames } from '@dayloom/contracts';

export interface HintText {
  readonly title: string;
  /** Keys are in angle brackets: `<mod+k>`. */
  readonly text: string;
  /** The value of `data-hint` of the elements that it explains. */
  readonly anchor: string;
  /** It is about keys, which phones do not have. */
  readonly needsKeyboard?: true;
  /** The hint stays when its anchor goes away. */
  readonly outlivesAnchor?: true;
}

export const hintTexts: Readonly<Record<HintName, HintText>> = {
  overload: {
    title: 'See the proof, and what would help',
    text: "'Fixes' shows why these tasks do not all fit, and the fixes with the least effect first. Each is one click.",
    anchor: 'overload',
  },
  undo: {
    title: 'You can undo later, too',
    text: '<mod+z> undoes one change after another, even after the button is gone.',
    anchor: 'undo',
    needsKeyboard: true,
    outlivesAnchor: true,
  },
  'quick-add': {
    title: 'Plain English is enough',
    text: "Lengths, deadlines, times and repetitions are read from your words: 'Gym 1h mon wed fri', 'Dentist on Tuesday at 9:30'.",
    anchor: 'quick-add',
  },
  'why-here': {
    title: 'Every block explains itself',
    text: "Choose one: 'Why here?' lists the earlier times that were tried, and what ruled each of them out.",
    anchor: 'block',
  },
  'move-block': {
    title: 'Drag a block to where you want it',
    text: 'It is pinned there: later plans leave it alone and arrange the rest around it.',
    anchor: 'block',
  },
  'booking-link': {
    title: 'Others can book time with you',
    text: 'Your booking page offers only times at which you still meet your deadlines. The settings have its address.',
    anchor: 'booking-link',
  },
  shortcuts: {
    title: 'Everything is a few keys away',
    text: '<mod+k> finds, does and asks. <q> adds a task from any page, and <?> lists all the keys.',
    anchor: 'shortcuts',
    needsKeyboard: true,
  },
};

/** The hints that may still be shown, most useful first. */
export const listUnseen = ({ isOn, seen }: Hints): HintName[] =>
  isOn ? hintNames.filter((name) => !seen.includes(name)) : [];

/** A text with its keys apart: words at even places, keys at odd ones. */
export const splitKeys = (text: string): string[] => text.split(/<([^<>]+)>/);
