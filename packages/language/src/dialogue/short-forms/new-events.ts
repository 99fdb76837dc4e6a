import { DAY, LENGTH, TIME, WEEKDAY } from '../patterns.ts';
import { CHORES, VERBS } from '../verbs.ts';
import type { ShortForm } from './short-form.ts';

const WEEKDAYS = `(?:${WEEKDAY}s?(?:(?:,|,? and|/| &) ?(?:on )?${WEEKDAY}s?){1,5}|${WEEKDAY}s)`;

const DATE = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const DATES = `${DATE}(?: ?(?:-|–|to|and|until|till|through) ?(?:the )?${DATE})?`;
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6}`;

const CLOCK = String.raw`(?:\d{1,2}(?::\d\d)? ?[ap]m|\d{1,2}:\d\d)`;

/** What is to be put into the calendar. */
export const shortNewEvents: readonly ShortForm[] = [
  {
    example: ['appending group meeting on Monday at 11', 'add group meeting on Monday at 11'],
    pattern: /^(?:adding|appending|scheduling|booking|creating) (?=\p{L}.{0,80}\d)/iu,
    replacement: 'add ',
  },
  {
    example: ["I'm on nights Thursday, 7pm to 7am", 'night shift Thursday, 7pm to 7am'],
    pattern: new RegExp(
      String.raw`^(?:i(?:['’]m| am) )?(?:on|working) nights (?=${DAY}[^?]{0,60}\d(?: ?[ap]m?)?$)`,
      'i',
    ),
    replacement: 'night shift ',
  },
  {
    example: ["I'm on call Friday 8am to 8pm", 'schedule "On call" Friday 8am to 8pm'],
    pattern: new RegExp(String.raw`^i(?:['’]m| am) on call (?=${DAY}[^?]{0,60}\d(?: ?[ap]m)?$)`, 'i'),
    replacement: 'schedule "On call" ',
  },
  {
    example: ['do lunch on Wednesday', 'schedule lunch on Wednesday'],
    pattern:
      /^do (?=(?:lunch|dinner|breakfast|brunch|coffee|drinks) (?:with|on|at|today|tomorrow|tonight|this|next|mon|tue|wed|thu|fri|sat|sun))/i,
    replacement: 'schedule ',
  },
  {
    example: ['how about Wednesday at 4 for coffee', 'schedule coffee Wednesday at 4'],
    pattern: new RegExp(
      String.raw`^(?:how|what) about (${DAY} at ${TIME}) for (?:an? )?((?:lunch|dinner|breakfast|brunch|coffee|drinks|a call)(?: with .{2,60})?)$`,
      'i',
    ),
    replacement: 'schedule $2 $1',
  },
  {
    example: [
      'dinner reservation for 6 at 7:30 tonight',
      'schedule "dinner reservation for 6" at 7:30 tonight',
    ],
    pattern: new RegExp(
      String.raw`^(?:add |book |schedule )?(?:a )?(dinner|lunch|brunch|breakfast) (reservation|table) for (\d{1,2}|two|three|four|five|six|seven|eight|ten) (?=at ${TIME}|${DAY})`,
      'i',
    ),
    replacement: 'schedule "$1 $2 for $3" ',
  },
  {
    example: ['book a table for 4 on Friday', 'book "Table for 4" on Friday'],
    pattern:
      /^((?:book|reserve|get)(?: me| us)? )(?:a )?table for (\d{1,2}|two|three|four|five|six|seven|eight|ten)(?= (?:at|on|for|tomorrow|tonight|today|this|next|mon|tue|wed|thu|fri|sat|sun))/i,
    replacement: '$1"Table for $2"',
  },
  {
    example: ['Emma is coming over Sunday at 3', 'schedule "Emma is coming over" Sunday at 3'],
    pattern: new RegExp(
      String.raw`^(?!(?:who|what|which|nobody|nothing|i|we|it|that|this|he|she|they|there|everyone|everybody)\b)((?:my |the )?\p{L}{2,20}(?:(?: and)? \p{L}{2,20})?) (is|are) ((?:coming (?:over|by|to visit|for (?:coffee|breakfast|brunch|lunch|dinner|tea|drinks))|visiting|dropping by|stopping by|staying (?:over|with (?:me|us)))) (?=(?:on |from |at |next |this )*(?:${DAY}|\d))`,
      'iu',
    ),
    replacement: 'schedule "$1 $2 $3" ',
  },
  {
    example: ['block 2 hours before my flight for packing', 'block 2 hours for packing before my flight'],
    pattern: new RegExp(
      String.raw`^((?:block|book|schedule|reserve|set aside|keep) ${LENGTH}) ((?:before|after) (?:the|my|our) .{2,60}?) (for|to) (\p{L}.{2,60})$`,
      'iu',
    ),
    replacement: '$1 $3 $4 $2',
  },
  {
    example: ['schedule gym right after work', 'schedule gym after work'],
    pattern:
      /^((?:schedule|book|add|put|plan|block) .{2,80}?) (?:right|straight|just|directly|shortly) (?=(?:after|before) (?:work|lunch|breakfast|dinner|school|noon|\d))/i,
    replacement: '$1 ',
  },
  {
    example: ['protect 2 hours a day for focus', 'schedule 2 hours every day for focus'],
    pattern: new RegExp(
      String.raw`^(?:protect|block|reserve|keep|set aside) (${LENGTH}) (?:a|each|every|per) (day|week|morning|afternoon|weekday) for (?=\S)`,
      'i',
    ),
    replacement: 'schedule $1 every $2 for ',
  },
  {
    example: ['I need to see a doctor', 'schedule doctor'],
    pattern:
      /^(?:i )?(?:(?:need|have|want|would like) to |must |should )?(?:go )?see (?:an? |the |my )(?=(?:doctor|dentist|gp|physio|therapist|lawyer|optician|dermatologist|vet|hairdresser|accountant)\b)/i,
    replacement: 'schedule ',
  },
  {
    example: ['late shift on Wednesday', 'schedule late shift on Wednesday'],
    pattern:
      /^(?=(?:late|early|night|day|double|opening|closing|morning|evening) shift (?:on |this |next )?(?:today|tomorrow|tonight|\d|(?:mon|tue|wed|thu|fri|sat|sun)))/i,
    replacement: 'schedule ',
  },
  {
    example: ['put me down as busy all next week', 'schedule "Blocked time" Monday to Friday next week'],
    pattern:
      /^(?:(?:mark|put|set|show) me (?:down )?(?:as )?(?:busy|unavailable|away|out)|i(?:['’]m| am| will be|['’]ll be) (?:busy|unavailable)|block(?: out| off)?) all (?:of )?((?:this|next) week)$/i,
    replacement: 'schedule "Blocked time" Monday to Friday $1',
  },
  {
    example: ["I'm out of office all next week", "I'm out of office next week"],
    pattern:
      /^(?!(?:what|when|where|who|which|how|why|is|are|do|did|am|can|cancel|clear|delete|remove|move|push|list|show|free|skip|plan)\b)(.{3,80}?) all (?:of )?(?=(?:this|next) week$)/i,
    replacement: '$1 ',
  },
  {
    example: ['mark me as busy Friday 1-3', 'schedule "Blocked time" Friday 1-3'],
    pattern: /^mark me (?:as )?(?:busy|unavailable|away|out) (?=.{0,30}\d)/i,
    replacement: 'schedule "Blocked time" ',
  },
  {
    example: ['book 11 to 12 for planning', 'schedule planning from 11 to 12'],
    pattern: new RegExp(
      String.raw`^(?:book|block|schedule|reserve|take)(?: off| out)? (?:from )?(${TIME}) ?(?:-|–|to|until) ?(${TIME})((?: ${DAY})?) for (?:the |my |a )?(\S.{1,80}?)((?: (?:until|till) (?!\d).{3,30})?)$`,
      'i',
    ),
    replacement: 'schedule $4 from $1 to $2$3$5',
  },
  {
    example: [
      'schedule 4 therapy sessions on consecutive Mondays at 5pm',
      'schedule therapy session every Monday at 5pm for 4 sessions',
    ],
    pattern: new RegExp(
      String.raw`^(?:schedule|book|add|plan|create) (\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (.{2,60}?(?:session|lesson|class|appointment|call|meeting))(?:e?s)? on (?:(?:consecutive|successive) |the next )?(${WEEKDAY})s((?: at| from)? ${TIME}.{0,30})$`,
      'i',
    ),
    replacement: 'schedule $2 every $3$4 for $1 sessions',
  },
  {
    example: ['add a 10 minute break at 3pm', 'schedule a 10 minute break at 3pm'],
    pattern: new RegExp(
      String.raw`^(?:add|put|insert) (?:in )?(?=an? ${LENGTH} \p{L}.{1,60} (?:at|from|@) \d)`,
      'iu',
    ),
    replacement: 'schedule ',
  },
  {
    example: [
      'block out next Monday and Tuesday for travel',
      'schedule all day "travel" next Monday and Tuesday',
    ],
    pattern: new RegExp(
      String.raw`^(?:block|take|reserve)(?: out| off)? ((?:this |next )?${WEEKDAY}(?:,? and |, ?| ?[-–&] ?| to | through )${WEEKDAY}) for (?:the |my |a )?(\S[^"\d]{1,60})$`,
      'i',
    ),
    replacement: 'schedule all day "$2" $1',
  },
  {
    example: ["I'm on vacation Dec 21 to Jan 4, block it", "I'm on vacation Dec 21 to Jan 4"],
    pattern:
      /^(i(?:['’]m| am|['’]ll be| will be) .{4,80}?),? (?:so |and )?(?:please )?block (?:it|that|the time|my calendar|those days|(?:off |out )?(?:the )?(?:whole|entire|all) day|the day)(?: off| out)?$/i,
    replacement: '$1',
  },
  {
    example: [
      'send Ana an invite for Thursday 3pm, design chat',
      'schedule design chat with Ana Thursday 3pm',
    ],
    pattern: new RegExp(
      String.raw`^send (\p{L}.{1,40}?) an? (?:calendar |meeting )?(?:invite|invitation) (?:for |on )?((?:${DAY},? (?:at )?)?${TIME}(?: ?[-–] ?${TIME})?(?: ${DAY})?)(?:,| for| about| to| re:?)+ (?:an? |the )?(\S.{1,80})$`,
      'iu',
    ),
    replacement: 'schedule $3 with $1 $2',
  },
  {
    example: ['make a calendar entry for brunch on Saturday', 'schedule brunch on Saturday'],
    pattern:
      /^(?:make|create|add|set|put in)(?: up)? (?:an? |the )?(?:new )?(?:calendar|diary) (?:entry|event|item|appointment) (?:for|of|called) (?=\S)/i,
    replacement: 'schedule ',
  },
  {
    example: ['daily check-in meeting at 9:15 on weekdays', 'check-in meeting every weekday at 9:15'],
    pattern: new RegExp(
      String.raw`^(?:daily )?(\p{L}.{2,60}?) (at ${TIME}) (?:on )?(?:weekdays|(?:every )?weekday|mon(?:day)? ?(?:-|–|to|through) ?fri(?:day)?)\b`,
      'iu',
    ),
    replacement: '$1 every weekday $2',
  },
  {
    example: ['standup weekdays 9:15-9:30', 'standup every weekday 9:15-9:30'],
    pattern:
      /^((?:\p{L}[\p{L}'’-]{1,20} ){1,4})(?:on )?(?:weekdays|m-f|mon(?:day)? ?(?:-|–|to|through) ?fri(?:day)?),? (?=(?:at |from )?\d)/iu,
    replacement: '$1every weekday ',
  },
  {
    example: ['movie 11:30pm tomorrow til 1:30am', 'movie tomorrow 11:30pm to 1:30am'],
    pattern: new RegExp(
      String.raw`^(.{2,80}?) (?:at |from )?(${TIME}) (${DAY}) (?:til|till|until|to|-|–) ?(${TIME})$`,
      'i',
    ),
    replacement: '$1 $3 $2 to $4',
  },
  {
    example: ['flight to Oslo Friday 8:15am, lands 9:40', 'flight to Oslo Friday 8:15am to 9:40'],
    pattern: new RegExp(
      String.raw`^((?:.{0,40} )?(?:flight|train|bus|ferry)\b.{2,80}? ${TIME}),? (?:and )?(?:it )?(?:lands|arrives|arriving|landing|lands at|arrives at|arriving at|landing at) (?:at )?(${TIME})$`,
      'i',
    ),
    replacement: '$1 to $2',
  },
  {
    example: ["I'll be out Friday afternoon", 'I am out of office Friday afternoon'],
    pattern: new RegExp(
      String.raw`^i(?:['’]ll| will|['’]m| am)(?: going to)? (?:be )?(?:out|away|off|unavailable|offline|not available|not working) (?=(?:on |from )?${DAY}(?: (?:morning|afternoon|evening|night)|,? (?:from|between|after|until|before|at) \S.{0,20})?$)`,
      'i',
    ),
    replacement: 'I am out of office ',
  },
  {
    example: ['I am out of office tomorrow afternoon', 'schedule out of office tomorrow afternoon'],
    pattern:
      /^i(?:['’]ll| will|['’]m| am) (?:be )?(?:out|away|off|out of (?:the )?office|on leave) ((?:from|on|today|tomorrow|this|next|between|(?:mon|tue|wed|thu|fri|sat|sun))\b.{0,60})$/i,
    replacement: 'schedule out of office $1',
  },
  {
    example: ["I'll be on vacation from Dec 21 to Dec 28", 'schedule vacation from Dec 21 to Dec 28'],
    pattern:
      /^i(?:['’]ll be| will be|['’]m| am) on (vacation|holiday|leave|pto) (?=from|on|today|tomorrow|this|next|(?:mon|tue|wed|thu|fri|sat|sun))/i,
    replacement: 'schedule $1 ',
  },
  {
    example: ['I am out sick today', 'schedule all day "Out sick" today'],
    pattern:
      /^i(?:['’]ll be| will be|['’]m| am) out (sick|ill)((?: (?:from|on|today|tomorrow|this|next|(?:mon|tue|wed|thu|fri|sat|sun)).{0,40})?)$/i,
    replacement: 'schedule all day "Out $1"$2',
  },
  {
    example: ['tomorrow afternoon off', 'schedule "Time off" tomorrow afternoon'],
    pattern: new RegExp(String.raw`^((?:${DAY}|tomorrow)(?: (?:morning|afternoon|evening))) off$`, 'i'),
    replacement: 'schedule "Time off" $1',
  },
  {
    example: ['I have a day off on Friday', 'schedule day off on Friday'],
    pattern: new RegExp(
      String.raw`^(?:i(?:['’]ve| have)(?: got)? )?(?:an? |my )?days? off (?=(?:on |this |next )?${DAY})`,
      'i',
    ),
    replacement: 'schedule day off ',
  },
  {
    example: ['Friday off', 'schedule day off Friday'],
    pattern: new RegExp(String.raw`^(${DAY}) off$`, 'i'),
    replacement: 'schedule day off $1',
  },
  {
    example: ['soccer Tuesdays 5pm until March', 'soccer every Tuesday 5pm until March'],
    pattern: new RegExp(
      String.raw`^(?!.*\b(?:every|each|weekly)\b)(\p{L}.{2,60}?) (?:on )?(${WEEKDAY})s((?: at| from)? ${TIME}(?: ?(?:-|–|to) ?${TIME})?,? (?:until|till|through) .{3,30})$`,
      'iu',
    ),
    replacement: '$1 every $2$3',
  },
  {
    example: ['block Friday off', 'block my calendar on Friday'],
    pattern: new RegExp(String.raw`^block (?:on )?(${DAY}) (?:off|out)$`, 'i'),
    replacement: 'block my calendar on $1',
  },
  {
    example: ['block my calendar on Friday', 'schedule all day "Blocked time" Friday'],
    pattern:
      /^block (?:off |out )?(?:my |the )?(?:whole )?(?:calendar|schedule|day|time) (?:on |for )?((?:this |next )?(?:today|tomorrow|mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6})$/iu,
    replacement: 'schedule all day "Blocked time" $1',
  },
  {
    example: [
      'block off the 24th and 25th of December',
      'schedule all day "Blocked time" the 24th and 25th of December',
    ],
    pattern: new RegExp(
      String.raw`^block (?:off |out )?(?:on |from )?((?:the )?(?:${DATES}(?: of)? ${MONTH}|${MONTH} (?:the )?${DATES}))$`,
      'iu',
    ),
    replacement: 'schedule all day "Blocked time" $1',
  },
  {
    example: ['block my calendar Friday from noon', 'schedule "Blocked time" Friday from noon'],
    pattern: new RegExp(
      String.raw`^block (?:off |out )?(?:my |the )?(?:calendar|schedule) (?=(?:${DAY} )?(?:from|at|between) (?:\d|noon))`,
      'i',
    ),
    replacement: 'schedule "Blocked time" ',
  },
  {
    example: ['block off tomorrow morning', 'block off tomorrow morning for "Blocked time"'],
    pattern: new RegExp(String.raw`^block (?:off|out) (${DAY}(?: (?:morning|afternoon|evening))?)$`, 'i'),
    replacement: 'block off $1 for "Blocked time"',
  },
  {
    example: ['rehearsal Thursday 7-9 and again Friday', 'rehearsal Thursday 7-9 and rehearsal Friday 7-9'],
    pattern: new RegExp(
      String.raw`^(\p{L}.{1,60}?) (?:on )?(${DAY}),? (?:from )?(${TIME} ?(?:-|–|to|until|till) ?${TIME}),? and (?:again |also )?(?:on )?(${DAY})(?: too| as well| again)?$`,
      'iu',
    ),
    replacement: '$1 $2 $3 and $1 $4 $3',
  },
  {
    example: ['put in 45 minutes for admin tomorrow', 'fit in 45 minutes for admin tomorrow'],
    pattern: new RegExp(
      String.raw`^(?:put|squeeze|slot|pencil|get)(?: me)? (?:in|aside) (${LENGTH}) (?:for|of|to do) (?=\S)`,
      'i',
    ),
    replacement: 'fit in $1 for ',
  },
  {
    example: ["I'd like an hour of practice each morning", 'practice an hour every morning'],
    pattern: new RegExp(
      String.raw`^(?:i['’]d like|i would like|i want|i need|give me|i['’]d love) (${LENGTH}) (?:of|for) (?:my |some )?(\p{L}.{1,60}?) (?:every|each) (day|weekday|morning|afternoon|evening|week|${WEEKDAY})$`,
      'iu',
    ),
    replacement: '$2 $1 every $3',
  },
  {
    example: ["double book me at 3 tomorrow with Jo, I don't care", 'book a meeting at 3 tomorrow with Jo'],
    pattern:
      /^double[- ]?book me (.{3,80}?)(?:,? (?:it['’]?s (?:fine|ok|okay)|i (?:don['’]?t|do not) (?:care|mind)|that['’]?s (?:fine|ok|okay)))?$/i,
    replacement: 'book a meeting $1',
  },
  {
    example: [
      'I have a flight on Friday at 6.20am, need to leave home 2 hours before',
      'I have a flight on Friday at 6.20am. add a task "leave home 2 hours before"',
    ],
    pattern: new RegExp(
      String.raw`^((?:i have|i['’]ve got|we have|there['’]?s) (?:a|an|my|the) \p{L}{3,20}\b.{3,60}?\d.{0,8}?),? (?:and |so )?(?:i |we )?(?:need to|have to|must|should) ((?:leave|be there|arrive|get there|check in|set off|get up)(?: home| the house)?) (${LENGTH}) (?:before|earlier|ahead|early)(?: it| that)?$`,
      'iu',
    ),
    replacement: '$1. add a task "$2 $3 before"',
  },
  {
    example: ["don't let anyone book me on Friday", 'block Friday for "Not bookable"'],
    pattern:
      /^(?:don['’]?t|do not|please don['’]?t) let (?:anyone|anybody|people|others) book me (?:on |at )?(.{3,40})$/i,
    replacement: 'block $1 for "Not bookable"',
  },
  {
    example: ['block every Friday morning for editing', 'schedule editing every Friday from 9 to 12'],
    pattern: new RegExp(
      String.raw`^(?:block|reserve|keep|protect|set aside)(?: off| out)? (?:every|each) (${WEEKDAY}) morning (?:for|to do) (?:my )?(\S[^"]{1,60})$`,
      'i',
    ),
    replacement: 'schedule $2 every $1 from 9 to 12',
  },
  {
    example: ['keep Friday mornings free from now on', 'schedule "Blocked time" every Friday morning'],
    pattern: new RegExp(
      String.raw`^keep (?:my )?(${WEEKDAY}) (morning|afternoon|evening)s (?:free|clear|open)(?: from now on| for me)?$`,
      'i',
    ),
    replacement: 'schedule "Blocked time" every $1 $2',
  },
  {
    example: ['how about lunch with Ana on Thursday', 'schedule lunch with Ana on Thursday'],
    pattern:
      /^(?:how|what) about (?:an? |some )?(?=(?:coffee|breakfast|brunch|lunch|dinner|drinks|tea|call|meeting|1:1|catch-?up) with \p{L})/iu,
    replacement: 'schedule ',
  },
  {
    example: ['keep Friday afternoon free', 'block off Friday afternoon for "Blocked time"'],
    pattern:
      /^(?:keep|leave) (?:my )?((?:this |next |tomorrow|today|mon|tue|wed|thu|fri|sat|sun)(?![a-z]{0,6}days\b)[\p{L} ]{0,30}) (?:free|clear|open)$/iu,
    replacement: 'block off $1 for "Blocked time"',
  },
  {
    example: [
      'fit in 2 hours for the report tomorrow',
      'block 2 hours for the report in my first free slot tomorrow',
    ],
    pattern: new RegExp(
      String.raw`^(?:fit|squeeze) in (${LENGTH}) (?:for|of|on|with) (.{2,80}?)(?: (${DAY}|(?:this|next) week))?$`,
      'i',
    ),
    replacement: 'block $1 for $2 in my first free slot $3',
  },
  {
    example: [
      'find time for a call with Ana this week and book it',
      'book a call with Ana in my first free slot this week',
    ],
    pattern: new RegExp(
      String.raw`^find (?:me |us )?(?:a |some )?(?:time|slot) (?:for|to have) (.{2,80}?)(?: (${DAY}|(?:this|next) week))? and (?:then )?(?:book|schedule|add) (?:it|that)$`,
      'i',
    ),
    replacement: 'book $1 in my first free slot $2',
  },
  {
    example: [
      'book the first free hour tomorrow for writing',
      'block 1 hour for writing in my first free slot tomorrow',
    ],
    pattern: new RegExp(
      String.raw`^(?:book|block|reserve|take) (?:me )?(?:the|my) (?:first|next|earliest) (?:free|open|available) hour (?:(${DAY}|(?:this|next) week) )?(?:for|to) (.{2,80})$`,
      'i',
    ),
    replacement: 'block 1 hour for $2 in my first free slot $1',
  },
  {
    example: [
      'I have a flight at 6:40am on December 3rd to Denver',
      'schedule a flight at 6:40am on December 3rd to Denver',
    ],
    pattern:
      /^(?:i|we)(?: have|['’]ve| have got|['’]ve got| got) (?=an? .{2,80} (?:at|from) (?:\d|noon)|an? .{2,80} \d{1,2}(?::\d\d)? ?[ap]m\b)/i,
    replacement: 'schedule ',
  },
  {
    example: ['8pm dinner with Ana', 'schedule dinner with Ana at 8pm'],
    pattern:
      /^(\d{1,2}(?::\d\d)? ?[ap]m):? (?!(?:on|at|to|and|or|today|tomorrow|tonight|this|next|instead|works?|is|please|for|meeting)\b)(\p{L}.{1,80})$/iu,
    replacement: 'schedule $2 at $1',
  },
  {
    example: ['I need a break at 3', 'schedule a break at 3'],
    pattern: /^i need (?=an? \p{L}[\p{L} ]{2,40} (?:at|from) \d)/iu,
    replacement: 'schedule ',
  },
  {
    example: ["March 5th is John's birthday, please add it", "schedule John's birthday on March 5th"],
    pattern:
      /^((?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{L}{3,9}|\p{L}{3,9} \d{1,2}(?:st|nd|rd|th)?) is ((?:my |our )?\p{L}[^,]{2,40}? (?:birthday|anniversary))(?:(?:,| and| so) .{0,80})?$/iu,
    replacement: 'schedule $2 on $1',
  },
  {
    example: [
      'find 30 min with Tom this week and put it in',
      'schedule meeting with Tom for 30 min in my first free slot this week',
    ],
    pattern: new RegExp(
      String.raw`^find (?:me |us )?(${LENGTH}) with (.{2,60}?)((?: ${DAY}| (?:this|next) week)?) and (?:then )?(?:book|schedule|add|put) (?:it|that)(?: in| down)?(?: (?:to|in|on|into) my calendar)?$`,
      'i',
    ),
    replacement: 'schedule meeting with $2 for $1 in my first free slot$3',
  },
  {
    example: ['set focus time tomorrow from 9 to 11', 'schedule focus time tomorrow from 9 to 11'],
    pattern:
      /^(?:set|make|put in)(?: up)? (?:some |a )?(?=(?:focus|deep work|reading|writing|study) time\b)/i,
    replacement: 'schedule ',
  },
  {
    example: ['make a recurring 1:1 with Ana every Friday at 2', 'schedule a 1:1 with Ana every Friday at 2'],
    pattern:
      /^(?:make|create|set up|add|start) an? (?:recurring|repeating|regular|standing) (?!(?:reminder|alarm|task|to-?do)\b)(?=.{2,80} (?:every|each|on|at) )/i,
    replacement: 'schedule a ',
  },
  {
    example: [
      'offer Ana three times next week for a 45 minute call',
      'ask Ana for a 45 minute call next week',
    ],
    pattern: new RegExp(
      String.raw`^(?:offer|give|send|propose|suggest)(?: to)? (\p{L}.{1,60}?) (?:two|three|four|a few|some|several|\d) (?:possible |free |different )?(?:times|slots|options)((?: (?:on |in )?${DAY}| (?:this|next) week)?) for (an? .{2,60})$`,
      'iu',
    ),
    replacement: 'ask $1 for $3$2',
  },
  {
    example: ['send Ana three options for next week', 'ask Ana for a meeting next week'],
    pattern: new RegExp(
      String.raw`^(?:offer|give|send|propose|suggest)(?: to)? (?!me\b|us\b)(\p{L}.{1,60}?) (?:two|three|four|a few|some|several|\d) (?:possible |free |different )?(?:times|slots|options)(?: (?:for|on|in))? (${DAY}|(?:this|next) week)$`,
      'iu',
    ),
    replacement: 'ask $1 for a meeting $2',
  },
  {
    example: [
      'propose a meeting with Ana on Thursday at 2 or Friday at 10',
      'propose Thursday at 2 or Friday at 10 to Ana',
    ],
    pattern: new RegExp(
      String.raw`^(?:propose|suggest|offer) (?:an? |the )?(?:meeting|call) (?:with|to) (\p{L}.{1,60}?) (?:on )?(${DAY} at ${TIME}(?:,? or (?:on )?(?:${DAY} )?(?:at )?${TIME}){1,3})$`,
      'iu',
    ),
    replacement: 'propose $2 to $1',
  },
  {
    example: ['protect 12-1 every day for lunch', 'block 12-1 every day for lunch'],
    pattern: /^(?:protect|save) (?=(?:from )?\d)(?!\d{1,6} (?:an?|per|each) )/i,
    replacement: 'block ',
  },
  // After the form above.
  {
    example: ['squeeze in a haircut on Friday', 'schedule a haircut on Friday'],
    pattern: /^(?:fit|squeeze|slot|sneak) in (?=(?:an?|my|the|some|\d{1,3}) ?\S)/i,
    replacement: 'schedule ',
  },
  {
    example: ['turn the report into a meeting on Friday', 'schedule the report on Friday'],
    pattern: new RegExp(
      String.raw`^(?:convert|turn|make) (.{2,120}?) (?:in)?to (?:an? )?(${LENGTH} )?(?:calendar )?(?:event|meeting|appointment)((?: (?:on|at|for|from|today|tomorrow|this|next|mon|tue|wed|thu|fri|sat|sun).{0,60})?)$`,
      'i',
    ),
    replacement: 'schedule $1 $2$3',
  },
  {
    example: ['grab coffee with Ana tomorrow at 10', 'schedule coffee with Ana tomorrow at 10'],
    pattern:
      /^(?:get|grab|have|do) (?=(?:a |some )?(?:coffee|lunch|dinner|breakfast|brunch|drinks?|tea|beers?) with )/i,
    replacement: 'schedule ',
  },
  {
    example: ['we should have lunch on Friday', 'have lunch on Friday'],
    pattern: /^(?:we|i) should (?=(?:meet|have|do|get)\b)/i,
    replacement: '',
  },
  {
    example: ['set aside 2 hours for reading', 'block 2 hours for reading'],
    pattern: /^set aside (?=\S)/i,
    replacement: 'block ',
  },
  {
    example: ['make room for a walk', 'find time for a walk'],
    pattern: /^make (?:some )?(?:room|space|time) (?=for \S)/i,
    replacement: 'find time ',
  },
  {
    example: [
      'add 30 minutes of travel time before the dentist',
      'schedule a 30 minutes travel time before the dentist',
    ],
    pattern: new RegExp(
      String.raw`^(?:add|put|leave|schedule|block|make) (?:an? )?(?:(${LENGTH})(?: of)? (travel time|travel|buffer|break|prep(?:aration)?(?: time)?|rest)|(travel time|buffer|break|prep(?:aration)?(?: time)?|rest) of (${LENGTH})) (before|after) (?=(?:the|my|our) )`,
      'i',
    ),
    replacement: 'schedule a $1$4 $2$3 $5 ',
  },
  {
    example: ['put 30 min before the interview to prepare', 'schedule a 30 min prepare before the interview'],
    pattern: new RegExp(
      String.raw`^(?:put|add|leave|keep|take|reserve|schedule|give me|i need) (${LENGTH}) (before|after) ((?:the|my|our) .{2,60}?) (?:to|for) (\p{L}[\p{L} ]{1,40})$`,
      'iu',
    ),
    replacement: 'schedule a $1 $4 $2 $3',
  },
  {
    example: [
      'schedule prep for 30 minutes before the interview',
      'schedule a 30 minutes prep before the interview',
    ],
    pattern: new RegExp(
      String.raw`^(?:add|put|schedule|block|book) (?:some |an? )?(\p{L}[\p{L} ]{1,30}?) (?:time )?for (${LENGTH}) (before|after) (?=(?:the|my|our) )`,
      'iu',
    ),
    replacement: 'schedule a $2 $1 $3 ',
  },
  {
    example: [
      'two hours of deep work every morning this week',
      'deep work two hours every morning this week',
    ],
    pattern: new RegExp(
      String.raw`^(?:i (?:want|need) |add |do )?(${LENGTH}) of (\p{L}[\p{L} ]{1,40}?) (?=(?:every|each)(?: other)? )`,
      'iu',
    ),
    replacement: '$2 $1 ',
  },
  {
    example: [
      "I've picked up an extra shift on Saturday, 7am to 7pm",
      'schedule extra shift on Saturday, 7am to 7pm',
    ],
    pattern:
      /^i(?:['’]ve| have)? (?:picked up|taken on|got|accepted|been given) (?:an? |another )(extra |late |early |night |day |double )?shift (?=(?:on |this |next )?(?:today|tomorrow|tonight|mon|tue|wed|thu|fri|sat|sun|the \d|\d))/i,
    replacement: 'schedule $1shift ',
  },
  {
    example: [
      "I've to be at the hospital for 6:45 tomorrow",
      'schedule "Be at the hospital" at 6:45 tomorrow',
    ],
    pattern: new RegExp(
      String.raw`^i(?:['’]ve| have| need)?(?: got)? to be (at (?:the )?\p{L}[\p{L} ]{1,40}?) (?:for|by|at) (?=${TIME} (?:${DAY})$)`,
      'iu',
    ),
    replacement: 'schedule "Be $1" at ',
  },
  {
    example: [
      'block out the 22nd to the 2nd for annual leave',
      'schedule all day "annual leave" from the 22nd to the 2nd',
    ],
    pattern: new RegExp(
      String.raw`^(?:block (?:off |out )?|book (?:off )?|i(?:['’]m| am) (?:off|away) )?(?:from )?(the \d{1,2}(?:st|nd|rd|th) (?:to|until|till|through) the \d{1,2}(?:st|nd|rd|th)(?: of ${MONTH})?) (?:for|as) (?:my |the )?((?:annual |parental |sick )?leave|(?:a |our )?(?:holidays?|vacation|trip))$`,
      'iu',
    ),
    replacement: 'schedule all day "$2" from $1',
  },
  {
    example: [
      'got a call with the bank at 11:20 tomorrow',
      'schedule a call with the bank at 11:20 tomorrow',
    ],
    pattern:
      /^(?:i(?:['’]ve| have) )?got (?=(?:an? )(?:\p{L}{2,20} ){0,2}(?:call|meeting|appointment|interview|class|lesson|viewing) .{0,60}\d)/iu,
    replacement: 'schedule ',
  },
  {
    example: [
      'schedule 45 minutes with Grace next week, she prefers mornings',
      'schedule 45 minutes with Grace next week in the morning',
    ],
    pattern:
      /^((?:schedule|book|find|set up|arrange|plan) [^,]{3,100}), (?:(?:s?he|they) (?:prefers?|likes?|wants?)|preferably|ideally)(?: in the| the)? (morning|afternoon|evening)s?$/i,
    replacement: '$1 in the $2',
  },
  {
    example: ['block 9 to 12 every Monday', 'schedule "Blocked time" 9 to 12 every Monday'],
    pattern: new RegExp(
      String.raw`^block (?:off |out )?(?=(?:from )?${TIME} ?(?:-|–|to|until|till) ?${TIME} (?:every|each) )(?!.{0,80} for \p{L})`,
      'iu',
    ),
    replacement: 'schedule "Blocked time" ',
  },
  {
    example: ['first Monday of each month: pay invoices', 'pay invoices first Monday of each month'],
    pattern:
      /^((?:on )?(?:the )?(?:every|each|first|second|third|fourth|last|daily|weekly|monthly) ?[^:,]{0,40}): (\p{L}.{2,100})$/iu,
    replacement: '$2 $1',
  },
  {
    example: ["I'm on holiday the week of December 14", 'schedule all day "Holiday" the week of December 14'],
    pattern:
      /^(?:i(?:['’]m| am|['’]ll be| will be) )?on (holiday|vacation|leave)s? (?:for )?(?=(?:the )?week of )/i,
    replacement: 'schedule all day "Holiday" ',
  },
  {
    example: ['yoga tue/thu 6pm', 'yoga tue and thu 6pm'],
    pattern: new RegExp(String.raw`\b(${WEEKDAY})/(?=${WEEKDAY}\b)`, 'gi'),
    replacement: '$1 and ',
  },
  // Several weekdays for some weeks are a series.
  {
    example: [
      'gym on Monday and Thursday for the next 3 weeks',
      'gym every Monday and Thursday for the next 3 weeks',
    ],
    pattern: new RegExp(
      String.raw`^(?!.*\b(?:every|each|weekly)\b)(.{2,80}?) (?:on )?(${WEEKDAYS})(?=\b.{0,60} for (?:the )?(?:next )?\S{1,6} (?:weeks|months)\b)`,
      'i',
    ),
    replacement: '$1 every $2',
  },
  {
    example: ['how about Thursday at 2 for a sync with Lee', 'schedule a sync with Lee Thursday at 2'],
    pattern: new RegExp(String.raw`^(?:how|what) about (${DAY} at .{1,12}?) for (an? .{2,80})$`, 'i'),
    replacement: 'schedule $2 $1',
  },
  {
    example: [
      'book the earliest 30 minutes that works for Ana and Lee next week',
      'schedule meeting with Ana and Lee for 30 minutes in my first free slot next week',
    ],
    pattern: new RegExp(
      String.raw`^(?:book|schedule|reserve|find) (?:the )?(?:earliest|first|next) (${LENGTH})(?: slot)? that (?:works|suits|is good|is free) for (?:me and |both )?(.{2,80}?)((?: ${DAY}| (?:this|next) week)?)$`,
      'i',
    ),
    replacement: 'schedule meeting with $2 for $1 in my first free slot$3',
  },
  {
    example: [
      'block off 2 to 4 every day this week for writing',
      'schedule writing every day from 2 to 4 this week',
    ],
    pattern: new RegExp(
      String.raw`^(?:block|book|reserve|schedule|keep)(?: off| out)? (?:from )?(${TIME}) ?(?:-|–|to|until) ?(${TIME}) ((?:every|each) (?:day|weekday|morning|afternoon|${WEEKDAY}))((?: (?:this|next) (?:week|month))?) for (?:the |my |a )?(\S.{1,80})$`,
      'i',
    ),
    replacement: 'schedule $5 $3 from $1 to $2$4',
  },
  {
    example: ['block 1-3pm tomorrow', 'schedule "Blocked time" 1-3pm tomorrow'],
    pattern: new RegExp(
      String.raw`^block (?:off |out )?((?:from )?\d{1,2}(?::\d\d)?(?: ?[ap]m)? ?(?:[-–]|to|until) ?\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?: ${DAY})?)$`,
      'i',
    ),
    replacement: 'schedule "Blocked time" $1',
  },
  {
    example: ["I'm working an extra shift Friday 5 to 9", 'schedule an extra shift Friday 5 to 9'],
    pattern: new RegExp(
      String.raw`^i(?:['’]m| am|['’]ll be) (?:working|doing|covering) (?=an? (?:\p{L}{2,20} ){0,2}shift (?:on )?${DAY})`,
      'iu',
    ),
    replacement: 'schedule ',
  },
  {
    example: ['got a shift on Wednesday 18:00-22:00', 'schedule a shift on Wednesday 18:00-22:00'],
    pattern: new RegExp(
      String.raw`^(?:i(?:['’]ve)? )?(?:got|have)(?: got)? (?=an? \p{L}[^,]{1,40} ${DAY},? (?:at |from )?\d)`,
      'iu',
    ),
    replacement: 'schedule ',
  },
  {
    example: [
      "I'm going to Leeds the 27th to the 29th",
      'schedule all day "Trip to Leeds" from the 27th to the 29th',
    ],
    pattern:
      /^i(?:['’]m| am|['’]ll be) (?:going to|visiting) (?!the\b)(\p{L}{3,20}(?: (?!the\b|from\b)\p{L}{3,20})?) (?:from )?((?:the )?\d{1,2}(?:st|nd|rd|th)(?: \p{L}{3,9})?) (?:to|until|till|-|–) (?=(?:the )?\d)/iu,
    replacement: 'schedule all day "Trip to $1" from $2 to ',
  },
  {
    example: ['new job: blocked drain tomorrow at 4', 'schedule blocked drain tomorrow at 4'],
    pattern:
      /^new (?:job|booking|appointment|client|customer|event|call-?out) ?[:–-] ?(?!(?:on |at |next |this )?(?:mon|tue|wed|thu|fri|sat|sun|today|tomorrow|tonight|\d))(?=\S)/i,
    replacement: 'schedule ',
  },
  {
    example: ['protect Friday for research', 'schedule research all day Friday'],
    pattern: new RegExp(
      String.raw`^(?:protect|keep|reserve|block(?: out| off)?) ((?:all (?:of )?)?${DAY})(?: free)? for (?!(?:an?|breakfast|brunch|lunch|dinner|coffee|drinks)\b)(?![^,]{0,40}\b(?:with|call|meeting|appointment|dentist|doctor|haircut|interview)\b)(\p{L}[^\d,]{1,60})$`,
      'iu',
    ),
    replacement: 'schedule $2 all day $1',
  },
  {
    example: ['lunch with James one day next week', 'lunch with James next week'],
    pattern:
      /^(?!(?:what|when|where|who|which|how|is|are|do|am|can|find)\b)(.{3,80}?) (?:one day|sometime|some time|some day|at some point) (?=(?:this|next) (?:week|month)\b)/i,
    replacement: '$1 ',
  },
  {
    example: ['sleep after my shift, block Friday 9 to 3', 'block Friday 9 to 3 for sleep'],
    pattern: new RegExp(
      String.raw`^(?!(?:${VERBS}|i|we|running|sorry|it|that|this)\b)(\p{L}{2,20}(?: (?!(?:after|before|on|at|in|by|until|because|when|for|this|next|tomorrow|today|tonight)\b)\p{L}{2,20}){0,3})(?: (?:after|before|because)\b[^,]{2,40})?, (?:so )?(?:please )?(block(?: out| off)? ${DAY}(?: (?:from )?${TIME}.{0,20})?)$`,
      'iu',
    ),
    replacement: '$2 for $1',
  },
  {
    example: [
      'the accountant wants to see me Monday at 2',
      'schedule a meeting with the accountant Monday at 2',
    ],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|he|she|they|who)\b)((?:the |my )?\p{L}{2,20}(?: \p{L}{2,20})?) (?:wants?|needs?|would like|asked) to (?:see|meet|meet with|speak to|speak with|talk to|talk with) (?:me|us) (?=(?:on |at )?(?:${DAY},? (?:at )?${TIME}|${TIME} ${DAY})$)`,
      'iu',
    ),
    replacement: 'schedule a meeting with $1 ',
  },
  {
    example: ['ring the supplier tomorrow first thing', 'ring the supplier tomorrow at 9am'],
    pattern: new RegExp(String.raw` (${DAY}),? first thing(?: in the morning)?$`, 'i'),
    replacement: ' $1 at 9am',
  },
  {
    example: ['remind me first thing tomorrow to call Bo', 'remind me tomorrow at 9am to call Bo'],
    pattern: new RegExp(String.raw`(?<! the) first thing (${DAY})(?: morning)?(?= to \p{L}|$)`, 'iu'),
    replacement: ' $1 at 9am',
  },
  {
    example: [
      'put me down for a night shift Thursday 7pm to 7am',
      'schedule a night shift Thursday 7pm to 7am',
    ],
    pattern: /^(?:put|pencil|sign|mark) me (?:down|in|up) for (?=.{3,80}\d)/i,
    replacement: 'schedule ',
  },
  {
    example: ["I'm working days Saturday and Sunday 7-7", 'day shift Saturday and Sunday 7-7'],
    pattern: new RegExp(
      String.raw`^i(?:['’]m| am) (?:on|working|doing) days (?=${DAY}[^?]{0,60}\d(?: ?[ap]m?)?$)`,
      'i',
    ),
    replacement: 'day shift ',
  },
  {
    example: ['tentatively hold Tuesday 2-4 for a workshop', 'hold Tuesday 2-4 for a workshop'],
    pattern: /^(?:tentatively|provisionally) (?=(?:hold|block|book|schedule|reserve|pencil)\b)/i,
    replacement: '',
  },
  {
    // A meal says roughly when: the event lies in that part of the day.
    example: ['add gym before lunch tomorrow', 'add gym tomorrow morning'],
    pattern: new RegExp(
      String.raw`^((?:add|schedule|book|put in|put|fit in|squeeze in) (?!(?:an? )?(?:task|to-?do|reminder)\b)(?!(?:${CHORES})\b)\p{L}[^,\d]{1,60}?) before lunch (?:on )?(${DAY})$`,
      'iu',
    ),
    replacement: '$1 $2 morning',
  },
  {
    example: ['add gym tomorrow after lunch', 'add gym tomorrow afternoon'],
    pattern: new RegExp(
      String.raw`^((?:add|schedule|book|put in|put|fit in|squeeze in) (?!(?:an? )?(?:task|to-?do|reminder)\b)(?!(?:${CHORES})\b)\p{L}[^,\d]{1,60}?) (?:after lunch (?:on )?(${DAY})|(${DAY}) after lunch)$`,
      'iu',
    ),
    replacement: '$1 $2$3 afternoon',
  },
  {
    example: ['add gym tomorrow before lunch', 'add gym tomorrow morning'],
    pattern: new RegExp(
      String.raw`^((?:add|schedule|book|put in|put|fit in|squeeze in) (?!(?:an? )?(?:task|to-?do|reminder)\b)(?!(?:${CHORES})\b)\p{L}[^,\d]{1,60}?) (${DAY}) before (?:lunch|noon|12:00)$`,
      'iu',
    ),
    replacement: '$1 $2 morning',
  },
  {
    example: ['Mia has a half day Friday, pickup 12:15', 'schedule pickup Friday at 12:15'],
    pattern: new RegExp(
      String.raw`^(?!(?:${VERBS}|i|we)\b)\p{L}[^,?\d]{2,60} (${DAY}), (?!(?:${VERBS})\b)(\p{L}{3,20}(?: \p{L}{2,20})?) (?:is )?(?:at )?(\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m)$`,
      'iu',
    ),
    replacement: 'schedule $2 $1 at $3',
  },
  {
    example: [
      'drop the car off tomorrow 8am pick it up 5pm',
      'schedule "drop off the car" tomorrow at 8am and schedule "pick up the car" tomorrow at 5pm',
    ],
    pattern: new RegExp(
      String.raw`^drop (?:off )?((?:the |my )?(?!off\b)\p{L}{2,20}(?: (?!off\b|on\b|at\b)\p{L}{2,20})?)(?: off)? (${DAY}) (?:at )?(${CLOCK}),? (?:and )?(?:pick|collect)(?: (?:it|them|him|her))?(?: up)? (?:at )?(${CLOCK})$`,
      'iu',
    ),
    replacement: 'schedule "drop off $1" $2 at $3 and schedule "pick up $1" $2 at $4',
  },
  {
    // Without a day, two times are no single event: it is asked when that is.
    example: ['drop the car off 8am pick it up 5pm', 'schedule "drop off and pick up the car"'],
    pattern: new RegExp(
      String.raw`^drop (?:off )?((?:the |my )?(?!off\b)\p{L}{2,20}(?: (?!off\b|on\b|at\b)\p{L}{2,20})?)(?: off)? (?:at )?${CLOCK},? (?:and )?(?:pick|collect)(?: (?:it|them|him|her))?(?: up)? (?:at )?${CLOCK}$`,
      'iu',
    ),
    replacement: 'schedule "drop off and pick up $1"',
  },
];
