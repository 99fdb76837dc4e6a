import type { DialogueData } from './data.ts';

interface Elsewhere {
  readonly pattern: RegExp;
  readonly say: (data: DialogueData) => string;
}

const SHOWN_AS = '(?:free|busy|available)';
const COLOUR = '(?:red|orange|yellow|green|blue|purple|pink|gr[ae]y|brown|teal)';

/** What is asked of a conversation and done on another page. */
const elsewhere: readonly Elsewhere[] = [
  {
    pattern:
      /^what(?:['’]s| is) (?:my|the|our) time ?zone$|^(?:what|which) time ?zone (?:am i|are you|is this) (?:in|using|on)$/i,
    say: ({ timeZone }) => `Your times are in ${timeZone}.`,
  },
  {
    pattern: /^(?:change|set|switch|update|make) (?:my |the |our )?(?:home )?time ?zone\b/i,
    say: ({ timeZone }) =>
      `Nothing was changed. Your times are in ${timeZone}; it is changed in Settings, under 'Working hours'.`,
  },
  {
    pattern:
      /^(?:add|create|make|put) (?:(?:an?|some|these|the following|two|three|\d{1,2}) )?sub-?(?:tasks?|items?)\b/i,
    say: () => 'Nothing was changed. Subtasks are added on the task itself: open it from your tasks.',
  },
  {
    pattern:
      /^(?:split|break|divide|chop) (?:up )?(?:the |my |task )?.{2,80}? (?:up )?(?:in|into) .{0,30}\b(?:sessions|chunks|parts|pieces|blocks|halves)$/i,
    say: () =>
      'Nothing was changed. Whether a task may be split is set on the task itself: open it from your tasks.',
  },
  {
    pattern: /^(?:make|mark|set) (?:the |my )?.{2,80}? (?:as |to be )?(?:private|confidential)$/i,
    say: () => 'Nothing was changed. Events cannot be marked as private.',
  },
  {
    pattern: new RegExp(
      String.raw`^(?:make|mark|set|show) (?:the |my )?.{2,80}? (?:as |to |to be )?${SHOWN_AS}$`,
      'i',
    ),
    say: () =>
      'Nothing was changed. Whether an event counts as busy is set on the event itself: open it in the calendar.',
  },
  {
    pattern: new RegExp(
      String.raw`^(?:colou?r|paint) (?:the |my )?.{2,80} ${COLOUR}$|^(?:make|change|set) (?:the )?colou?r of .{2,80} (?:to )?${COLOUR}$`,
      'i',
    ),
    say: () => 'Nothing was changed. Events have the colour of their calendar.',
  },
];

/** Where to do what cannot be done by a message; null for everything else. */
export function findHint(text: string, data: DialogueData): string | null {
  return elsewhere.find(({ pattern }) => pattern.test(text))?.say(data) ?? null;
}
