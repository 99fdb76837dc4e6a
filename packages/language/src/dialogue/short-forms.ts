const DAY = String.raw`(?:on |this |next )?(?:today|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})`;
const LENGTH = String.raw`(?:\d{1,3}(?:\.5)?|an?|half an|one|two|three|four|five) ?(?:and a half )?(?:hours?|hrs?|h|minutes?|mins?)`;

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const WEEKDAYS = `(?:${WEEKDAY}s?(?:(?:,|,? and|/| &) ?(?:on )?${WEEKDAY}s?){1,5}|${WEEKDAY}s)`;

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
    /^(?:can|could|shall|should|may) we (?:do|have|make|hold|move|meet for) (.{2,80}?) (?:on|at|to) (.{1,40}?) instead(?:,? (?:at )?(?:the )?same time)?$/i,
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
  [
    new RegExp(
      String.raw`^(?:convert|turn|make) (.{2,120}?) (?:in)?to (?:an? )?(${LENGTH} )?(?:calendar )?(?:event|meeting|appointment)((?: (?:on|at|for|from|today|tomorrow|this|next|mon|tue|wed|thu|fri|sat|sun).{0,60})?)$`,
      'i',
    ),
    'schedule $1 $2$3',
  ],
  // After the form above for 'fit in 2 hours for the report'.
  [/^(?:fit|squeeze|slot|sneak) in (?=(?:an?|my|the|some|\d{1,3}) ?\S)/i, 'schedule '],
  [
    /^when did (?:[iI]|we) (?:last|most recently) (?:meet|see|talk|speak|have)(?: (?:with|to))? (?=\p{Lu})/u,
    'when was my last meeting with ',
  ],
  [/^when did (?:i|we) last (?:have|go to|attend|do) (?:the |my |an? )?(.{2,60})$/i, 'when was my last $1'],
  [/^(cut|trim|bring) (.{2,80}?) down to (?=\d|an? |half )/i, 'shorten $2 to '],
  [
    /^(?!from\b)(?:the |my )?(.{2,60}?) (?:moves|is moving|will be|starts|begins|is) (?:to |at )?(.{1,30}?) from now on$/i,
    'from now on the $1 is at $2',
  ],
  [
    new RegExp(
      String.raw`^remind me (?:about|of) (.{2,80}?) (${LENGTH}|a day) before(?:hand)?(?: it (?:starts|begins))?$`,
      'i',
    ),
    'remind me $2 before $1',
  ],
  [
    /^((?:push|move|postpone|delay|bring|shift) (?:back |forward )?)(?:the |my )?(.{2,80}?)(?:['’]s)? (?:deadline|due date)\b/i,
    '$1$2',
  ],
  [/^extend (?:the |my )?(.{2,80}?)(?:['’]s)? (?:deadline|due date)\b/i, 'push $1'],
  [
    /^(push|move|postpone|delay|bring|shift|extend) (?:back |forward )?(?:the |my )?(?:deadline|due date) (?:of|for) (?=.{2,80} by )/i,
    'push ',
  ],
  [
    /^(?:when|what time) (?:do i|does my (?:work(?:ing)? ?)?day) (start|begin)(?: work(?:ing)?)?((?: .{1,30})?)$/i,
    'what is my first event$2',
  ],
  [
    /^(?:when|what time) (?:do i|does my (?:work(?:ing)? ?)?day) (?:finish|end|stop|get off|am i done)(?: work(?:ing)?)?((?: .{1,30})?)$/i,
    'what is my last event$1',
  ],
  [/^(?:when|what time) am i (?:done|finished)((?: .{1,30})?)$/i, 'what is my last event$1'],
  [
    /^(?:get|grab|have|do) (?=(?:a |some )?(?:coffee|lunch|dinner|breakfast|brunch|drinks?|tea|beers?) with )/i,
    'schedule ',
  ],
  [/^who (?:did|have|had) (?:i|we) invited? to (?=\S)/i, 'who is coming to '],
  [/^set aside (?=\S)/i, 'block '],
  [/^make (?:some )?(?:room|space|time) (?=for \S)/i, 'find time '],
  [
    new RegExp(String.raw`^((?:${DAY}|tomorrow)(?: (?:morning|afternoon|evening))) off$`, 'i'),
    'schedule "Time off" $1',
  ],
  [new RegExp(String.raw`^(${DAY}) off$`, 'i'), 'schedule day off $1'],
  [
    /\b(?:whatever|anything|what(?:ever)? it is that) (?:i have|i['’]ve got|is|there is)(?: scheduled| planned| on)? (?=(?:at|on|tomorrow|today|this|next) )/i,
    'my event ',
  ],
  [
    /^((?:move|shift|re-?schedule|push|postpone) .{2,80}?) (?:to|for) (?:a|some|another) time (?:that |when |which )?(?:works|suits|is good|is free|(?:we|i)(?:['’]re| are|['’]m| am)(?: both| all)? free)\b.{0,40}$/i,
    '$1 to the next free slot',
  ],
  [/^(.{2,80} (?:this|next) (?:week|month)|.{2,80} (?:today|tomorrow)) only$/i, '$1'],
  [/^(?:the |my |our )?(.{2,60}?) is (?:at|on) (.{1,30}?) instead$/i, 'move $1 to $2'],
  [
    /^add (?:the )?(?:description|notes?) (["“].{1,400}["”]) to (?:the |my )?(.{2,80})$/i,
    'add $1 to the notes of the $2',
  ],
  [/^(?:we|i) should (?=(?:meet|have|do|get)\b)/i, ''],
  [
    new RegExp(
      String.raw`^i need (?:an? |another )?(${LENGTH})(?: slot| block| time)? (?:to|for) (?=\S)(.{3,120})$`,
      'i',
    ),
    'new task $2 $1',
  ],
  [
    /^i(?:['’]ll be| will be|['’]m| am) on (vacation|holiday|leave|pto) (?=from|on|today|tomorrow|this|next|(?:mon|tue|wed|thu|fri|sat|sun))/i,
    'schedule $1 ',
  ],
  [
    /^i(?:['’]ll be| will be|['’]m| am) out (sick|ill)((?: (?:from|on|today|tomorrow|this|next|(?:mon|tue|wed|thu|fri|sat|sun)).{0,40})?)$/i,
    'schedule all day "Out $1"$2',
  ],
  [
    /^block (?:off |out )?(?:my |the )?(?:whole )?(?:calendar|schedule|day|time) (?:on |for )?((?:this |next )?(?:today|tomorrow|mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6})$/iu,
    'schedule all day "Blocked time" $1',
  ],
  [
    new RegExp(String.raw`^block (?:off|out) (${DAY}(?: (?:morning|afternoon|evening))?)$`, 'i'),
    'block off $1 for "Blocked time"',
  ],
  [
    new RegExp(
      String.raw`^(?:add|put|leave|schedule|block|make) (?:an? )?(?:(${LENGTH})(?: of)? (travel time|travel|buffer|break|prep(?:aration)?(?: time)?|rest)|(travel time|buffer|break|prep(?:aration)?(?: time)?|rest) of (${LENGTH})) (before|after) (?=(?:the|my|our) )`,
      'i',
    ),
    'schedule a $1$4 $2$3 $5 ',
  ],
  [/^(accept|apply|confirm|take|keep) (?:the |this |that |your )(?:plan|proposal|draft)$/i, 'apply it'],
  [/^(discard|cancel|reject|drop|dismiss) (?:the |this |that |your )(?:plan|proposal|draft)$/i, 'discard it'],
  [new RegExp(String.raw`\b(${WEEKDAY})/(?=${WEEKDAY}\b)`, 'gi'), '$1 and '],
  [/^(what|anything|do i have|is there)\b(.{0,40}) before lunch$/i, '$1$2 before noon'],
  [/^am i (?:busy|booked)(?: on)? (?!at\b)(\D{3,40})$/i, "what's on $1"],
  [
    new RegExp(
      String.raw`^find (?:me )?(?:the |my )?(?:next|first|earliest) (?:open|free|available) (${LENGTH}) (?:block|slot|window|gap)\b`,
      'i',
    ),
    'find me $1',
  ],
  [/^free me up (?:on |for )?(?=\S)/i, 'clear '],
  [/^(?:the |its )?(?:title|name) of (.{2,80}?) (?:should be|is now|must be) (?=\S)/i, 'rename $1 to '],
  [
    /,? (?:split|broken|divided)(?: up)? (?:into|in) .{1,20} (?:blocks|sessions|chunks|parts|pieces)$/i,
    ', split',
  ],
  [/^remind me the day before (?=\S)/i, 'remind me a day before '],
  // Several weekdays for some weeks are a series.
  [
    new RegExp(
      String.raw`^(?!.*\b(?:every|each|weekly)\b)(.{2,80}?) (?:on )?(${WEEKDAYS})(?=\b.{0,60} for (?:the )?(?:next )?\S{1,6} (?:weeks|months)\b)`,
      'i',
    ),
    '$1 every $2',
  ],
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
