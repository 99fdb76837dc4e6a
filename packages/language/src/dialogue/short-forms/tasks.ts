import { DAY, LENGTH, TIME } from '../patterns.ts';
import { CHORES, VERBS } from '../verbs.ts';
import type { ShortForm } from './short-form.ts';

const DUE_DAY = String.raw`(?:on )?(today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`;

/** Tasks, their deadlines, and reminders. */
export const shortTaskRequests: readonly ShortForm[] = [
  {
    example: ['how about a reminder to call Bo', 'remind me to call Bo'],
    pattern: /^(?:how|what) about (?:setting )?a reminder(?= to | about |$)/i,
    replacement: 'remind me',
  },
  {
    example: [
      'order stock by Thursday noon, takes 45 mins, important',
      'add a task order stock by Thursday noon, takes 45 mins, high priority',
    ],
    pattern: new RegExp(
      String.raw`^(?!(?:${VERBS})\b)(\p{L}[^,]{2,80} (?:by|before|due) [^,]{2,40}(?:, (?:it )?(?:takes|needs|about) ${LENGTH})?), (?:it['’]s |that['’]s )?(?:very |really )?(?:important|urgent)$`,
      'iu',
    ),
    replacement: 'add a task $1, high priority',
  },
  {
    example: [
      'order stock by Thursday noon, takes 45 mins',
      'add a task order stock by Thursday noon, takes 45 mins',
    ],
    pattern: new RegExp(
      String.raw`^(?!(?:${VERBS})\b)(?=\p{L}[^,]{2,80} (?:by|before|due) [^,]{2,40}, (?:it )?(?:takes|needs|about) ${LENGTH}$)`,
      'iu',
    ),
    replacement: 'add a task ',
  },
  {
    example: [
      'at 4 tomorrow afternoon, remind me to start the oven',
      'remind me at 4 tomorrow afternoon to start the oven',
    ],
    pattern:
      /^((?:at|on|in|by|tomorrow|tonight|today|this|next)\b[^,]{0,40}?),? (?:please )?remind me (?=to )/i,
    replacement: 'remind me $1 ',
  },
  {
    example: ['remember me to meet Rebecca at six', 'remind me to meet Rebecca at six'],
    pattern: /^remember me (?=to |about |of )/i,
    replacement: 'remind me ',
  },
  {
    example: ['do it in 2 hour blocks', 'split it into 2 hour blocks'],
    pattern: new RegExp(
      String.raw`^(?:and )?(?:(?:do|split|plan) (?:it|that|this) )?(?:in|into) (${LENGTH}) ?(?:long )?(blocks|pieces|chunks|sessions|parts)$`,
      'i',
    ),
    replacement: 'split it into $1 $2',
  },
  {
    example: ['change the report to due Thursday', 'make the report due Thursday'],
    pattern:
      /^(?:change|move|update|switch|set) ((?:the |my )?\p{L}[^,]{1,80}?) to (?:be )?due (?:on |by |at )?(?=\S)/iu,
    replacement: 'make $1 due ',
  },
  {
    example: ['read two papers a day', 'add a task read two papers every day'],
    pattern: new RegExp(
      String.raw`^(?!(?:${VERBS}|is|are|does|did|can|could|i|we|it|about)\b)(\p{L}{2,20} (?:[$€£]?\d{1,5}|an?|one|two|three|four|five|six|eight|ten|twenty|half an?)(?: (?!(?:times?|x)\b)\p{L}[^,]{0,40}?)?) (?:a|per|each) (day|night|week|month)$`,
      'iu',
    ),
    replacement: 'add a task $1 every $2',
  },
  {
    example: [
      'split the report into 2 hour pieces by Friday',
      'split the report into 2 hour pieces and move the deadline of the report to Friday',
    ],
    pattern: new RegExp(
      String.raw`^((?:split|break|divide)(?: up)?) (.{2,80}?) (?:up )?(?:in|into) (${LENGTH}) (sessions|chunks|parts|pieces|blocks),? (?:by|before|due(?: on| by)?) (?=\S)`,
      'i',
    ),
    replacement: '$1 $2 into $3 $4 and move the deadline of $2 to ',
  },
  {
    example: ['do the report in 30 minute chunks', 'split the report into 30 minute chunks'],
    pattern: new RegExp(
      String.raw`^(?:do|plan|schedule|work on) ((?:the|my) \p{L}.{1,60}?) in (${LENGTH}) (sessions|chunks|parts|pieces|blocks)$`,
      'iu',
    ),
    replacement: 'split $1 into $2 $3',
  },
  {
    example: ['two papers a day', 'add a task two papers every day'],
    pattern:
      /^(two|three|four|five|six|eight|ten|twenty|\d{1,4}) (?!(?:times?|x|hours?|minutes?|mins?|events?|meetings?|tasks?|days?)\b)(\p{L}{3,20}(?: \p{L}{2,20}){0,3}) (?:a|per|each) (day|week|month)$/iu,
    replacement: 'add a task $1 $2 every $3',
  },
  {
    example: ['essay on Kant, about 6 hours work', 'essay on Kant, about 6 hours'],
    pattern: new RegExp(
      String.raw`^(\S.{2,120},? (?:about |around |roughly |some )${LENGTH})['’]? (?:of )?work$`,
      'i',
    ),
    replacement: '$1',
  },
  {
    example: ['postpone everything due today to tomorrow', "move today's tasks to tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:move|postpone|push|reschedule|shift|defer|delay|bump) (?:everything|(?:all (?:of )?)?(?:my |the )?(?:open )?tasks|all) (?:that (?:is|are) )?due ${DUE_DAY} (?:back )?(?:to|until|till) (.{3,40})$`,
      'i',
    ),
    replacement: "move $1's tasks to $2",
  },
  {
    example: ['remind me half an hour before swimming', 'remind me 30 minutes before swimming'],
    pattern: /^(remind me (?:about .{2,60} )?)half an hour (?=before\b)/i,
    replacement: '$130 minutes ',
  },
  {
    example: ['make a task for each: call bank, book train', 'add tasks: call bank, book train'],
    pattern:
      /^(?:make|add|create) (?:an? )?(?:tasks?|to-?dos?) (?:for|from|out of) (?:each|each of these|these|all of these|all of them|the following): ?/i,
    replacement: 'add tasks: ',
  },
  {
    example: [
      'I need 3 hours this week to sort out taxes',
      'add a task sort out taxes 3 hours by the end of this week',
    ],
    pattern: new RegExp(
      String.raw`^(?:i|we)(?:['’]ll)? need (${LENGTH}) (this|next) week (?:to|for) (\S.{2,80})$`,
      'i',
    ),
    replacement: 'add a task $3 $1 by the end of $2 week',
  },
  {
    example: [
      'edit the wedding photos, about 10 hours, deliver by 20 Dec',
      'add a task edit the wedding photos 10 hours by 20 Dec',
    ],
    pattern: new RegExp(
      String.raw`^(\p{L}[^,]{2,80}), (?:about |around |roughly |approximately |maybe |ca\. )?(${LENGTH}), (?:(?:to )?(?:deliver|be delivered|hand in|submit|finish)|delivery|delivered|finished|ready|done|due)(?: it)? (?:by|before|on) (.{3,40})$`,
      'iu',
    ),
    replacement: 'add a task $1 $2 by $3',
  },
  {
    example: [
      'edit the Henderson photos, about 6 hours, by next Friday',
      'add a task edit the Henderson photos 6 hours by next Friday',
    ],
    pattern: new RegExp(
      String.raw`^(?!(?:schedule|book|move|find|block|set up|plan|add|create|put)\b)(\p{L}[^,]{2,80}), (?:about |around |roughly |approximately |maybe |ca\. )?(${LENGTH}),? (?=(?:by|before) .{3,40}$)`,
      'iu',
    ),
    replacement: 'add a task $1 $2 ',
  },
  {
    example: [
      'half an hour of Spanish most evenings',
      'add a task Spanish half an hour 4 times a week in the evening',
    ],
    pattern: new RegExp(
      String.raw`^(?:(?:put|fit|get|squeeze)(?: in)? )?(${LENGTH}) (?:of|for) (\p{L}[^,]{1,60}?) (?:in |on )?most (morning|afternoon|evening)s$`,
      'iu',
    ),
    replacement: 'add a task $2 $1 4 times a week in the $3',
  },
  {
    example: ['order new strings, urgent', 'add a task order new strings urgent'],
    pattern: new RegExp(
      String.raw`^((?:${CHORES}) [^,]{2,80}),? (?:it['’]s |this is |that['’]s |pretty |very )*urgent(?:ly)?!?$`,
      'i',
    ),
    replacement: 'add a task $1 urgent',
  },
  {
    example: ['complete all tasks due today', "complete today's tasks"],
    pattern: new RegExp(
      String.raw`^(?:complete|finish|tick off|check off) (?:everything|(?:all (?:of )?)?(?:my |the )?(?:open )?tasks|all) (?:that (?:is|are) )?due ${DUE_DAY}$`,
      'i',
    ),
    replacement: "complete $1's tasks",
  },
  {
    example: ['email Ana the report tomorrow', 'add a task email Ana the report tomorrow'],
    pattern: new RegExp(
      String.raw`^((?:e-?mail|text|message|write|send) \p{L}{2,20} (?:the|my|our|an?|about|back) .{2,60} (?:by )?${DAY})$`,
      'iu',
    ),
    replacement: 'add a task $1',
  },
  {
    example: ['mark everything due today as done', 'complete all tasks for today'],
    pattern: new RegExp(
      String.raw`^(?:mark|tick off|check off|complete|finish) (?:everything|all)(?: that is|['’]s)? due (${DAY})(?: as (?:done|complete|completed|finished))?$`,
      'i',
    ),
    replacement: 'complete all tasks for $1',
  },
  {
    example: ['the report is top priority', 'make the report high priority'],
    pattern:
      /^(?!(?:what|which|who|how|it|that|this|is)\b)(\p{L}[^,]{2,60}?) (?:is|should be|has to be|needs to be|gets) (?:a |my |the )?(?:top|highest|high|number one|first) priority(?: now)?$/iu,
    replacement: 'make $1 high priority',
  },
  {
    example: ['the report is low priority', 'make the report low priority'],
    pattern:
      /^(?!(?:what|which|who|how|it|that|this|is)\b)(\p{L}[^,]{2,60}?) (?:is|should be|gets) (?:a )?(?:low|lowest) priority(?: now)?$/iu,
    replacement: 'make $1 low priority',
  },
  {
    example: [
      'need 2h to prepare the interview before Tuesday 4pm',
      'new task 2h prepare the interview before Tuesday 4pm',
    ],
    pattern: new RegExp(
      String.raw`^(?:i |we )?(?:need|want|require) (${LENGTH}) (?:for|to work on|to) (.{2,80}?) (before|by) (${DAY}(?:,? (?:at )?${TIME})?|(?:the )?end of .{3,20})$`,
      'i',
    ),
    replacement: 'new task $1 $2 $3 $4',
  },
  {
    example: ['turn on focus on the report', 'start a focus session on the report'],
    pattern:
      /^(?:turn|switch) on (?:the )?(?:focus|pomodoro)(?: mode| timer| session)?(?: for (?:\d{1,3} ?min(?:ute)?s?))? (?:on|for) (?=\p{L})/iu,
    replacement: 'start a focus session on ',
  },
  {
    example: ['put the report first', 'make the report high priority'],
    pattern: /^put ((?:the|my|our) \p{L}.{2,60}?) first$/iu,
    replacement: 'make $1 high priority',
  },
  {
    example: ['set a reminder 2 hours before', 'remind me 2 hours before'],
    pattern: new RegExp(
      String.raw`^(?:and )?(?:also )?(?:add|set|create|put|give me)(?: me)? (?:an? )?reminder (?:for )?(?=(?:${LENGTH}|a day|the day) (?:before|in advance|ahead))`,
      'i',
    ),
    replacement: 'remind me ',
  },
  {
    example: ['someday learn guitar', 'add a task learn guitar someday'],
    pattern:
      /^(?:someday|sometime|one day|eventually):?,? (?:i (?:want|need|would like) to )?(\p{L}.{1,120})$/iu,
    replacement: 'add a task $1 someday',
  },
  {
    example: ['project deadline March 1', 'add a task project deadline by March 1'],
    pattern: new RegExp(
      String.raw`^(?!(?:what|when|which|the|my|our|move|change|set|push|is|add|put|extend|update|clear|remove)\b)(\p{L}[^\d]{1,60}? deadline):? (?:is )?(?:on )?(${DAY}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}/\d{1,2})$`,
      'iu',
    ),
    replacement: 'add a task $1 by $2',
  },
  {
    example: ['ring me at 6', 'remind me at 6'],
    pattern: /^(?:ring|ping|alert|notify|buzz|nudge) me (?=(?:at|in|on|to|tomorrow|tonight)\b)/i,
    replacement: 'remind me ',
  },
  {
    example: ['timer 20 min', 'start focus time for 20 min'],
    pattern: new RegExp(String.raw`^(?:a )?(?:timer|pomodoro|focus)(?: for| of)?:? (?=${LENGTH}$)`, 'i'),
    replacement: 'start focus time for ',
  },
  {
    example: ['start working on the report now', 'start a focus session on the report'],
    pattern:
      /^(?:start|begin)(?: to)? work(?:ing)? on (?!(?:it|that|this)\b)(.{2,80}?)(?: (?:right )?now)?$/i,
    replacement: 'start a focus session on $1',
  },
  {
    example: ['I need a reminder to call Bo', 'remind me to call Bo'],
    pattern: /^(?:i(?:['’]d like| need| want)|give me|can i (?:get|have)) a reminder (?=to |about |for )/i,
    replacement: 'remind me ',
  },
  {
    example: ['high priority for the report', 'make the report high priority'],
    pattern:
      /^(?:set |give )?(?:a )?(high|highest|low|lowest|top|medium) priority (?:for|to|on) (\S.{1,120})$/i,
    replacement: 'make $2 $1 priority',
  },
  {
    example: ['finish the report first', 'make the report high priority'],
    pattern:
      /^(?:finish|do|complete) (?!(?:it|that|this|something|things|i|we|you|they)\b)(.{3,80}?) first$/i,
    replacement: 'make $1 high priority',
  },
  {
    example: ['the report can wait until Friday', 'move the deadline of the report to Friday'],
    pattern: /^(.{3,80}?) can wait (?:until|till|to) (?=\S)/i,
    replacement: 'move the deadline of $1 to ',
  },
  {
    example: ['I have a deadline for the report on Friday', 'the report is due Friday'],
    pattern: new RegExp(
      String.raw`^(?:i have|there(?:['’]s| is)|i(?:['’]ve| have) got) an? deadline (?:for|with) (.{2,80}?) (?:on |by )?(${DAY}|(?:the )?end of .{3,20})$`,
      'i',
    ),
    replacement: '$1 is due $2',
  },
  {
    example: ['set a timer for 25 minutes', 'start focus time for 25 minutes'],
    pattern: new RegExp(
      String.raw`^(?:set|start|begin)(?: me)? (?:an? |the |my )?timer (?:for|of) (?=${LENGTH}$)`,
      'i',
    ),
    replacement: 'start focus time for ',
  },
  {
    example: ['add eggs and flour to shopping', 'add eggs and flour to my shopping list'],
    pattern: /^((?:add|put) .{2,200} (?:to|on) )(?:my |the )?(shopping|grocer(?:y|ies)|packing)$/i,
    replacement: '$1my $2 list',
  },
  {
    example: [
      'set the report to high priority and due on Friday',
      'make the report high priority and move the deadline of the report to Friday',
    ],
    pattern: new RegExp(
      String.raw`^(?:set|make|mark) (.{2,60}?) (?:to |as )?(high priority|low priority|top priority|urgent|important) and (?:make it |set it )?due (?:on |by )?(?=${DAY})`,
      'i',
    ),
    replacement: 'make $1 $2 and move the deadline of $1 to ',
  },
  {
    example: ['call the bank before Friday lunch', 'call the bank before lunch on Friday'],
    pattern: new RegExp(String.raw`^(.{3,120} (?:before|by|until)) (${DAY}) (lunch|noon|midday)$`, 'i'),
    replacement: '$1 $3 on $2',
  },
  {
    example: ['call the bank sometime before Friday', 'call the bank before Friday'],
    pattern: /^(\S.{2,120}?),? (?:sometime|some time|anytime|any time) (?=(?:before|by) )/i,
    replacement: '$1 ',
  },
  {
    example: [
      'I need 30 min this week to call the bank by Friday',
      'I need 30 min to call the bank by Friday',
    ],
    pattern: new RegExp(
      String.raw`^(I need ${LENGTH}) this week (?=to .{2,80} (?:before|by) (?:(?:lunch|noon|midday) )?${DAY})`,
      'i',
    ),
    replacement: '$1 ',
  },
  {
    example: ['delete every task in the work project', 'delete all work tasks'],
    pattern:
      /^(delete|remove|complete|finish) (?:every|each|all) (?:of )?(?:my |the )?(task|to-?do)s? (?:in|from|on|of) (?:the |my )?(\S.{1,40}?) (?:project|list)$/i,
    replacement: '$1 all $3 $2s',
  },
  {
    example: ['delete all my tasks about the move', 'delete all move tasks'],
    pattern:
      /^(delete|remove|complete) all (?:of )?(?:my |the )?(tasks|to-?dos) (?:about|for|regarding) (?:the |my )?(.{2,60})$/i,
    replacement: '$1 all $3 $2',
  },
  {
    example: ['I want you to remind me to call Bo', 'remind me to call Bo'],
    pattern:
      /^(?:(?:(?:i|we) (?:need|want)(?: you)?|you need|are you able) to |set my calendar to )(?=remind me\b)/i,
    replacement: '',
  },
  {
    example: ['remind me in 20 to check the oven', 'remind me in 20 minutes to check the oven'],
    pattern: /^remind me in (\d{1,3}) (?=to )/i,
    replacement: 'remind me in $1 minutes ',
  },
  {
    example: ['remind me at lunch to call mom', 'remind me at 12:00 to call mom'],
    pattern: /^(remind me .{0,80}?)\bat lunch(?: ?time)?\b/i,
    replacement: '$1at 12:00',
  },
  {
    example: ['prioritize the report', 'make the report high priority'],
    pattern: /^prioriti[sz]e (?=(?:the |my )?\p{L})(.{2,80})$/iu,
    replacement: 'make $1 high priority',
  },
  {
    example: ['set dentist reminder for a day before', 'remind me a day before the dentist'],
    pattern: new RegExp(
      String.raw`^(?:set|add|create) (?:an? |the )?(.{2,60}?) reminder (?:for |to )?(${LENGTH}|a day) before(?:hand)?$`,
      'i',
    ),
    replacement: 'remind me $2 before the $1',
  },
  {
    example: ['remind to call Bo', 'remind me to call Bo'],
    pattern: /^remind to (?=\p{L})/iu,
    replacement: 'remind me to ',
  },
  {
    example: ['set a new reminder for me to call Bo', 'remind me to call Bo'],
    pattern:
      /^(?:i (?:need|want)(?: you to (?:make|set|create)(?: me)?)?|(?:give|get|send) me|(?:set|make|create|add)(?: up)?(?: me)?) (?:an? |another )?(?:new |repeating |recurring )?reminder(?: set(?: up)?)?(?: for me)? (?=(?:to|for|of|about|that) (?!my calendar))/i,
    replacement: 'remind me ',
  },
  {
    example: ['alarm me at 8', 'set an alarm at 8'],
    pattern: /^(?:alarm me|set (?:an? )?new alarm) (?=at |in |for |on )/i,
    replacement: 'set an alarm ',
  },
  {
    example: ['remind me about the dentist 2 hours before', 'remind me 2 hours before the dentist'],
    pattern: new RegExp(
      String.raw`^remind me (?:about|of|for) (.{2,80}?),? (${LENGTH}|a day) before(?:hand)?(?: it (?:starts|begins))?$`,
      'i',
    ),
    replacement: 'remind me $2 before $1',
  },
  {
    example: ['remind me the day before the offsite', 'remind me a day before the offsite'],
    pattern: /^remind me the day before (?=\S)/i,
    replacement: 'remind me a day before ',
  },
  {
    example: ["push back the report's deadline by 2 days", 'push back report by 2 days'],
    pattern:
      /^((?:push|move|postpone|delay|bring|shift) (?:back |forward )?)(?:the |my )?(.{2,80}?)(?:['’]s)? (?:deadline|due date)\b/i,
    replacement: '$1$2',
  },
  {
    example: ['extend the report deadline by a week', 'push report by a week'],
    pattern: /^extend (?:the |my )?(.{2,80}?)(?:['’]s)? (?:deadline|due date)\b/i,
    replacement: 'push $1',
  },
  {
    example: ['move the deadline of the report by a day', 'push the report by a day'],
    pattern:
      /^(?:push|move|postpone|delay|bring|shift|extend) (?:back |forward )?(?:the |my )?(?:deadline|due date) (?:of|for) (?=.{2,80} by )/i,
    replacement: 'push ',
  },
  {
    example: ['report 4h, divided into two blocks', 'report 4h, split'],
    pattern:
      /,? (?:split|broken|divided)(?: up)? (?:into|in) .{1,20} (?:blocks|sessions|chunks|parts|pieces)$/i,
    replacement: ', split',
  },
  {
    example: ['change the estimate of the report to 90 minutes', 'the report will take 90 minutes'],
    pattern:
      /^(?:set|change|update|make) (?:the )?estimate (?:of|for) (.{2,80}?) (?:to|be) (?=\d|an? |half |one |two |three )/i,
    replacement: '$1 will take ',
  },
  {
    example: ['change the due date of the report to Friday', 'move the deadline of the report to Friday'],
    pattern:
      /^(?:set|change|update|move|make|push) (?:the )?(?:due date|due day|deadline) (?:of|for) (.{2,80}?) (?:to|until|be) (?=\S)/i,
    replacement: 'move the deadline of $1 to ',
  },
  {
    example: ["the report isn't due until Friday", 'move the deadline of the report to Friday'],
    pattern: /^(.{2,80}?) (?:isn['’]?t|is not) due (?:until|till|before) (?=\S)/i,
    replacement: 'move the deadline of $1 to ',
  },
  {
    example: ['set the priority of the report to high', 'make the report high priority'],
    pattern: /^(?:set|change|update) (?:the )?priority (?:of|for) (.{2,80}?) to (\S{2,8})$/i,
    replacement: 'make $1 $2 priority',
  },
  {
    example: ["set the report's priority to high", 'make the report high priority'],
    pattern: /^(?:set|change|update) (.{2,80}?)(?:['’]s)? priority to (\S{2,8})$/i,
    replacement: 'make $1 $2 priority',
  },
  {
    example: [
      'schedule 3 hours for the quarterly report before Friday',
      'new task the quarterly report 3 hours before Friday',
    ],
    pattern: new RegExp(
      String.raw`^(?:schedule|plan|book|block|reserve) (?:me )?(${LENGTH}) (?:for|of|to work on|to) (.{2,80}?) (before|by) (${DAY}|(?:the )?end of .{3,20})$`,
      'i',
    ),
    replacement: 'new task $2 $1 $3 $4',
  },
  {
    example: ['handed in the essay', 'I finished the essay'],
    pattern: /^(?:i(?:['’]ve| have)? )?(?:just |already )?(?:handed|turned) in (?=\S)/i,
    replacement: 'I finished ',
  },
  {
    example: ['I did the laundry and paid the rent', 'complete the laundry, complete the rent'],
    pattern:
      /^i(?:['’]ve| have)? (?:just )?(?:did|done|finished|completed) ([^,]{2,60}?) and (?:also )?(?:did|done|finished|completed|paid|bought|sent|called|booked|wrote) (?=\S)/i,
    replacement: 'complete $1, complete ',
  },
  {
    example: [
      'need to study for the exam, 6 hours before Monday',
      'new task study for the exam 6 hours before Monday',
    ],
    pattern: new RegExp(
      String.raw`^(?:(?:i )?(?:need|have|want) to )?(?=(?:${CHORES}|revise|learn|work on|do) )(\p{L}[^,]{2,80}), (${LENGTH}) (before|by) (${DAY})$`,
      'iu',
    ),
    replacement: 'new task $1 $2 $3 $4',
  },
  {
    example: ['find me 2 hours for the rota before Friday', 'find me time before Friday for 2 hours'],
    pattern: new RegExp(
      String.raw`^find (?:me )?(${LENGTH}) (?:for|to work on|to) .{2,80}? (before|by) (${DAY}|(?:the )?end of .{3,20})$`,
      'i',
    ),
    replacement: 'find me time $2 $3 for $1',
  },
  {
    example: ["I've got 40 scripts to mark by 18 Dec", 'new task mark 40 scripts by 18 Dec'],
    pattern:
      /^i(?:['’]ve|(?:['’]ve| have) got| have| got) ((?:\d{1,3}|an?|some|the|my|two|three|four|five) [^,]{2,50}?) to (?!(?:be|do|go|have|get)\b)(\p{L}{3,12}) (by|before) (?=.{3,40}$)/iu,
    replacement: 'new task $2 $1 $3 ',
  },
  {
    example: ['the tax return is urgent', 'make the tax return high priority'],
    pattern:
      /^(?!(?:what|which|who|how|it|that|this|is|nothing|everything|if|when)\b)(\p{L}[^,]{2,60}?) (?:is|are) (?:really |very |super |now )?(?:urgent|important)(?: now)?$/iu,
    replacement: 'make $1 high priority',
  },
  {
    example: ['what deadlines have I got coming up', 'list my deadlines'],
    pattern: new RegExp(
      String.raw`^(?:what|which|any|show(?: me)?|list|upcoming|(?:are there|do i have|have i got) any)(?: are)?(?: my| the| all my| upcoming)? deadlines(?: (?:do i have|have i got|are there|i have|i['’]ve got))?(?: com+ing up| upcoming| next| soon)?((?: (?:${DAY}|(?:this|next) (?:week|month)))?)$`,
      'i',
    ),
    replacement: 'list my deadlines$1',
  },
  {
    example: ['leave the house at 7:15 tomorrow, remind me', 'remind me to leave the house at 7:15 tomorrow'],
    pattern: /^(?!(?:please|can|could)\b)(\p{L}[^,]{3,80}),? (?:and )?(?:please )?remind me$/iu,
    replacement: 'remind me to $1',
  },
  {
    example: ['I have marking to do, 10 hours, before the 4th', 'new task marking 10 hours before the 4th'],
    pattern: new RegExp(
      String.raw`^i(?:['’]ve|(?:['’]ve| have) got| have) (?:some |an? )?(\p{L}[^,]{2,40}) to do, (?:about |around )?(${LENGTH}|\d{1,3} hours),? ((?:before|by) .{3,30})$`,
      'iu',
    ),
    replacement: 'new task $1 $2 $3',
  },
  {
    // An amount and no hour: 'a week' is how often.
    example: ['save 100 a week', 'add a task save 100 every week'],
    pattern:
      /^((?:save|earn|spend|invest|donate|put aside|put away|set aside|transfer|send|pay|write|read|do|run|walk|sell|learn|study) (?:[$€£]? ?\d{1,6}[$€£]?|an? )(?: ?(?!hours?\b|hrs?\b|h\b|minutes?\b|mins?\b|times?\b|x\b|a\b|per\b|each\b)\p{L}{1,20}){0,2}) (?:an?|per|each) (day|week|month|year)$/iu,
    replacement: 'add a task $1 every $2',
  },
  {
    example: [
      'split the report into 3 tasks: outline, draft, review',
      'add subtasks outline, draft, review to the report',
    ],
    pattern:
      /^(?:split|break|divide)(?: up| down)? ((?:the |my )?\p{L}.{1,60}?)(?: up| down)? into (?:(?:\d|two|three|four|five|six|these|separate) (?:sub)?(?:tasks|parts|steps|pieces|items): ?|(?:sub)?(?:tasks|parts|steps|pieces|items): ?)?(?!(?:\d|two|three|four|five|several|smaller|a|an)\b)(\p{L}[^:\d]{1,40}(?:, |,? and )[^:\d]{2,120})$/iu,
    replacement: 'add subtasks $2 to $1',
  },
];
