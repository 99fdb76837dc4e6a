import { DAY, LENGTH, STREET, TIME } from '../patterns.ts';
import { VERBS } from '../verbs.ts';
import type { ShortForm } from './short-form.ts';

/** A place can stand where a time can: 'lunch is at the office now'. */
const A_TIME =
  '(?=\\d|(?:noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)\\b)';

const WEEKDAY_NAME = '((?:mon|tues|wednes|thurs|fri|satur|sun)day)';

/** Changes of what is in the calendar, and answers to a draft. */
export const shortChanges: readonly ShortForm[] = [
  {
    example: ['running 15 late, push the next meeting', 'push the next meeting back by 15 minutes'],
    pattern:
      /^(?:i(?:['’]m| am) )?(?:running )?(?:about )?(\d{1,3})(?: ?(?:minutes?|mins?|m))? (?:behind|late),? (?:so |please |can you |and ){0,2}(?:push|move|delay) ((?:the |my )?\p{L}.{1,60}?)(?: back)?$/iu,
    replacement: 'push $2 back by $1 minutes',
  },
  {
    example: ['move the dentist to sometime after 4', 'move the dentist to after 4'],
    pattern:
      /^((?:move|push|re-?schedule|shift|change) .{2,80}? to )(?:some ?time|any ?time|a time) (?=after \S)/i,
    replacement: '$1',
  },
  {
    example: ["remove the dentist from today's schedule", 'remove the dentist today'],
    pattern: new RegExp(
      String.raw`^((?:remove|delete|cancel|erase|drop|take|scratch) .{2,80}?) (?:from|off|out of) (?:the )?(${DAY})['’]?s (?:schedule|calendar|agenda|plan)$`,
      'i',
    ),
    replacement: '$1 $2',
  },
  {
    example: ['make sure my calendar is completely clear tomorrow', 'clear my calendar tomorrow'],
    pattern:
      /^(?:make sure|ensure|see to it)(?: that)? (my|the) (?:calend[ae]r|schedule|agenda|diary) is (?:completely |totally |entirely |all )?(?:clear|cleared|empty|free) (?=\S)/i,
    replacement: 'clear $1 calendar ',
  },
  {
    example: ['change the meeting which will start at 2 pm to 3 pm', 'change the 2 pm meeting to 3 pm'],
    pattern: new RegExp(
      String.raw`^((?:change|move|push|re-?schedule|shift|cancel|delete|remove|shorten|extend) )(?:the|my) (meeting|event|appointment|call) (?:which|that) (?:will |is going to |is scheduled to )?(?:starts?|begins?|is) (?:at )?(${TIME})(?= |$)`,
      'i',
    ),
    replacement: '$1the $3 $2',
  },
  {
    example: ['add Priya too', 'invite Priya too'],
    // Names have a capital; 'add milk too' is a task.
    pattern: /^[Aa]dd (?=\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})? (?:too|as well)$)/u,
    replacement: 'invite ',
  },
  {
    example: ['looks good except make it 4', 'make it 4'],
    pattern:
      /^(?:looks|sounds) (?:good|great|fine|ok|okay)(?: to me)?,? (?:except|but)(?: please)?,? (?=(?:make|move|change|set|call|rename|put)\b)/i,
    replacement: '',
  },
  {
    example: ['same time next week too', 'and the same next week'],
    pattern: new RegExp(
      String.raw`^(?:do )?(?:the )?same(?: time| thing)? (next week|the week after next|${DAY})(?:,? (?:too|as well|again))?$`,
      'i',
    ),
    replacement: 'and the same $1',
  },
  {
    example: ['not next week, the week after next', 'no, the week after next'],
    pattern: new RegExp(
      String.raw`^not (?:next week|${DAY}),? (?:but )?(?!(?:on|at|for)\b)(\S.{2,40})$`,
      'i',
    ),
    replacement: 'no, $1',
  },
  {
    example: ['repeat the gym on Sunday too', 'copy the gym to Sunday'],
    pattern: new RegExp(
      String.raw`^repeat ((?:the |my )?\p{L}.{1,60}?) (?:on )?(${DAY}) (?:too|as well|again)$`,
      'iu',
    ),
    replacement: 'copy $1 to $2',
  },
  {
    example: ['Dave wants to do lunch at 1:30 instead', 'move lunch with Dave to 1:30'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)(\p{L}{2,20}(?: \p{L}{2,20})?) (?:wants?|needs?|would like|asked) to (?:do|have|make) (?:the |our )?(\p{L}[^,]{1,40}?) (?:at|on) ${A_TIME}(.{1,30}?)(?: instead)?$`,
      'iu',
    ),
    replacement: 'move $2 with $1 to $3',
  },
  {
    example: ['football finishes at 7:30 from now on', 'make football end at 7:30 from now on'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|it|that|this|what|when|who|where|how|if|(?:my |the )?(?:work|day|week|workday))\b)((?:the |my |our )?\p{L}[^,]{1,60}?) (?:now )?(?:ends|finishes)(?: now)? at (${TIME}) (?:from now on|every (?:week|time))$`,
      'iu',
    ),
    replacement: 'make $1 end at $2 from now on',
  },
  {
    example: ['move the standup to 10 this week only', 'move the standup to 10 this week'],
    pattern: /^(.{2,80} (?:this|next) (?:week|month)|.{2,80} (?:today|tomorrow)) only$/i,
    replacement: '$1',
  },
  {
    example: ["let's do the haircut at 6 instead", 'move the haircut to 6'],
    pattern: new RegExp(
      String.raw`^let['’]?s do (.{2,80}?) (?:at|on) ((?:${DAY} )?(?:at )?${TIME}|${DAY})(?: instead| rather)$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['move the dentist, they only have the 9th at 11', 'move the dentist to the 9th at 11'],
    pattern:
      /^((?:move|re-?schedule|change|shift) [^,]{2,60}), (?:they|he|she) (?:only |can only )?(?:has|have|had|do|offer(?:ed)?|can do) (?=(?:the )?\p{L}{0,9} ?\d|noon|mon|tue|wed|thu|fri|sat|sun|tomorrow|next)/iu,
    replacement: '$1 to ',
  },
  {
    example: ['dentist rang, moved to 2:40 on Tuesday', 'move the dentist to 2:40 on Tuesday'],
    pattern:
      /^(?:the |my )?(\p{L}[\p{L} ]{1,40}?) (?:rang|called|phoned|e-?mailed|texted|wrote|messaged)(?: me)?,? (?:and )?(?:they(?:['’]ve| have)? |(?:it(?:['’]s| is| was| has been) )?)?(?:moved|changed|re-?scheduled|pushed)(?: it| me)? to (?=\S)/iu,
    replacement: 'move the $1 to ',
  },
  {
    example: ["can't do the shift on Wednesday", "I can't make the shift on Wednesday"],
    pattern: /^(?:i )?(?:can['’]?t|cannot) (?:do|make) (?=(?:the|my) .{2,60}$)/i,
    replacement: "I can't make ",
  },
  {
    example: ['gym at 6 instead of 7 from next week', 'move gym to 6 from next week on'],
    pattern: new RegExp(
      String.raw`^(?:do |have |make |move )?(?!i\b|we\b)(\p{L}.{1,60}?) (?:to|at) (${TIME}) (?:instead of|rather than|and not|not) (?:at )?${TIME},? (?:from|starting|beginning) (next (?:week|month)|tomorrow|${WEEKDAY_NAME})(?: on| onwards?)?$`,
      'iu',
    ),
    replacement: 'move $1 to $2 from $3 on',
  },
  {
    example: ['deadline for the Q4 report is now the 25th', 'move the deadline of the Q4 report to the 25th'],
    pattern:
      /^(?:the )?(?:deadline|due date) (?:for|of|on) (.{2,60}?) (?:is|was|has been) (?:now |moved to |pushed to |extended to |changed to )(.{2,30})$/i,
    replacement: 'move the deadline of $1 to $2',
  },
  {
    example: ['make the review a recurring thing every two weeks', 'make the review repeat every two weeks'],
    pattern:
      /^(?:make|turn) (.{2,80}?) (?:in)?(?:to )?a (?:recurring|repeating|regular) (?:thing|event|meeting|one|appointment|call),? (?=(?:every|each) )/i,
    replacement: 'make $1 repeat ',
  },
  {
    example: ['set my hours to 10-4 on Wednesdays', 'set my working hours to 10-4 on Wednesdays'],
    pattern: /^(set|change|make|adjust) my hours (?=(?:to |on |from |for )?.{0,20}\d)/i,
    replacement: '$1 my working hours ',
  },
  {
    example: [
      'change dinner to 1:30 and add a note bring wine',
      'change dinner to 1:30 and add a note to it: bring wine',
    ],
    pattern:
      /^((?:change|move|re-?schedule|push|put) .{2,80}? (?:and|,) add a (?:note|reminder note)) (?!to\b|on\b|in\b|for\b)(?:saying |that says |:)? ?(?=\p{L})/iu,
    replacement: '$1 to it: ',
  },
  {
    example: ['give the Q4 report more time, it needs 5 hours', 'the Q4 report needs 5 hours'],
    pattern: new RegExp(
      String.raw`^(?:give|assign|allow|allocate) (?:more time (?:to|for) ([^,]{2,60})|([^,]{2,60}?) more time)(?:,| because| as)? it (?:needs|takes|will take|['’]ll take) (${LENGTH})$`,
      'iu',
    ),
    replacement: '$1$2 needs $3',
  },
  {
    example: ['make lunch longer tomorrow', 'make lunch tomorrow longer'],
    pattern: new RegExp(
      String.raw`^make (.{2,80}?) (a bit longer|longer|a bit shorter|shorter) (${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'make $1 $3 $2',
  },
  {
    example: ['make the sync 90 minutes this week', 'make the sync this week 90 minutes long'],
    pattern: new RegExp(String.raw`^make (.{2,80}?) (${LENGTH})(?: long)? ((?:this|next) week|${DAY})$`, 'i'),
    replacement: 'make $1 $3 $2 long',
  },
  {
    example: ['running late for the dentist, push it 15 mins', 'push the dentist back by 15 mins'],
    pattern: new RegExp(
      String.raw`^(?:i(?:['’]m| am) )?(?:running )?late (?:for|to) ([^,]{2,80}), (?:so )?(?:please )?(?:can you )?(?:push|move|delay) it (?:back )?(?:by )?(${LENGTH})$`,
      'i',
    ),
    replacement: 'push $1 back by $2',
  },
  {
    example: ['change the gym on Thursday to a 7pm start', 'make the gym on Thursday start at 7pm'],
    pattern: new RegExp(
      String.raw`^(?:change|move|set|make|switch) (.{2,80}?) (?:to )?(?:an? )?(${TIME}) start$`,
      'i',
    ),
    replacement: 'make $1 start at $2',
  },
  {
    example: ['the train to Leeds is now 10:12', 'move train to Leeds to 10:12'],
    pattern: new RegExp(
      String.raw`^(?!what|when|where|who|how|it |that |this )(?:the |my )?(\p{L}.{1,60}?) is now (?:at )?(${TIME})$`,
      'iu',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['the sync is now 45 minutes', 'make sync 45 minutes long'],
    pattern: new RegExp(
      String.raw`^(?!what|when|where|who|how|it |that |this )(?:the |my )?(\p{L}.{1,60}?) is now (${LENGTH})(?: long)?$`,
      'iu',
    ),
    replacement: 'make $1 $2 long',
  },
  {
    example: ["can't do physio tomorrow", "I can't make physio tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:i )?(?:can['’]?t|cannot) (?:do|make)(?= (?!(?:it|that|this|anything)\b|${DAY}(?: |$))\p{L})`,
      'iu',
    ),
    replacement: "I can't make",
  },
  {
    example: ['the retro is now monthly', 'make the retro monthly'],
    pattern:
      /^((?:the |my |our )\p{L}.{1,60}?) (?:is|will be|happens|takes place) (?:now )?((?:every (?:other |second |two |three )?(?:day|week|month|weekday)s?|daily|weekly|biweekly|monthly))(?: now| from now on)?$/iu,
    replacement: 'make $1 $2',
  },
  {
    example: ['the sync at 9:30 instead of 9 from now on', 'the sync at 9:30 from now on'],
    pattern: /^(.{2,80}?) (?:instead of|rather than) .{1,20} from now on$/i,
    replacement: '$1 from now on',
  },
  {
    example: ['any chance to move the dentist to Friday', 'move the dentist to Friday'],
    pattern:
      /^(?:is there |do you see )?any chance (?:to|(?:that )?(?:we|you) (?:can|could)) (?=(?:move|push|re-?schedule|postpone|shift) )/i,
    replacement: '',
  },
  {
    example: ['could the interview be on Wednesday', 'move the interview to Wednesday'],
    pattern: new RegExp(
      String.raw`^(?:can|could) ((?:the|my|our) \p{L}.{1,60}?) be (?:on |at )?(?=${DAY}|${TIME}\b)`,
      'iu',
    ),
    replacement: 'move $1 to ',
  },
  {
    example: ['move the review to whenever works', 'move the review to the next free slot'],
    pattern:
      /^((?:move|push|re-?schedule|shift) .{2,80}?) (?:to |for )(?:whenever|any time|anytime)(?: (?:works|suits|fits|i(?:['’]m| am) free|is good)(?: for (?:me|us|everyone))?)?$/i,
    replacement: '$1 to the next free slot',
  },
  {
    example: ['no gym until December', 'cancel all gym before December'],
    pattern:
      /^(?:no|cancel|skip|pause|suspend) (?:all )?(?:the |my |our )?(?!(?:meetings?|more|everything|anything|notifications?|reminders?)\b)(\p{L}.{1,60}?) (?:until|till) (?=(?:the )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|next|mon|tue|wed|thu|fri|sat|sun|after|end of|new year|christmas))/iu,
    replacement: 'cancel all $1 before ',
  },
  {
    example: ['change the gym to Tuesday and Thursday', 'make the gym every Tuesday and Thursday'],
    pattern: new RegExp(
      String.raw`^(?:move|change|switch|shift) ((?:the |my |our )?.{2,60}?) to (${WEEKDAY_NAME}s?(?:, ${WEEKDAY_NAME}s?){0,3},? and ${WEEKDAY_NAME}s?)(?: instead)?$`,
      'i',
    ),
    replacement: 'make $1 every $2',
  },
  {
    example: ['skip the retro this week and next', 'skip the retro this week, skip the retro next week'],
    pattern:
      /^((?:skip|cancel|delete|remove) (?:the |my |our )?\p{L}.{1,60}?) this week and (?:the )?next(?: week| one)?$/iu,
    replacement: '$1 this week, $1 next week',
  },
  {
    example: ["I can't do Thursday for the review", 'reschedule the review'],
    pattern: new RegExp(
      String.raw`^i (?:can['’]?t|cannot|can not) (?:do|make) ${DAY}(?: (?:morning|afternoon|evening))? (?:for|with) ((?:the|my|our) .{2,60})$`,
      'i',
    ),
    replacement: 'reschedule $1',
  },
  {
    example: ['the review needs 15 more minutes', 'extend the review by 15 minutes'],
    pattern:
      /^((?:the |my |our )?(?!(?:i|we|it|that|this|he|she|they)\b)\p{L}.{2,60}?) (?:needs|will need|takes|will take|is going to take) (?:another |about )?(\d{1,3}|an?|half an|one|two|three|four) ?(?:more )?(minutes?|mins?|hours?|hrs?)(?: more| longer)?(?<= (?:another|more) .{1,20}| more| longer)$/iu,
    replacement: 'extend $1 by $2 $3',
  },
  {
    example: ['Sam wants to move our 1:1 to Thursday at 2', 'move our 1:1 to Thursday at 2'],
    pattern:
      /^(?!(?:i|we|you|it|that|who|what)\b)\p{L}{2,20}(?: \p{L}{2,20})? (?:wants?|needs|would like|asked|is asking|has asked)(?: us| me)? to (?:move|push|re-?schedule|postpone) (?=(?:the|our|my) .{2,60} to )/iu,
    replacement: 'move ',
  },
  {
    example: ['take me off the review', 'decline the review'],
    pattern:
      /^(?:take|get|leave|count) me (?:off|out of|out for) (?:of )?(?=(?:the|our) \p{L})(?!the hook\b)/iu,
    replacement: 'decline ',
  },
  {
    example: ['can we make the review 15 minutes shorter', 'make the review 15 minutes shorter'],
    pattern: /^(?:can|could|shall) (?:we|you|i) (?=make .{2,80} (?:shorter|longer)\b)/i,
    replacement: '',
  },
  {
    example: ['the dentist moved me to 9.40 on Friday', 'move dentist to 9.40 on Friday'],
    pattern:
      /^(?:the|my) (\p{L}{2,20}) (?:has )?(?:moved|changed|pushed|shifted|rescheduled|put) (?:me|us|my appointment|our appointment) (?:back |forward )?to (?=.{0,30}\d)/iu,
    replacement: 'move $1 to ',
  },
  {
    example: ['can we do the dentist at 2', 'move the dentist to 2'],
    pattern: new RegExp(
      String.raw`^(?:can|could|shall) we (?:do|have|make|hold) ((?:the|my|our) \p{L}.{1,60}?) (?:on|at) ${A_TIME}(.{1,40})$`,
      'iu',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['dinner with Emma at 8 instead', 'move dinner with Emma to 8'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|no|actually|make|change|move|let|have|do|and|at|on|what|how|book|schedule|add|put|set|cancel|can|could|it|that|this|today|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})\b)((?:the |my |our )?\p{L}.{2,60}?) (?:on|at) ${A_TIME}(.{1,40}?) instead$`,
      'iu',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['bump the standup to 10 for the rest of the week', 'move all standup this week to 10'],
    pattern: new RegExp(
      String.raw`^(?:move|push|change|shift|bump|re-?schedule) (?:the |my |our )?(.{2,60}?) to (${TIME})(?: for)? the (?:rest of the|whole|entire) week$`,
      'i',
    ),
    replacement: 'move all $1 this week to $2',
  },
  {
    example: ['invite Tom to the review too', 'invite Tom to the review'],
    pattern: /^(invite .{2,80}? to .{2,80}?),? (?:too|as well|also)$/i,
    replacement: '$1',
  },
  {
    example: ['add Tom to the review as well', 'invite Tom to the review'],
    pattern: /^add (\p{Lu}\p{L}{1,20}) to ((?:the|my|our|that) .{2,80}?),? (?:too|as well|also)$/u,
    replacement: 'invite $1 to $2',
  },
  {
    example: ['tentative for the review', 'tentatively accept the review'],
    pattern:
      /^(?:(?:i(?:['’]m| am) )?(?:tentative|a maybe)|(?:put |mark )?me (?:down )?as (?:a )?(?:tentative|maybe)) (?:for|on|about) (?=\S)/i,
    replacement: 'tentatively accept ',
  },
  {
    example: ['piano is off this week', 'cancel piano this week'],
    pattern: new RegExp(
      String.raw`^(?!(?:what|which|who|when|where|how|if|nothing|i|we|it|that|this|everything|he|she|they)\b)(\S.{1,60}?) (?:is|['’]s) off (${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'cancel $1 $2',
  },
  {
    example: ['set a deadline for the report on Friday', 'move the deadline of the report to Friday'],
    pattern:
      /^(?:set|add|put|give) (?:an? |the )?(?:deadline|due date) (?:for|of|on) (.{2,80}?) (?:on|to|for|by|at) (?=\S)/i,
    replacement: 'move the deadline of $1 to ',
  },
  {
    example: ['the team sync every two weeks instead', 'make the team sync every two weeks'],
    pattern:
      /^(?!(?:make|change|let|do|have|move|no|actually|and|switch)\b)((?:the |my |our )?\p{L}.{1,60}?) ((?:every (?:other |second |two |three |four |\d )?(?:day|week|month|weekday)s?|daily|weekly|biweekly|monthly)) instead$/iu,
    replacement: 'make $1 $2',
  },
  {
    example: ['put the review in room 5', 'set the location of the review to room 5'],
    pattern:
      /^(?:put|hold|have|do) ((?:the|my|our) .{2,60}?) (?:in|into|at) (?:the )?((?:room|(?:[\p{L}\d]{1,20} ){0,2}(?:conference |meeting )?room|office|building|lab|studio|hall)\b(?: [\p{L}\d-]{1,10})?)$/iu,
    replacement: 'set the location of $1 to $2',
  },
  {
    example: ['move the first two syncs to Friday', 'move the next two syncs to Friday'],
    pattern:
      /^((?:move|cancel|delete|skip|push|re-?schedule|shift|postpone) (?:the |my )?)first (?=(?:two|three|four|\d) (?!to\b|on\b|by\b|until\b)\p{L})/iu,
    replacement: '$1next ',
  },
  {
    example: ['can we do the review Monday instead', 'move the review to Monday'],
    pattern: new RegExp(
      String.raw`^(?:can|could|shall|should) we (?:do|have|make|hold|move) (.{2,60}?) (${DAY}(?: at ${TIME})?) instead$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['make lunch a bit longer', 'change lunch'],
    pattern:
      /^make (.{2,80}?)(?:(?<! (?:minutes?|mins?|hours?|hrs?|h|m|days?|weeks?))| (?:a (?:little )?bit|a little|somewhat|slightly)) (?:longer|shorter|later|earlier)$/i,
    replacement: 'change $1',
  },
  {
    example: [
      'push everything after lunch today back by 30 minutes',
      'push everything after 1pm today back by 30 minutes',
    ],
    pattern: /\b(everything|all (?:of )?(?:my |the )?\p{L}{3,20}) after lunch\b/iu,
    replacement: '$1 after 1pm',
  },
  {
    example: ['the standup at 10 from now on', 'from now on the standup is at 10'],
    pattern: new RegExp(
      String.raw`^(?:the |my |our )?(?!from\b|move\b|change\b|make\b)(\p{L}.{2,60}?) (?:at|on) ${A_TIME}(.{1,30}?) from now on$`,
      'iu',
    ),
    replacement: 'from now on the $1 is at $2',
  },
  {
    example: ['Jordan cancelled the interview', 'cancel the interview'],
    pattern:
      /^(?!(?:i|we|you|it|that|who|what|have|has|did|not|never|nobody)\b)\p{L}{2,20} (?:has |just |had to )?cancell?(?:ed)? (?=(?:the|our|my) \p{L})/iu,
    replacement: 'cancel ',
  },
  {
    example: ['the flight is delayed by 2 hours', 'push the flight back by 2 hours'],
    pattern: new RegExp(
      String.raw`^((?:the |my |our )?(?!(?:i|we|he|she|they|it)\b)\p{L}.{2,60}?) (?:is|was|got|has been|['’]s) delayed (?:by )?(${LENGTH})$`,
      'iu',
    ),
    replacement: 'push $1 back by $2',
  },
  {
    example: ['they moved the vet to Tuesday at 5', 'move the vet to Tuesday at 5'],
    pattern: new RegExp(
      String.raw`^(?:they|he|she|the \p{L}{3,20}) (?:has |have |just )?(?:moved|rescheduled|pushed|postponed) ((?:the|my|our) .{2,60}?) to ${A_TIME}`,
      'iu',
    ),
    replacement: 'move $1 to ',
  },
  {
    example: ['rename to Weekly numbers', 'rename it to Weekly numbers'],
    pattern: /^(?:rename|retitle) to (?=\S)/i,
    replacement: 'rename it to ',
  },
  {
    example: ['trade the shift for Saturday night', 'move the shift to Saturday night'],
    pattern: new RegExp(
      String.raw`^(?:swap|trade|exchange) (.{2,60}?) for (${DAY}(?: (?:morning|afternoon|evening|night))?(?: at ${TIME})?)$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['gym not today', 'no gym today'],
    pattern: new RegExp(
      String.raw`^(?!.{0,40}\b(?:today|tomorrow|tonight|at|on|next|this|(?:mon|tues|wednes|thurs|fri|satur|sun)day|i|we)\b.{0,20} not )(?:the |my )?(\p{L}.{1,40}?),? not (?=(?:today|tomorrow|tonight|this week|next week)$)`,
      'iu',
    ),
    replacement: 'no $1 ',
  },
  {
    example: ["cancel everything on Friday I'm taking the day off", 'cancel everything on Friday'],
    pattern:
      /^((?:cancel|delete|clear|move|re-?schedule|postpone|skip) .{3,80}?)(?:,? (?:as|since|because|cause|cuz)| [-–])? (?:i['’]?m|i am|i['’]ll be|i will be) (?:taking|sick|ill|off|away|out|travell?ing|on|not|busy|too|at|in|stuck|unwell)\b.{0,60}$/i,
    replacement: '$1',
  },
  {
    example: ['cancel the second one instead', 'cancel the second one'],
    pattern: /^((?:cancel|delete|remove|skip|drop) (?!.{0,120} and ).{2,80}?) (?:instead|rather)$/i,
    replacement: '$1',
  },
  {
    example: ['add the location 12 High Street', 'set the location to 12 High Street'],
    pattern:
      /^(?:add|put|set|enter)(?: in)? (?:the |a )?(?:location|place|address|venue):? (?!(?:of|for|to|from|on)\b)(?=\S)(?!.{0,120} (?:to|of|for) (?:the|my|our|it|that)\b)/i,
    replacement: 'set the location to ',
  },
  {
    example: ['can we do the review at 3 rather than 2', 'move the review to 3'],
    pattern: new RegExp(
      String.raw`^(?:can|could|shall|should|let['’]?s|may)(?: we)? (?:do|have|make|hold|meet for|start) (.{2,80}?) (?:on|at|to) ${A_TIME}(.{1,30}?),? (?:rather than|instead of|and not|not) (?:on |at )?.{1,30}$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['the party is going to be at 4 instead of 3', 'move the party to 4'],
    pattern: new RegExp(
      String.raw`^((?:the |my |our )?.{2,60}?) (?:is|is going to be|will be|is now|has to be|needs to be) (?:on |at )?${A_TIME}(?!(?:mon|tues|wednes|thurs|fri|satur|sun)days)(.{1,40}?) (?:instead of|rather than) .{1,30}$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['pause piano in December', 'cancel piano in December'],
    pattern:
      /^(?:pause|suspend) ((?:the |my |our )?(?!(?:notifications?|reminders?|mails?|e-?mails?|sounds?|sync|dark|push|timer|focus|planning|everything)\b)(?!.{0,40}\b(?:bookings?|calendar|meetings|events|link|page)\b)\p{L}.{1,60}?) (?=(?:in|for|during|this|next|over) )/iu,
    replacement: 'cancel $1 ',
  },

  {
    example: [
      'move piano to Thursdays at 5 starting December',
      'from December on, move piano to Thursday at 5',
    ],
    pattern: new RegExp(
      String.raw`^(?:move|change|shift|switch|re-?schedule) (.{2,60}?) to ${WEEKDAY_NAME}s((?: at ${TIME})?),? (?:from|starting|as of|beginning)(?: in| on)? (.{3,30}?)(?: on)?$`,
      'i',
    ),
    replacement: 'from $4 on, move $1 to $2$3',
  },
  {
    example: ['from now on, make the sync 45 minutes long', 'make the sync 45 minutes long from now on'],
    pattern: /^from now on,? ((?:make|have|let) .{2,120})$/i,
    replacement: '$1 from now on',
  },
  {
    example: ['piano is cancelled next Wednesday', 'cancel piano next Wednesday'],
    pattern: new RegExp(
      String.raw`^(?!(?:what|which|who|when|where|how|if|nothing|i|we)\b)(\S.{1,60}?) (?:is|was|got|has been|['’]s) (?:cancell?ed|called off) (${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'cancel $1 $2',
  },
  {
    example: ['push my 12 back half an hour', "push my 12 o'clock back half an hour"],
    pattern:
      /^((?:push|move|shift|bring|pull|re-?schedule|cancel|delete|skip) my \d{1,2})(?=$| (?:back|forward|up|to|until|by|tomorrow|today)\b)/i,
    replacement: "$1 o'clock",
  },
  {
    example: ['start the review 15 minutes late', 'start the review 15 minutes later'],
    pattern: new RegExp(String.raw`^((?:start|begin|move|make|push) .{2,80}? ${LENGTH} )late$`, 'i'),
    replacement: '$1later',
  },
  {
    example: ['the sync should be 45 minutes from now on', 'make the sync 45 minutes long from now on'],
    pattern: new RegExp(
      String.raw`^(?!(?:it|that|this)\b)(\S.{1,60}?) (?:should be|is|will be|takes|lasts|should take|should last) (${LENGTH})(?: long)? from now on$`,
      'i',
    ),
    replacement: 'make $1 $2 long from now on',
  },
  {
    example: ['can we do the review on Friday instead', 'move the review to Friday'],
    pattern:
      /^(?:can|could|shall|should|may) we (?:do|have|make|hold|move|meet for) (.{2,80}?) (?:on|at|to) (.{1,40}?) instead(?:,? (?:at )?(?:the )?same time)?$/i,
    replacement: 'move $1 to $2',
  },
  {
    example: [
      'tomorrow I have the dentist at ten, can you make that eleven instead',
      'move the dentist tomorrow to eleven',
    ],
    pattern: new RegExp(
      String.raw`^(?:so )?(${DAY})?,? ?i(?:['’]ve| have)(?: got)? ((?:the|my|an?) .{2,60}?)(?: at .{1,12}?)?( ${DAY})?,? (?:so |and )?(?:can|could|would) you (?:please )?(?:make|move|change|push|shift) (?:that|it) (?:to )?(?=(?:at )?(?:\d|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|(?:mon|tue|wed|thu|fri|sat|sun|tomorrow|today)))(.{1,40}?)(?: instead)?$`,
      'i',
    ),
    replacement: 'move $2 $1$3 to $4',
  },
  {
    example: ['the review is at quarter to five now, not four', 'move review to quarter to five'],
    pattern: new RegExp(
      String.raw`^(?!(?:who|what|where|when|which|how|why)\b)(?:the |my |our )?(.{2,60}?) is (?:at|on) ${A_TIME}(.{1,30}?) now,? (?:and )?not .{1,30}$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['push the review to later in the day', 'reschedule the review'],
    pattern:
      /^(?:move|push|shift|postpone|re-?schedule) ((?:the |my |our ).{2,80}?) (?:to |for |until )(?:later(?: (?:in the day|today|that day|on))?|another (?:time|day)|some other (?:time|day)|a (?:different|later) time)$/i,
    replacement: 'reschedule $1',
  },
  {
    example: ['forget about the review', 'cancel the review'],
    pattern: /^forget (?:about )?(?=(?:the|my) \p{L})/iu,
    replacement: 'cancel ',
  },
  {
    example: ['move piano to 5 this week', "move this week's piano to 5"],
    pattern:
      /^(move|push|change|shift|re-?schedule) (?:the |my |our )?(.{2,60}?) to ((?:at )?\d{1,2}(?::\d\d)?(?: ?[ap]m)?) (this|next) week$/i,
    replacement: "$1 $4 week's $2 to $3",
  },
  {
    example: ['everything after lunch moves to tomorrow', 'move everything after lunch to tomorrow'],
    pattern:
      /^((?:everything|all (?:my |the )?\p{L}{3,20}).{0,40}?) (?:moves|shifts|goes|has to move|should move) to /iu,
    replacement: 'move $1 to ',
  },
  {
    example: ['get me out of the review', 'cancel the review'],
    pattern:
      /^get me out of (?=(?:the|my|our|that|(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]s) \S)/i,
    replacement: 'cancel ',
  },
  {
    example: [
      'the piano lesson moves to Thursdays from December',
      'from December on, move the piano lesson to Thursday',
    ],
    pattern: new RegExp(
      String.raw`^((?:the |my |our ).{2,60}?) (?:moves|is moving|will move|changes|will be|is) (?:to |on )?${WEEKDAY_NAME}s (?:from|starting|as of|beginning) (.{3,30}?)(?: on)?$`,
      'i',
    ),
    replacement: 'from $3 on, move $1 to $2',
  },
  {
    example: [
      'office hours are moving to Fridays 10-12',
      'move office hours to Friday from 10 to 12 from now on',
    ],
    pattern: new RegExp(
      String.raw`^((?:the |my |our )?(?!(?:everything|it|that|this|he|she|they|we|i)\b)\p{L}.{1,60}?) (?:moves?|(?:is|are) moving|(?:has|have) moved|will move|changes?|(?:is|are) changing) to ${WEEKDAY_NAME}s,? (?:from )?(${TIME}) ?(?:-|–|to|until) ?(${TIME})(?: from now on)?$`,
      'iu',
    ),
    replacement: 'move $1 to $2 from $3 to $4 from now on',
  },
  {
    example: ['the piano lesson moves to Thursdays', 'move the piano lesson to Thursday every week'],
    pattern: new RegExp(
      String.raw`^((?:the |my |our )?(?!(?:everything|it|that|this|he|she|they|we|i)\b)\p{L}.{1,60}?) (?:moves?|(?:is|are) moving|(?:has|have) moved|will move|changes?|(?:is|are) changing) to ${WEEKDAY_NAME}s((?: (?:at |from )?${TIME})?)(?: from now on)?$`,
      'iu',
    ),
    replacement: 'move $1 to $2$3 every week',
  },
  {
    example: ['can the review be moved to Thursday at 2', 'move the review to Thursday at 2'],
    pattern:
      /^(?:can|could) ((?:the |my |our )?.{2,60}?) be (?:moved|rescheduled|pushed|shifted|postponed) (?=to |by )/i,
    replacement: 'move $1 ',
  },
  {
    example: ["I'd like the review to be on Thursday instead", 'move the review to Thursday'],
    pattern:
      /^i(?:['’]d| would) like ((?:the |my |our )?.{2,60}?) to be (?:on |at )?(.{2,40}?) instead(?: of .{2,30})?$/i,
    replacement: 'move $1 to $2',
  },
  {
    example: ['the review should be Thursday instead of Wednesday', 'move the review to Thursday'],
    pattern: /^((?:the |my |our )?.{2,60}?) should be (?:on |at )?(.{2,40}?) instead of .{2,30}$/i,
    replacement: 'move $1 to $2',
  },
  {
    example: ['change the weekly review to Fridays', 'move the weekly review to Friday every week'],
    pattern: new RegExp(
      String.raw`^(?:move|change|shift|switch|re-?schedule) ((?:the |my |our |all )?.{2,80}?) to ${WEEKDAY_NAME}s$`,
      'i',
    ),
    replacement: 'move $1 to $2 every week',
  },
  {
    example: ['move the review to the day after', 'move the review a day later'],
    pattern:
      /^((?:move|shift|push|postpone|re-?schedule) .{2,80}?) (?:to|until) the (?:day after|(?:next|following) day)$/i,
    replacement: '$1 a day later',
  },
  {
    example: ['move the review to the day before', 'move the review a day earlier'],
    pattern: /^((?:move|shift|push|bring|re-?schedule) .{2,80}?) to the (?:day before|previous day)$/i,
    replacement: '$1 a day earlier',
  },
  {
    example: ["let's do the review at 1 instead", 'move the review to 1'],
    pattern: new RegExp(
      String.raw`^(?:let['’]?s )?(?:do|have) (.{2,80}?) (?:on|at|to) ${A_TIME}(.{1,40}?) instead$`,
      'i',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: [
      "I'm off on Friday, cancel everything except the review",
      "I'm off on Friday, cancel everything on Friday except the review",
    ],
    pattern: new RegExp(
      String.raw`^(i(?:['’]m| am) .{2,30}? (${DAY})),? ((?:so |and )?(?:please )?(?:cancel|delete|clear|move) everything)(?=$| (?:except|but) )`,
      'i',
    ),
    replacement: '$1, $3 $2',
  },
  {
    example: ['add the location Room 5 to the review', 'set the location of the review to Room 5'],
    pattern: /^(?:add|put) (?:the |a )?(?:location|place) (.{1,60}?) to (?:the |my )?(.{2,80})$/i,
    replacement: 'set the location of the $2 to $1',
  },
  {
    example: ['find another time for the review tomorrow', 'move the review to the next free slot tomorrow'],
    pattern: new RegExp(
      String.raw`^find (?:me )?(?:another|a new|a different|a better) (?:time|slot)((?: ${DAY}| (?:this|next) week)?) for ((?:the|my|our) .{2,80}?)((?: ${DAY}| (?:this|next) week)?)$`,
      'i',
    ),
    replacement: 'move $2 to the next free slot$1$3',
  },
  {
    example: ['put the review somewhere free', 'move the review to the next free slot'],
    pattern:
      /^(?:put|move|shift) (.{2,80}?) (?:somewhere|some ?time|to a time (?:that is|when i am|when i['’]m)) free\b/i,
    replacement: 'move $1 to the next free slot',
  },
  {
    example: ['move the review to a time that works for both of us', 'move the review to the next free slot'],
    pattern:
      /^((?:move|shift|re-?schedule|push|postpone) .{2,80}?) (?:to|for) (?:a|some|another) time (?:that |when |which )?(?:works|suits|is good|is free|(?:we|i)(?:['’]re| are|['’]m| am)(?: both| all)? free)\b(?: (?:for|with|to) (?:both|all|all of|everyone|everybody|me|us)\b.{0,20})?(.{0,40})$/i,
    replacement: '$1 to the next free slot$2',
  },
  {
    example: ['but only if I am free', 'if I am free'],
    pattern: /^(?:but )?only (?=(?:if|unless) )/i,
    replacement: '',
  },
  // Guests are notified of changes by mail.
  {
    example: ['cancel the offsite and let everyone know', 'cancel the offsite'],
    pattern:
      /^((?:move|push|shift|re-?schedule|postpone|cancel|delete|delay) .{2,160}?),? and (?:tell|notify|inform|let) (?:him|her|them|everyone|everybody|people|(?:the |all )?guests)(?: know)?$/i,
    replacement: '$1',
  },
  {
    example: ['cut the standup down to 10 minutes', 'shorten the standup to 10 minutes'],
    pattern: /^(?:cut|trim|bring) (.{2,80}?) down to (?=\d|an? |half )/i,
    replacement: 'shorten $1 to ',
  },
  {
    example: ['the standup moves to 9:30 from now on', 'from now on the standup is at 9:30'],
    pattern:
      /^(?!from\b)(?:the |my )?(.{2,60}?) (?:moves|is moving|will be|starts|begins|is) (?:to |at )?(.{1,30}?) from now on$/i,
    replacement: 'from now on the $1 is at $2',
  },
  {
    example: ['make it 15 min longer and an hour earlier', 'make it 15 min longer, make it an hour earlier'],
    pattern: new RegExp(
      String.raw`^((?:make|change) )(it |that )(${LENGTH} (?:longer|shorter|later|earlier)),? and (?:start (?:it )?)?(${LENGTH} (?:longer|shorter|later|earlier))$`,
      'i',
    ),
    replacement: '$1$2$3, $1$2$4',
  },
  {
    example: ['the dentist is at 5 Oak Ave', 'set the location of dentist to 5 Oak Ave'],
    pattern: new RegExp(
      String.raw`^(?!(?:what|where|when|who|how|why)\b)(?:the |my |our )?(\S.{1,60}?) (?:is|will be) (?:at|in) (${STREET})$`,
      'iu',
    ),
    replacement: 'set the location of $1 to $2',
  },
  {
    example: ['the review is at 3 instead', 'move review to 3'],
    pattern: /^(?:the |my |our )?(.{2,60}?) is (?:at|on) (.{1,30}?) instead$/i,
    replacement: 'move $1 to $2',
  },
  {
    example: ['and make it urgent', 'make it urgent'],
    pattern:
      /^and (?=(?:make|move|put|mark|set|call|rename|push|invite|cancel|delete) (?:it|that|this|them)\b)/i,
    replacement: '',
  },
  {
    example: ['add a note: bring the card', 'add a note to it: bring the card'],
    pattern:
      /^(?:add|write|leave|make|put) (?:an? |the )?notes?(?::| saying| that says| -) (?:that )?(?=\S)/i,
    replacement: 'add a note to it: ',
  },
  {
    example: ['move it back to the original time', 'undo'],
    pattern:
      /^(?:(?:move|put|set|change) it )?back to (?:the |its )(?:original|old|previous|first) time(?: again)?$/i,
    replacement: 'undo',
  },
  {
    example: ['add a note "bring slides" to the review', 'add "bring slides" to the notes of the review'],
    pattern: /^add (?:the |an? )?(?:description|notes?) (["“].{1,400}["”]) to (?:the |my )?(.{2,80})$/i,
    replacement: 'add $1 to the notes of the $2',
  },
  {
    example: ['the title of the sync should be Weekly', 'rename the sync to Weekly'],
    pattern: /^(?:the |its )?(?:title|name) of (.{2,80}?) (?:should be|is now|must be) (?=\S)/i,
    replacement: 'rename $1 to ',
  },
  {
    example: ['free me up on Friday', 'clear Friday'],
    pattern: /^free me up (?:on |for )?(?=\S)/i,
    replacement: 'clear ',
  },
  {
    example: ['accept the plan', 'apply it'],
    pattern: /^(?:accept|apply|confirm|take|keep) (?:the |this |that |your )(?:plan|proposal|draft)$/i,
    replacement: 'apply it',
  },
  {
    example: ['cancel the plan', 'discard it'],
    pattern: /^(?:discard|cancel|reject|drop|dismiss) (?:the |this |that |your )(?:plan|proposal|draft)$/i,
    replacement: 'discard it',
  },
  {
    example: ['the lab finishes at 4 on Wednesday', 'make the lab on Wednesday end at 4'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|it|that|this|what|when|who|where|how|if|(?:my |the )?(?:work|day|week|workday))\b)((?:the |my |our )?\p{L}[^,]{1,60}?) (?:ends|finishes|is over) at (${TIME}) ((?:on )?${DAY}|this week)$`,
      'iu',
    ),
    replacement: 'make $1 $3 end at $2',
  },
  {
    example: ['rowing on Thursdays only from now on', 'make rowing every Thursday'],
    pattern: new RegExp(
      String.raw`^(?!(?:add|schedule|book|put|plan|move|make|only|set|create)\b)((?:the |my |our )?\p{L}[^,]{1,60}?) (?:on )?${WEEKDAY_NAME}s only (?:from now on|now)$`,
      'iu',
    ),
    replacement: 'make $1 every $2',
  },
  {
    example: ['cancel the haircut and book it for next week', 'move the haircut to next week'],
    pattern:
      /^(?:cancel|drop|skip) ((?:the |my )?\p{L}[^,]{1,60}?) and (?:book|re-?book|reschedule|schedule|put|do) it (?:for|to|on) (?=\S)/iu,
    replacement: 'move $1 to ',
  },
  {
    example: ['coffee with Lee again next Thursday same time', 'copy coffee with Lee to next Thursday'],
    pattern: new RegExp(
      String.raw`^(?:(?:have|do|book|schedule) )?(\p{L}.{1,60}?) again (${DAY}|next week),? (?:at )?(?:the )?same time$`,
      'iu',
    ),
    replacement: 'copy $1 to $2',
  },
  {
    example: ['the exam is in room 5', 'set the location of the exam to room 5'],
    pattern:
      /^(?!(?:i|we|it|that|this|what|when|who|where|how)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:is|will be) (?:now )?in ((?:room|hall|lab|building|studio|theatre) [\p{L}\d-]{1,10})(?: now)?$/iu,
    replacement: 'set the location of $1 to $2',
  },
  {
    example: ['Ben needs to reschedule his review to Friday', 'reschedule review with Ben to Friday'],
    pattern:
      /^(?!(?:i|we|you|it|that|this|who|what|he|she|they)\b)(\p{L}{2,20}(?: \p{L}{2,20}){0,2}) (?:wants?|needs?|has|would like|asked|is asking|has asked)(?: us| me)? to (move|push|re-?schedule|postpone|cancel) (?:his|her|their) (\p{L}.{1,60}?)((?: (?:to|until|till) .{1,40})?)$/iu,
    replacement: '$2 $3 with $1$4',
  },
  {
    example: ['Mrs Patel wants to move to Thursday', 'move Mrs Patel to Thursday'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|who|what|he|she|they)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:wants?|would like|asked|is asking|has asked|has|needs?)(?: us| me)? to (?:move|switch|change|re-?schedule)(?: it)? (?:to|until|till) ((?:the )?(?:${DAY}|(?:this|next) week|\d|noon|morning|afternoon|evening).{0,30})$`,
      'iu',
    ),
    replacement: 'move $1 to $2',
  },
  {
    example: ['Ben wants an extra half hour', 'extend Ben by half an hour'],
    pattern:
      /^(?!(?:i|we|you|it|that|this|who|what|he|she|they)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:wants?|needs?|would like|asked for) (?:an? )?(?:extra|additional|another) half(?: an?)? hour$/iu,
    replacement: 'extend $1 by half an hour',
  },
  {
    example: ['Ben wants an extra 20 minutes', 'extend Ben by 20 minutes'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|who|what|he|she|they)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:wants?|needs?|would like|asked for) (?:an? )?(?:extra|additional|another) (${LENGTH})$`,
      'iu',
    ),
    replacement: 'extend $1 by $2',
  },
  {
    example: ['the sync is an hour earlier this week', 'move the sync this week an hour earlier'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:is|will be|starts|begins|has been moved|was moved|got moved|moved|is now) (${LENGTH}) (earlier|later)((?: (?:this|next) week| ${DAY})?)$`,
      'iu',
    ),
    replacement: 'move $1$4 $2 $3',
  },
  {
    example: ['the dentist moved to the week after, same time', 'push the dentist back by 7 days'],
    pattern:
      /^(?!(?:i|we|everything)\b)(?:(?:move|push|postpone|re-?schedule) )?((?:the |my |our )?\p{L}[^,]{1,50}?)(?: (?:has |was |is |got |has been )?(?:moved|pushed|postponed|re-?scheduled|put back))?(?: back)? (?:to|until) the (?:week after|following week)(?:,? (?:at )?(?:the )?same (?:time|day)(?: and (?:day|time))?)?$/iu,
    replacement: 'push $1 back by 7 days',
  },
  {
    example: ['piano is on Tuesdays now', 'move piano to Tuesday every week'],
    pattern: new RegExp(
      String.raw`^((?:the |my |our )?(?!(?:everything|it|that|this|he|she|they|we|i|what|when|which|who)\b)\p{L}[^,]{1,60}?) (?:is|are) (?:now on|on) ${WEEKDAY_NAME}s(?: now| from now on|(?<=now on \p{L}{6,9}s))$`,
      'iu',
    ),
    replacement: 'move $1 to $2 every week',
  },
  {
    example: ["Dave can't do Friday, make it Monday same time", 'move my event with Dave Friday to Monday'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this)\b)(\p{L}{2,20}(?: \p{L}{2,20}){0,2}) (?:can['’]?t|cannot|can not|won['’]?t) (?:do|make) (${DAY}),? (?:so )?(?:please )?(?:can (?:we|you) )?(?:make|move|change|do) it (?:to |on )?(.{2,40}?)(?:,? (?:at )?(?:the )?same time)?(?: instead)?$`,
      'iu',
    ),
    replacement: 'move my event with $1 $2 to $3',
  },
  {
    example: [
      'the grant deadline has been extended to 11 December',
      'move the deadline of grant to 11 December',
    ],
    pattern:
      /^(?:the |my |our )?(\p{L}[^,]{1,60}?)(?:['’]s)? (?:deadline|due date) (?:(?:has|have|is|was|got|been|now|just) ){0,3}(?:extended|moved|pushed|postponed|changed|put|brought)(?: back| forward)? (?:to|until|till) (?=\S)/iu,
    replacement: 'move the deadline of $1 to ',
  },
  {
    example: ['yoga is at 7 next week', "move next week's yoga to 7"],
    pattern: new RegExp(
      String.raw`^(?:the |my |our )?(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)(\p{L}[^,]{1,50}?) (?:is|starts|begins) at (${TIME}) (this|next) week$`,
      'iu',
    ),
    replacement: "move $3 week's $1 to $2",
  },
  {
    example: ['the sync is a day later', 'move the sync a day later'],
    pattern:
      /^(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:is|will be|starts|is now)(?: due)? ((?:an?|one|two|three|\d{1,2}) (?:days?|weeks?)) (earlier|later)$/iu,
    replacement: 'move $1 $2 $3',
  },
  {
    example: [
      'the Hendersons want to start an hour later on Wednesday',
      'move the Hendersons on Wednesday an hour later',
    ],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:wants?|needs?|would like|asked) to (?:start|begin|come|meet) (${LENGTH}) (earlier|later)((?: ${DAY})?)$`,
      'iu',
    ),
    replacement: 'move $1$4 $2 $3',
  },
  {
    example: ['Chloe can only do 12', 'move my event with Chloe to 12'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)(\p{L}{2,20}(?: \p{L}{2,20})?) can only (?:do|make|manage) (?:it )?(?:at |on )?((?:${DAY}(?: at ${TIME})?|${TIME}(?: (?:on )?${DAY})?))$`,
      'iu',
    ),
    replacement: 'move my event with $1 to $2',
  },
  {
    example: ['Chloe is running late, push her review 15 mins', "push Chloe's review 15 mins"],
    pattern:
      /^(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)(\p{L}{2,20}(?: \p{L}{2,20})?) (?:is|are) (?:running )?(?:late|ill|sick|away|off|held up|stuck|delayed)[^,]{0,30}, (?:so )?(?:please )?(push|move|cancel|delay|postpone|re-?schedule) (?:his|her|their) /iu,
    replacement: "$2 $1's ",
  },
  {
    example: [
      'the Hendersons are away Thursday so move them to Friday',
      'move the Hendersons Thursday to Friday',
    ],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|it|that|this|what|when|who|where|how|if|he|she|they|there)\b)((?:the )?\p{L}{2,20}(?: \p{L}{2,20})?) (?:is|are) (?:away|off|out|ill|sick|busy|not in) (?:on )?(${DAY}),? (?:so )?(?:please )?(?:can you )?(move|push|re-?schedule) (?:them|him|her|it) (?=to )`,
      'iu',
    ),
    replacement: '$3 $1 $2 ',
  },
  {
    example: ['strike on Thursday, cancel everything', 'cancel everything on Thursday'],
    pattern: new RegExp(
      String.raw`^(?:there['’]?s |there is )?(?:an? )?(?!(?:cancel|clear|move|book|schedule|add|put|lunch|dinner)\b)(?:\p{L}{2,20} ){1,4}(?:is )?on (${DAY}), (?:so )?(cancel|clear|move) (everything|it all|all of it)`,
      'iu',
    ),
    replacement: '$2 everything on $1',
  },
  {
    example: ['Friday is a bank holiday, clear it', 'clear Friday'],
    pattern: new RegExp(
      String.raw`^(${DAY}) is (?:an? |the )?\p{L}[^,\d]{2,40}, (?:so )?(?:clear|cancel) (?:it|everything|the day|that day)$`,
      'iu',
    ),
    replacement: 'clear $1',
  },
  {
    example: ['make Wednesdays a no meeting day', 'no meetings on Wednesdays'],
    pattern: new RegExp(
      String.raw`^(?:make|keep|declare) (${WEEKDAY_NAME}s|mornings|afternoons) (?:an? )?(?:no[- ]meetings?|meeting[- ]free|free of meetings)(?: days?| times?)?$`,
      'i',
    ),
    replacement: 'no meetings on $1',
  },
  {
    example: [
      'my lecture on Thursday is in B14 this week',
      'set the location of my lecture on Thursday to B14',
    ],
    pattern:
      /^(?!(?:i|we|it|that|this|what|when|who|where|how)\b)((?:the |my |our )?\p{L}[^,]{1,50}?) (?:is|will be) (?:now )?in ((?!q\d)[a-z]{1,3}-?\d{1,4}[a-z]?)(?: now| this week| today| tomorrow)?$/iu,
    replacement: 'set the location of $1 to $2',
  },
  {
    example: ['Leo has a fever, cancel swimming tomorrow', 'cancel swimming tomorrow'],
    pattern: new RegExp(
      String.raw`^(?!(?:${VERBS}|i|we|it|that|this|if|unless|when|no|not|lunch|dinner)\b)\p{L}{2,20} (?:has|is|got|feels) (?:an? )?(?:fever|cold|flu|sick|ill|unwell|poorly|headache|tummy bug|bug|temperature)(?: today)?, (?:so )?(?:please )?(?=(?:cancel|delete|skip|call off) \S)`,
      'iu',
    ),
    replacement: '',
  },
  {
    example: ['clear my Thursday afternoon for the proposal', 'clear my Thursday afternoon'],
    pattern: new RegExp(
      String.raw`^(clear (?:my |the )?(?:(?:${DAY})(?: (?:morning|afternoon|evening))?|morning|afternoon|evening)) for (?:the |my |an? )?(?!\d)\p{L}[^,\d]{1,50}$`,
      'iu',
    ),
    replacement: '$1',
  },
];
