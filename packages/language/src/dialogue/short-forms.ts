const DAY = String.raw`(?:on |this |next )?(?:today|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})`;
const LENGTH = String.raw`(?:\d{1,3}(?:\.5)?|an?|half an|one|two|three|four|five) ?(?:and a half )?(?:hours?|hrs?|h|minutes?|mins?)`;

/** Short ways to ask, written out. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:what(?:['’]s| is)|whats|who(?:['’]s| is)) (?:up )?next(?: up)?(?: for me)?$/i,
    'what is my next event',
  ],
  [
    /^(?:what(?:['’]s| is)|how(?:['’]s| is)|what does|how does) my (day|week|weekend|month|morning|afternoon|evening)(?: look| looking| like| look like| looking like| going)?$/i,
    "what's on this $1",
  ],
  [
    /^(?:can|could|shall|should|may) we (?:do|have|make|hold|move|meet for) (.{2,80}?) (?:on|at|to) (.{2,40}?) instead(?:,? (?:at )?(?:the )?same time)?$/i,
    'move $1 to $2',
  ],
  [
    /^i(?:['’]ll| will|['’]m| am) (?:be )?(?:out|away|off|out of (?:the )?office|on leave) ((?:from|on|today|tomorrow|this|next|between|(?:mon|tue|wed|thu|fri|sat|sun))\b.{0,60})$/i,
    'schedule out of office $1',
  ],
  [
    /^what(?:['’]s| is| do i have)(?: on| happening)? (?:between|from) (\p{L}{6,12}) (?:and|to|until) (\p{L}{6,12})$/iu,
    'what events do i have between $1 and $2',
  ],
  [/\b(between) (\d{1,2}:?\d\d) ?[-–] ?(\d{1,2}:?\d\d)(?![\d:])/gi, '$1 $2 and $3'],
  // 'tomorrow I have the dentist at ten, can you make that eleven instead'
  [
    new RegExp(
      String.raw`^(?:so )?(${DAY})?,? ?i(?:['’]ve| have)(?: got)? ((?:the|my|an?) .{2,60}?)(?: at .{1,12}?)?( ${DAY})?,? (?:so |and )?(?:can|could|would) you (?:please )?(?:make|move|change|push|shift) (?:that|it) (?:to )?(?=(?:at )?(?:\d|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|(?:mon|tue|wed|thu|fri|sat|sun|tomorrow|today)))(.{1,40}?)(?: instead)?$`,
      'i',
    ),
    'move $2 $1$3 to $4',
  ],
  [
    new RegExp(
      String.raw`^(?:fit|squeeze) in (${LENGTH}) (?:for|of|on|with) (.{2,80}?)(?: (${DAY}|(?:this|next) week))?$`,
      'i',
    ),
    'block $1 for $2 in my first free slot $3',
  ],
  [
    new RegExp(
      String.raw`^find (?:me )?(?:another|a new|a different|a better) (?:time|slot)((?: ${DAY}| (?:this|next) week)?) for ((?:the|my|our) .{2,80}?)((?: ${DAY}| (?:this|next) week)?)$`,
      'i',
    ),
    'move $2 to the next free slot$1$3',
  ],
  [
    /^(?:put|move|shift) (.{2,80}?) (?:somewhere|some ?time|to a time (?:that is|when i am|when i['’]m)) free\b/i,
    'move $1 to the next free slot',
  ],
  [/^(?:but )?only (?=(?:if|unless) )/i, ''],
  [
    /^(delete|remove|complete) all (?:of )?(?:my |the )?(tasks|to-?dos) (?:about|for|regarding) (?:the |my )?(.{2,60})$/i,
    '$1 all $3 $2',
  ],
  // Guests hear of changes by mail.
  [
    /^((?:move|push|shift|re-?schedule|postpone|cancel|delete|delay) .{2,160}?),? and (?:tell|notify|inform|let) (?:him|her|them|everyone|everybody|people|(?:the |all )?guests)(?: know)?$/i,
    '$1',
  ],
  [/^what(?:['’]s| is) on this day$/i, "what's on today"],
  [/^what is on (?=\d)/i, "what's on "],
  [/^(?:convert|turn) (.{2,120}?) (?:in)?to (?:an? )?(?:event|meeting|appointment)$/i, 'schedule $1'],
  [
    /^keep (?:my )?((?:this |next |tomorrow|today|mon|tue|wed|thu|fri|sat|sun)[\p{L} ]{0,30}) (?:free|clear|open)$/iu,
    'block off $1 for "Blocked time"',
  ],
];

/** The whole question or request of a short form; other texts as they are. */
export const writeOutShortForm = (text: string): string =>
  SHORT_FORMS.reduce((said, [pattern, whole]) => said.replace(pattern, whole), text);

/** Commands that begin with a slash, as requests. */
export const slashCommands: Readonly<Record<string, string>> = {
  '/plan': 'plan my week',
  '/today': "what's on today",
  '/tomorrow': "what's on tomorrow",
  '/week': "what's on this week",
  '/free': 'when am I free today',
  '/tasks': 'list my tasks',
};
