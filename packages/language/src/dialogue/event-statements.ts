import type { DialogueData } from './data.ts';
import { DAY, TIME } from './patterns.ts';
import { findPeople } from './people.ts';
import { readReference } from './references.ts';

/** What people say about an event that is there, and mean as a request. */

const NO_NAME =
  '(?!(?:i|we|you|he|she|they|it|that|this|there|who|what|when|where|how|everything|nothing|all|any)\\b)';
const NAME = `${NO_NAME}((?:the |my |our )?\\p{L}[^,?]{1,60}?)`;
const PLACE =
  '((?!(?:noon|midday|midnight|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|risk|the (?:same|latest|earliest|end|start|beginning|moment))\\b)\\p{L}[^,?\\d]{1,60}?)';
const AT_END = '(?: now| instead| this (?:time|week|month)| today| tomorrow)?$';

const STATEMENTS: readonly (readonly [pattern: RegExp, request: string])[] = [
  // 'book club is at my house this time'
  [new RegExp(`^${NAME} (?:is|will be) (?:now )?at ${PLACE}${AT_END}`, 'iu'), 'set the location of $1 to $2'],
  // 'the recording is now virtual'
  [
    new RegExp(
      `^${NAME} (?:is|will be) (?:now )?(virtual|online|remote|on (?:zoom|teams|meet|google meet))${AT_END}`,
      'iu',
    ),
    'set the location of $1 to $2',
  ],
  // 'the invoice review can wait until next week'
  [new RegExp(`^${NAME} can wait (?:un)?ti?ll? (?=\\S)`, 'iu'), 'move $1 to '],
  // 'dinner needs to be an hour earlier'
  [
    new RegExp(
      `^${NAME} (?:needs to|has to|must|should|ought to) (?:be|start|begin|happen) (?:moved )?(\\S.{1,30}? (?:earlier|later))$`,
      'iu',
    ),
    'move $1 $2',
  ],
  [
    new RegExp(
      `^${NAME} (?:needs to|has to|must|should|ought to) be (\\S.{1,30}? (?:longer|shorter))$`,
      'iu',
    ),
    'make $1 $2',
  ],
  // 'lunch with Olga: 1pm works better'
  [
    new RegExp(
      `^${NAME}(?:: ?| - )(${TIME}(?: ${DAY})?|${DAY}(?: (?:at )?${TIME})?) (?:works|is|would be|suits)(?: me)?(?: better| best| fine| good)?(?: for me)?$`,
      'iu',
    ),
    'move $1 to $2',
  ],
  // 'can I do coffee with Jess at 11 instead'
  [
    /^(?:can|could|may) (?:i|we) (?:do|have|make|take|go to) ((?:the |my |our )?\p{L}[^,?]{1,60}?) (?:at|on) (\S[^,?]{0,30}?) instead$/iu,
    'move $1 to $2',
  ],
];

/** Whether words name an event by how its title begins, and not somebody who is in it. */
function namesEvent(name: string, data: DialogueData): boolean {
  const bare = name.replace(/^(?:the|my|our) /i, '').toLowerCase();
  if (findPeople([bare], data).known.length > 0) return false;
  const [first] = readReference(bare, data).words;
  const title = bare.split(/ (?:with|on|at|this|next|tomorrow|today)\b/)[0] ?? bare;
  return (
    (first ?? title) !== '' &&
    data.events.some((event) => event.end > data.now && event.title.toLowerCase().startsWith(title))
  );
}

/** 'set the location of book club to my house' of 'book club is at my house'; other texts as they are. */
export function writeOutStatement(text: string, data: DialogueData): string {
  for (const [pattern, request] of STATEMENTS) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && namesEvent(name, data)) return text.replace(pattern, request);
  }
  return text;
}

/** 'when is the haircut' of 'haircut', if an event is called exactly so; other texts as they are. */
export function writeOutName(text: string, data: DialogueData): string {
  const name = text.replace(/^(?:the|my) /i, '').toLowerCase();
  return data.events.some(({ title, end }) => end > data.now && title.toLowerCase() === name)
    ? `when is the ${name}`
    : text;
}
