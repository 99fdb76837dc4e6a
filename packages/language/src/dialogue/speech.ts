import { NUMBER_WORDS } from './number-words.ts';

const MINUTES: Readonly<Record<string, string>> = {
  fifteen: '15',
  thirty: '30',
  'forty five': '45',
  'forty-five': '45',
};

/** Times of day as speech recognition writes them, in figures: 'three thirty p m' is '3:30 pm'. */
export function writeOutSpeech(text: string): string {
  return text
    .replace(FILLERS, '')
    .replace(/\bi(?:['’]?m| am) (?:gonna|going to) be\b/i, "I'll be")
    .replace(/^(add|schedule|book|create) (?:this|the following): ?(?=\S)/i, '$1 ')
    .replace(/\b((?:an?|the|my|our|daily|weekly|biweekly|monthly|quick|short) check) in (?=with )/i, '$1-in ')
    .replaceAll(/\barvo\b/gi, 'afternoon')
    .replace(OWN_DAY, "$1$2's ")
    .replaceAll(
      /(?<=\p{L} )check (in|out) (?=(?:on |this |next )?(?:today|tomorrow|tonight|mon|tue|wed|thu|fri|sat|sun|at \d))/giu,
      'check$1 ',
    )
    .replaceAll(/ \/\/ /g, ', ')
    .replaceAll(/ ?(?:->|=>|→) ?/g, ' to ')
    .replace(/^make that (?=\d)/i, 'make it ')
    .replaceAll(/\b(is|are|['’]s|['’]re) gonna (?=\p{L})/giu, '$1 going to ')
    .replaceAll(/\bone[- ]on[- ]one\b/gi, '1:1')
    .replaceAll(/\b(?:one[- ]on[- ]ones|1:1s)\b/gi, '1:1 meetings')
    .replace(/\bthe ((?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow) one\b/gi, 'the one on $1')
    .replace(/\b(it['’]?s|it is|that['’]s) (?:actually|really) (?=at |on |\d)/i, '$1 ')
    .replace(SAID_AGAIN, '$1 $2')
    .replace(HOUR_IN_WORDS, (_all, hour: string) => `at ${writeOutHour(hour)}`)
    .replace(LAST_HOUR, (_all, before: string, hour: string) => `${before} ${writeOutHour(hour)}`)
    .replace(/\b(at|around|for|you|to|by|until) like (?=\p{L}|\d)/giu, '$1 ')
    .replace(/\b([ap])\.? m\b\.?/gi, '$1m')
    .replace(/\b([ap])\.m\./gi, '$1m')
    .replace(/\bo clock\b/gi, "o'clock")
    .replace(CLOCK_WITH_DOT, '$1:$2')
    .replace(/\bthe (\d{1,2})\.([0-5]\d) (?=(?:to|train|flight|bus|ferry)\b)/i, 'the $1:$2 ')
    .replace(CLOCK_IN_FIGURES, NEW_TIMES.test(text) ? '$1 $2:$3' : '$&')
    .replace(
      /\bat (\d{1,2}) ([0-5][05])(?= ?[ap]m\b|[,.!?]?$| (?:on|in|for|with|at|today|tomorrow|to|and|please)\b)/gi,
      'at $1:$2',
    )
    .replace(/(?<!\b(?:for|of|by|lasting|block) )\b(1[3-9]|2[0-3]) ?h(?:rs)?\b/gi, '$1:00')
    .replace(SPOKEN, (_all, hour: string, minutes: string | undefined, half: string) => {
      const at = NUMBER_WORDS.indexOf(hour.toLowerCase());
      const figure = at === -1 ? hour : String(at + 1);
      const past = minutes === undefined ? '' : `:${MINUTES[minutes.toLowerCase()] ?? minutes}`;
      return half === "o'clock" ? `${figure}${past} ${half}` : `${figure}${past}${half}`;
    });
}

/** 'cancel thursdays lecture', without its apostrophe */
const OWN_DAY =
  /^((?:(?:please|can you|could you) )?(?:cancel|delete|skip|drop|move|push|postpone|re-?schedule|extend|shorten|rename|what['’]?s|when['’]?s|where['’]?s|who['’]?s in) (?:the |my )?)((?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight)s (?=(?!(?:and|at|for|from|until|till|with|off|to|in|on|only|now|mornings?|afternoons?|evenings?)\b)\p{L}{3})/iu;

/** 'seven' as '7'; other texts as they are. */
export function writeOutHour(text: string): string {
  const [word = '', ...rest] = text.split(' ');
  const at = NUMBER_WORDS.indexOf(word.toLowerCase());
  return at === -1 ? text : [String(at + 1), ...rest].join(' ');
}

/** 'make that eleven instead', 'move it to nine' */
const LAST_HOUR = new RegExp(
  String.raw`\b((?:move|push|change|make|shift|re-?schedule)\b.{0,60}? (?:to|at|it|that)) (${NUMBER_WORDS.join('|')})(?=(?: instead| please)?[.!?]?$)`,
  'i',
);

const SPOKEN_TIME = String.raw`(?:(?:\d{1,2}(?::\d\d)?|${NUMBER_WORDS.join('|')}|noon)(?: ?[ap]\.?m\.?)?|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`;

/** 'lunch at four, no wait, five pm': the second time is meant. */
const SAID_AGAIN = new RegExp(
  String.raw`\b(at|to|on|by) ${SPOKEN_TIME},? (?:(?:no|oh|um),? )?(?:wait|sorry|i mean|i meant|make that|or rather)(?:,? no)?,? (?:(?:at|to|on|by) )?(${SPOKEN_TIME})\b`,
  'gi',
);

/** 'a call at ten with Lee', but not 'at one point' */
const HOUR_IN_WORDS = new RegExp(
  String.raw`\bat (${NUMBER_WORDS.join('|')})(?=[.,!?]?$|,? (?:and|on|today|tomorrow|tonight|with|for|in the|this|next)\b)`,
  'gi',
);

/** '9.15' of 'train on Saturday 9.15' */
const CLOCK_WITH_DOT =
  /(?<=\b(?:at|from|to|until|till|today|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}),? )(\d|1\d|2[0-3])\.(00|15|30|45)(?![\d.]| ?(?:h|hours?|hrs?|percent|per cent|%|euros?|dollars?|pounds?))/gi;

/** '930' of 'moved to 930', but not that of 'rename it to 930'. */
const CLOCK_IN_FIGURES =
  /\b(to|at) ([1-9]|1[0-2])([0-5][05])(?=$|[,.!?]| (?:on|today|tomorrow|instead|please)\b)/gi;
const NEW_TIMES =
  /^(?!(?:rename|call|retitle|name|title)\b)(?!.{0,40}\b(?:name|title|location|place|room|address|notes?)\b).{0,200}\b(?:moved?|push(?:ed)?|starts?|is|was|changed?|re-?scheduled?)\b/i;

/** What people say while they think. */
const FILLERS = /(?:(?<=^|\s)(?:um+|uhm?|erm?|ehm)(?:,|\b) ?)|,? \byou know,(?= )/gi;

const SPOKEN = new RegExp(
  String.raw`\b(\d{1,2}|${NUMBER_WORDS.join('|')})(?: (fifteen|thirty|forty[ -]five|\d\d))? (am|pm|o'clock)\b`,
  'gi',
);
