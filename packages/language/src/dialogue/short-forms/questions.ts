import { DAY, LENGTH, TIME, WEEKDAY } from '../patterns.ts';
import type { ShortForm } from './short-form.ts';

/** Questions about the calendar. */
export const shortQuestions: readonly ShortForm[] = [
  {
    example: ['do I need to be reminded of any meetings on Monday', 'do I have any meetings on Monday'],
    pattern:
      /^do (?:i|we) need to be reminded (?:of|about) (?:any |my )?(?=meetings?|events?|appointments?)/i,
    replacement: 'do I have any ',
  },
  {
    example: ['when did I last talk to Ana', 'when did I last meet Ana'],
    pattern:
      /^(?:when did (?:i|we) last (?:talk|speak|chat|catch up) (?:to|with)|(?:when was )?(?:the )?last time (?:i|we) (?:met|saw|talked to|spoke to|met with)) (?=\p{L})/iu,
    replacement: 'when did I last meet ',
  },
  {
    example: ['what have I got on before lunch tomorrow', 'what have I got on before noon tomorrow'],
    pattern: new RegExp(
      String.raw`^((?:what|anything|do i|have i|am i|is there|show)\b.{0,60}?) before lunch(?=$| ${DAY}$)`,
      'i',
    ),
    replacement: '$1 before noon',
  },
  {
    example: ['what is on before dinner on Friday', 'what is on before 19:00 on Friday'],
    pattern: new RegExp(
      String.raw`^((?:what|anything|do i|have i|am i|is there|show)\b.{0,60}?) before (?:dinner|supper)(?=$| ${DAY}$)`,
      'i',
    ),
    replacement: '$1 before 19:00',
  },
  {
    example: ['what time does the flight leave', 'when is the flight'],
    pattern:
      /^(?:what time|when) (?:does|do|will) ((?:the|my|our) \p{L}.{1,60}?) (?:leave|depart|take off|land|arrive|board|get in|close)$/iu,
    replacement: 'when is $1',
  },
  {
    example: ["what's on this evening until 2am", "what's on today from 6pm to 2am"],
    pattern:
      /^((?:what(?:['’]s| is| do i have)(?: on)?|am i (?:free|busy)|show me what['’]s on|anything(?: on)?) )(?:this evening|tonight),? (?:until|till|to) ((?:12|[1-5])(?::[0-5]\d)? ?am)$/i,
    replacement: '$1today from 6pm to $2',
  },
  {
    example: ['is there a lecture on Thursday', 'show lecture on Thursday'],
    pattern: new RegExp(
      String.raw`^is there an? (?!(?:free|open|time|way|chance|meetings?|events?|thing|whole|full|day|morning|afternoon|evening)\b)(\p{L}[\p{L} -]{2,40}?) (?=(?:(?:on|this|next) )?(?:week|${DAY})$)`,
      'iu',
    ),
    replacement: 'show $1 ',
  },
  {
    example: ['when am I next off', 'when is my next free day'],
    pattern: /^when (?:am i next off(?: work)?|(?:is|will be) my next (?:day off|off day))$/i,
    replacement: 'when is my next free day',
  },
  {
    example: ['am I working Thursday night', 'what do I have Thursday night'],
    pattern: /^am i (?:working|at work|on shift|on duty)(?= .{2,40}$)/i,
    replacement: 'what do I have',
  },
  {
    example: ['is supervision this week or next', 'when is supervision'],
    pattern:
      /^(?:is|are|do i have|have i got) (.{2,60}?) (?:this week or next(?: week)?|next week or this(?: week)?)$/i,
    replacement: 'when is $1',
  },
  {
    example: ['can I fit a run in before lunch', 'can I fit a run before lunch'],
    pattern:
      /^(?:can|could) i (?:still )?(?:fit|squeeze) (an? .{2,60}?) in (?=(?:before|after|between|on|today|tomorrow|this|next)\b)/i,
    replacement: 'can I fit $1 ',
  },
  {
    example: ['when does the review end', 'when is the review'],
    pattern:
      /^(?:when|what time) (?:does|will) ((?:the|my|our) (?!(?:day|week|work|workday|shift)\b)\p{L}.{1,60}?|it|that|this) (?:end|finish|be over|start|begin)$/iu,
    replacement: 'when is $1',
  },
  {
    example: ['free time before 11 tomorrow', 'when am I free before 11 tomorrow'],
    pattern: /^free time (?=(?:before|after|between|on|in|this|next|from|until)\b)/i,
    replacement: 'when am I free ',
  },
  {
    example: ['is my Tuesday full', 'how busy am I Tuesday'],
    pattern: new RegExp(
      String.raw`^is my (${DAY}) (?:full|busy|booked(?: up| out| solid)?|packed|free|open|empty|clear)$`,
      'i',
    ),
    replacement: 'how busy am I $1',
  },
  {
    example: ['due dates for my tasks', 'list my tasks'],
    pattern:
      /^(?:what are (?:the )?)?(?:due dates|deadlines) (?:for|of) (?:all )?(?:of )?my (?:tasks|to-?dos)$/i,
    replacement: 'list my tasks',
  },
  {
    example: ['show my focus stats', 'how much did I focus today'],
    pattern:
      /^(?:show|what are)(?: me)? my focus (?:stats|statistics|minutes|sessions|numbers)(?: today| for today)?$/i,
    replacement: 'how much did I focus today',
  },
  {
    example: ['let me know what is on tomorrow', 'what is on tomorrow'],
    pattern: /^let me know (?=(?:what|when(?! it\b)|where|who|how)\b)/i,
    replacement: '',
  },
  {
    example: ['what my schedule looks like on Friday', "what's on Friday"],
    pattern: new RegExp(
      String.raw`^(?:what|how) my (?:schedule|calendar|day|agenda) (?:looks|is looking)(?: like)? (?:on |for )?(${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: "what's on $1",
  },
  {
    example: ['when was the last time I met Ana', 'when was my last meeting with Ana'],
    pattern:
      /^(?:when(?:['’]s| is| was)|what was) the last time (?:that )?(?:i|we) (?:met|saw|talked to|spoke to|spoke with|met with|had a meeting with) (?=\p{L})/iu,
    replacement: 'when was my last meeting with ',
  },
  {
    example: ['list everything I have with Lee this week', 'what events do i have with Lee this week'],
    pattern:
      /^(?:show|list|give)(?: me)? (?:everything|anything|all)(?: events?)? (?:that )?(?:i have|i['’]ve got|is|there is)(?: planned| scheduled| coming up)? (?=with |on |in |from |between )/i,
    replacement: 'what events do i have ',
  },
  {
    example: ['show only my meetings on Friday', 'show my meetings on Friday'],
    pattern: /^((?:show|list|give)(?: me)? )(?:only|just) (?=(?:my|the|all)\b)/i,
    replacement: '$1',
  },
  {
    example: ['how many times do I go to the gym this week', 'how many gym events do i have this week'],
    pattern:
      /^how (?:many times|often) (?:do|am|will|did|have) (?:i|we) (?:go(?:ing)? to|have|having|do(?:ing)?|attend(?:ing)?|been to) (?:the |my |an? )?(\p{L}[\p{L} ]{1,40}?)(?= (?:this|next|last|today|tomorrow|in|on)\b|$)/iu,
    replacement: 'how many $1 events do i have',
  },
  {
    example: ['am I free for lunch on Friday', 'am I free on Friday at 12:00'],
    pattern: new RegExp(String.raw`^(am i (?:free|available)) for lunch ((?:on )?${DAY})$`, 'i'),
    replacement: '$1 $2 at 12:00',
  },
  {
    example: ['am I free for dinner on Friday', 'am I free on Friday at 19:00'],
    pattern: new RegExp(String.raw`^(am i (?:free|available)) for dinner ((?:on )?${DAY})$`, 'i'),
    replacement: '$1 $2 at 19:00',
  },
  {
    example: ['how much work do I have left this week', 'how long will all my tasks take'],
    pattern:
      /^how much (?:work|stuff) (?:do i have|is there|have i got)(?: left)?(?: to do)?(?: (?:this week|today|in total|overall))?$/i,
    replacement: 'how long will all my tasks take',
  },
  {
    example: ['can I finish everything by Friday', "what won't fit this week"],
    pattern:
      /^(?:can|will|could|am) i (?:be able to |going to |still )?(?:finish|do|get|make|fit) (?:everything|all (?:of )?(?:it|this|my tasks|my work))(?: done| in)?(?: (?:by|before|until|this|in) .{2,20})?(?: in time)?$/i,
    replacement: "what won't fit this week",
  },
  {
    example: [
      'when could we all meet: me, Tom and Grace for 45 minutes',
      'when can I meet with Tom and Grace for 45 minutes',
    ],
    pattern:
      /^when (?:can|could|should) we (?:all )?(?:meet|get together)(?: up)?[:,]? (?:me,? (?:and )?|with )?(?=\p{L}{2,20}(?:,| and | \p{L}{2,20},))/iu,
    replacement: 'when can I meet with ',
  },
  {
    example: ['what else is on Friday', 'what is on Friday'],
    pattern: /^what else (is|do i have|have i got|happens)\b/i,
    replacement: 'what $1',
  },
  {
    example: ["what's on deck for today", "what's on today"],
    pattern: /^what(?:['’]s| is) on (?:deck|tap|the (?:agenda|docket|menu|cards)) (?:for )?/i,
    replacement: "what's on ",
  },
  {
    example: ['when do I fly to Oslo', 'when is my flight to Oslo'],
    pattern: /^(?:when|what time) (?:do|am|will) (?:i|we) (?:be )?fly(?:ing)?(?: out)?(?= to |$)/i,
    replacement: 'when is my flight',
  },
  {
    example: ['tasks for today', 'list my tasks due today'],
    pattern: new RegExp(
      String.raw`^(?:my |the )?(?:open )?(?:tasks|to-?dos) (?:for |on |due |by )?(${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'list my tasks due $1',
  },
  {
    example: ['am I forgetting anything', 'which tasks are overdue'],
    pattern:
      /^(?:what (?:am i|are we|did i|have i|might i be) (?:forgetting|forget|forgotten|missing|missed)|(?:am i|did i|have i) (?:forgetting|forget|forgotten|missing) (?:anything|something))(?: today| this week)?$/i,
    replacement: 'which tasks are overdue',
  },
  {
    example: ['anything I should know about tomorrow', "what's on tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:is there )?anything (?:i should|i need to|to|important to) know (?:about|for) (?=(?:${DAY}|(?:this|next) week)$)`,
      'i',
    ),
    replacement: "what's on ",
  },
  {
    example: ['what am I doing on Saturday', "what's on Saturday"],
    pattern:
      /^what (?:am i|are we|will i be|will we be) (?:doing|up to) (?:on )?(?=(?:this|next|today|tomorrow|tonight|later|(?:mon|tue|wed|thu|fri|sat|sun)|\d|after|before|at|in the)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i,
    replacement: "what's on ",
  },
  {
    example: ['can Ben do Thursday at 3', 'is Ben free Thursday at 3'],
    pattern: new RegExp(
      String.raw`^(?:can|could|would) (?!(?:i|we|you|it|he|she|they|this|that)\b)(\p{L}{2,20}) (?:do|make|manage|meet) (?:it )?(${DAY}(?: at ${TIME})?)$`,
      'iu',
    ),
    replacement: 'is $1 free $2',
  },
  {
    example: ["who's in it", 'who is it with'],
    pattern: /^who(?:['’]s| is| are) (?:in|on|at|coming to|invited to|going to) (it|that|this)$/i,
    replacement: 'who is $1 with',
  },
  {
    example: ['what time works for Ana, Lee and me', 'when can I meet with Ana, Lee'],
    pattern:
      /^(?:what|which) times? (?:works?|would work|suits?|is good|are good) (?:best )?(?:for|to meet) (?:me and |me with |us and )?(?!(?:me|us|you|everyone|everybody|all)\b)(\p{L}.{1,80}?)(?:,? and (?:me|i|myself|us))?$/iu,
    replacement: 'when can I meet with $1',
  },
  {
    example: ['when am I working on the report', 'when will I finish the report'],
    pattern:
      /^when (?:am|will|do|should|can) i (?:be )?(?:work(?:ing)?|scheduled to work|supposed to work|planned to work) on (?=\S)/i,
    replacement: 'when will I finish ',
  },
  {
    example: ['is Thursday good for lunch with Ana', 'am I free Thursday for lunch with Ana'],
    pattern: new RegExp(
      String.raw`^(?:is|would|does) (${DAY}(?: (?:morning|afternoon|evening))?(?: at ${TIME})?) (?:be )?(?:good|ok(?:ay)?|fine|free|possible|work)(?: for me)? (?:for|to) (\S.{1,80})$`,
      'i',
    ),
    replacement: 'am I free $1 for $2',
  },
  {
    example: ['Tom wants to meet tomorrow', 'when can I meet with Tom tomorrow'],
    pattern: new RegExp(
      String.raw`^(?!(?:i|we|you|he|she|they|it|who|what)\b)(\p{L}{2,20}(?: \p{L}{2,20})?) (?:wants|needs|would like|asked|is asking) to (?:meet|talk|speak|chat|catch up)(?: up)?(?: (?:with|to) me)? ((?:on )?${DAY}(?: (?:morning|afternoon|evening))?|(?:this|next) week)$`,
      'iu',
    ),
    replacement: 'when can I meet with $1 $2',
  },
  {
    example: ["why can't I finish everything", "what won't fit this week"],
    pattern:
      /^(?:why|how come) (?:can['’]?t|can(?: i)? not|won['’]?t) i (?:finish|do|fit|get (?:done|through)|complete) (?:everything|it all|all (?:of )?(?:it|this|that|my tasks|my work))(?: this week)?$/i,
    replacement: "what won't fit this week",
  },
  {
    example: ['when could we have lunch with Tom', 'when can I meet with Tom'],
    pattern:
      /^(?:when|what time) (?:can|could|should|might|would) (?:i|we) (?:meet up with|meet with|meet|see|talk to|talk with|speak to|speak with|catch up with|get together with|have (?:a |an )?(?:\p{L}{2,20} )?(?:coffee|lunch|dinner|breakfast|brunch|drinks|call|chat|meeting|1:1) with) (?!(?:up|with)\b)(?=\p{L})/iu,
    replacement: 'when can I meet with ',
  },
  {
    example: ['is the haircut on Saturday or Sunday', 'when is the haircut'],
    pattern: new RegExp(
      String.raw`^is ((?:the|my|our) .{2,60}?) (?:${DAY}|at ${TIME}) or (?:${DAY}|(?:at )?${TIME})$`,
      'i',
    ),
    replacement: 'when is $1',
  },
  {
    example: ['the vet is at 5, right', 'when is the vet'],
    pattern: new RegExp(
      String.raw`^((?:the|my|our) .{2,60}?) (?:is|starts) (?:(?:at )?${TIME}|${DAY}(?: at ${TIME})?),? (?:right|correct|isn['’]?t it)$`,
      'i',
    ),
    replacement: 'when is $1',
  },
  {
    example: ["when's the exam again", "when's the exam"],
    pattern: /^((?:when|what|where|who|how)\b.{3,80}?),? (?:again|right)$/i,
    replacement: '$1',
  },
  {
    example: ['tell me about the vet', 'when is the vet'],
    pattern:
      /^tell me (?:more )?about (?=(?:the|my|our) (?!(?:meetings?|events?|calendar|schedule|day|week|appointments?|tasks?|plans?)\b)\p{L})/iu,
    replacement: 'when is ',
  },
  {
    example: ['give me a rundown of tomorrow', "what's on tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:(?:give me|show me|send me) (?:an? |the )?(?:quick |brief |short )?(?:rundown|summary|overview|briefing|recap) (?:of|for)|summari[sz]e|recap|brief me on|prepare me for|get me ready for) (?:my )?(${DAY}|(?:this|next) (?:week|weekend))(?:['’]s (?:schedule|calendar|agenda))?$`,
      'i',
    ),
    replacement: "what's on $1",
  },
  {
    example: ['summarize my week', 'how is my week looking'],
    pattern:
      /^(?:(?:give me|show me) (?:an? |the )?(?:quick |brief )?(?:rundown|summary|overview|briefing|recap) (?:of|for)|summari[sz]e|recap|brief me on) (?:my|the) (day|week|weekend|month)$/i,
    replacement: 'how is my $1 looking',
  },
  {
    example: ['who booked me this week', 'show my bookings'],
    pattern:
      /^(?:who|did anyone|did anybody|has anyone|has anybody) (?:has |have )?booked (?:me|time with me|a time|a slot|anything)\b.{0,30}$/i,
    replacement: 'show my bookings',
  },
  {
    example: ['busy tomorrow', 'am I busy tomorrow'],
    pattern: new RegExp(
      String.raw`^(free|busy)((?: (?:at )?${TIME})?(?: ${DAY}| (?:this|next) week)?(?: (?:at )?${TIME})?)$`,
      'i',
    ),
    replacement: 'am I $1$2',
  },
  {
    example: ['next free hour', "when's my next free hour"],
    pattern: /^(?:my )?(?:next|first) (?=(?:free|open) (?:hour|slot|morning|afternoon|evening|day)\b)/i,
    replacement: "when's my next ",
  },
  {
    example: ['who is coming', 'who is it with'],
    pattern:
      /^who(?:['’]s| is| all is| else is)? (?:coming|invited|attending|going|going to be there|joining)(?: to (?:it|that|this))?$/i,
    replacement: 'who is it with',
  },
  {
    example: ['suggest times for a call with Ana', 'find time for a call with Ana'],
    pattern:
      /^(?:suggest|propose|give me|show me)(?: me)? (?:some |a few |possible )?(?:times|slots) (?:for|to have) (?=an? )/i,
    replacement: 'find time for ',
  },
  {
    example: ['I have 2 hours tomorrow, what should I do', 'what should I work on tomorrow'],
    pattern: new RegExp(
      String.raw`^i(?:['’]ve| have)(?: got)? (?:about )?${LENGTH}(?: free| left| spare)?((?: ${DAY})?)[,.;]? (?:so )?what (?:should|can|could|shall) i (?:do|work on)$`,
      'i',
    ),
    replacement: 'what should I work on$1',
  },
  {
    example: ['which day is best for a 3 hour block', 'find me 3 hour'],
    pattern: new RegExp(
      String.raw`^(?:which|what) (?:day|time|slot)s? (?:is|are|would be) (?:the )?(?:best|good|ideal) for (?:an? )?(${LENGTH})(?: long)?(?: (?:block|slot|session|meeting|stretch))?(?=$| )`,
      'i',
    ),
    replacement: 'find me $1',
  },
  {
    example: ['is the tax return done', 'which tasks are called tax return'],
    pattern:
      /^(?:is|are) (?:the |my )?(.{2,60}?) (?:task )?(?:done|finished|complete|completed|still open)(?: yet)?$/i,
    replacement: 'which tasks are called $1',
  },
  {
    example: ['is 3pm tomorrow ok', 'am I free tomorrow at 3pm'],
    pattern: new RegExp(
      String.raw`^(?:is|would|does) (?:(${DAY}) )?(?:at )?(${TIME})(?: (${DAY}))? (?:be )?(?:ok|okay|fine|good|free|available|open|possible|work|suit me)(?: for me)?$`,
      'i',
    ),
    replacement: 'am I free $1 $3 at $2',
  },
  {
    example: ["what's up next for me", 'what is my next event'],
    pattern:
      /^(?:what(?:['’]s| is)|whats|who(?:['’]s| is)) (?:up |the )?next(?: up| thing| event)?(?: (?:for me|on my (?:calendar|schedule|agenda)))?$/i,
    replacement: 'what is my next event',
  },
  {
    example: ["how's tomorrow looking", "what's on tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:how(?:['’]s| is)|what does|how does) (${DAY}|(?:this|next) (?:week|month|weekend))(?:(?:['’]s)? (?:look|looking|look like|looking like|going))?$`,
      'i',
    ),
    replacement: "what's on $1",
  },
  {
    example: ['show me everything with Lee', 'what events do i have with Lee'],
    pattern:
      /^(?:show|list|give)(?: me)? (?:everything|anything|all)(?: events?)? (?=with |on |in |from |between )/i,
    replacement: 'what events do i have ',
  },
  {
    example: ["when's my next free hour", 'find me 1 hour'],
    pattern:
      /^(?:when(?:['’]s| is)|what(?:['’]s| is)|find|show me) (?:my|the) (?:next|first) (?:free|open) (?:hour|slot)(?= |$)/i,
    replacement: 'find me 1 hour',
  },
  {
    example: ['how is my week looking', "what's on this week"],
    pattern:
      /^(?:what(?:['’]s| is)|how(?:['’]s| is)|what does|how does) my (day|week|weekend|month|morning|afternoon|evening)(?: look| looking| like| look like| looking like| going)?$/i,
    replacement: "what's on this $1",
  },
  {
    example: ['what is on between monday and thursday', 'what events do i have between monday and thursday'],
    pattern:
      /^what(?:['’]s| is| do i have)(?: on| happening)? (?:between|from) (\p{L}{6,12}) (?:and|to|until) (\p{L}{6,12})$/iu,
    replacement: 'what events do i have between $1 and $2',
  },
  {
    example: ['am I free between 9:30-10:30', 'am I free between 9:30 and 10:30'],
    pattern: /\b(between) (\d{1,2}:?\d\d) ?[-–] ?(\d{1,2}:?\d\d)(?![\d:])/gi,
    replacement: '$1 $2 and $3',
  },
  {
    example: ["what's on this day", "what's on today"],
    pattern: /^what(?:['’]s| is) on this day$/i,
    replacement: "what's on today",
  },
  {
    example: ['what is on 25 November', "what's on 25 November"],
    pattern: /^what is on (?=\d)/i,
    replacement: "what's on ",
  },
  {
    example: ['am I on tomorrow', "what's on tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:am i|i['’]?m) (?:on|on duty|on shift|working) (${DAY}|(?:this|next) week(?:end)?)$`,
      'i',
    ),
    replacement: "what's on $1",
  },
  {
    example: ['what days am I off next week', 'which days am I free next week'],
    pattern:
      /^(?:what|which) days (?:am i|do i have|have i got|are) (?:off|free) (?=(?:this|next) (?:week|month)$)/i,
    replacement: 'which days am I free ',
  },
  {
    example: ["when's my next day off", 'when is my next free day'],
    pattern: /^(?:when(?:['’]s| is)|what(?:['’]s| is)) (?:my|the) next day off$/i,
    replacement: 'when is my next free day',
  },
  {
    example: ['what should I do first today', 'what should I do today'],
    pattern: /^what should i (?:do|start with|tackle|work on|begin with) first(?= |$)/i,
    replacement: 'what should I do',
  },
  {
    example: [
      'do I have enough time to do everything before Friday',
      'can I fit everything in before Friday',
    ],
    pattern:
      /^(?:do i have|have i got|is there) (?:enough )?time (?:for|to (?:do|finish|get through)) (?:everything|all of it|it all|all my tasks)(?= |$)/i,
    replacement: 'can I fit everything in',
  },
  {
    example: ['give me my Tuesday in one line', "what's on Tuesday"],
    pattern: new RegExp(
      String.raw`^(?:give|tell|show) me my (${DAY})(?: (?:in (?:one line|short|brief|a nutshell)|at a glance|please))?$`,
      'i',
    ),
    replacement: "what's on $1",
  },
  {
    example: ['did I miss anything yesterday', 'what was on yesterday'],
    pattern: /^did i (?:miss|forget) (?:anything|something) (?=(?:yesterday|on |last )|earlier today$)/i,
    replacement: 'what was on ',
  },
  {
    example: ['is my Friday overloaded', 'how busy is Friday'],
    pattern: new RegExp(
      String.raw`^is (?:my )?(${DAY}|(?:this|next) week) (?:too )?(?:overloaded|overbooked|packed|crammed|full|busy|too much)$`,
      'i',
    ),
    replacement: 'how busy is $1',
  },
  {
    example: ['anything clashing', 'do I have any conflicts'],
    pattern:
      /^(?:is there |have i got )?any(?:thing)? (?:clash(?:ing|es)?|overlap(?:ping|s)?|conflict(?:ing|s)?|double[- ]booked)$/i,
    replacement: 'do I have any conflicts',
  },
  {
    example: ['can you get me an hour for admin before lunch today', 'find me an hour before lunch today'],
    pattern: new RegExp(
      String.raw`^(?:(?:can|could) you )?(?:get|find|squeeze) me (${LENGTH}) for (?:\p{L}{2,20} ){1,2}(?=(?:before|after) lunch\b)`,
      'iu',
    ),
    replacement: 'find me $1 ',
  },
  {
    example: ["what's the best time for a run tomorrow", 'when am I free tomorrow'],
    pattern: new RegExp(
      String.raw`^what(?:['’]s| is| would be) (?:the |a )?(?:best|good|ideal) time (?:for|to) (?!meet\b).{2,60}? (${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'when am I free $1',
  },
  {
    example: ['when did I last meet with Ana', 'when was my last meeting with Ana'],
    pattern:
      /^when did (?:[iI]|we) (?:last|most recently) (?:meet|see|talk|speak|have)(?: (?:with|to))? (?=\p{Lu})/u,
    replacement: 'when was my last meeting with ',
  },
  {
    example: ['when did we last have the retro', 'when was my last retro'],
    pattern:
      /^when did (?:i|we) last (?:have|go to|attend|do|see|visit) (?:the |my |an? )?(?!\p{Lu})(.{2,60})$/u,
    replacement: 'when was my last $1',
  },
  {
    example: ['what time do I start work on Friday', 'what is my first event on Friday'],
    pattern:
      /^(?:when|what time) (?:do i|does my (?:work(?:ing)? ?)?day) (?:start|begin)(?: work(?:ing)?)?((?: .{1,30})?)$/i,
    replacement: 'what is my first event$1',
  },
  {
    example: ['when does my day end tomorrow', 'what is my last event tomorrow'],
    pattern:
      /^(?:when|what time) (?:do i|does my (?:work(?:ing)? ?)?day) (?:finish|end|stop|get off|am i done)(?: work(?:ing)?)?((?: .{1,30})?)$/i,
    replacement: 'what is my last event$1',
  },
  {
    example: ['when am I done today', 'what is my last event today'],
    pattern: /^(?:when|what time) am i (?:done|finished)((?: .{1,30})?)$/i,
    replacement: 'what is my last event$1',
  },
  {
    example: ['I have the dentist tomorrow at 10, right', 'do i have the dentist tomorrow at 10'],
    pattern:
      /^i(?: have|['’]ve(?: got)?) (.{2,80}?),? (?:right|correct|don['’]?t i|haven['’]?t i|is that right)$/i,
    replacement: 'do i have $1',
  },
  {
    example: ['I finished work early, what should I do now', 'what should I do now'],
    pattern:
      /^i(?:['’]ve| have|['’]m| am)? (?:just )?(?:finished|done|got off|left)(?: with)?(?: work| my work| everything| school)?(?: early)?(?:,|:| -)? (?:so )?what (?:(?:can|could|should) i (?:do|work on)|do i do)(?: now| next| instead)?$/i,
    replacement: 'what should I do now',
  },
  {
    example: ['how much work have I got planned for next week', 'how many hours are planned next week'],
    pattern:
      /^how much (?:work|stuff) (?:have i (?:got )?|do i have |is )(?:planned|scheduled|booked)(?: in| up)?(?: (?:for|on))? (?=\S)/i,
    replacement: 'how many hours are planned ',
  },
  {
    example: ['is the Q4 report going to be done in time', 'will I finish the Q4 report in time'],
    pattern:
      /^(?:is|will) (?!it\b|that\b|this\b)(.{2,80}?) (?:going to |gonna )?(?:be |get )?(?:done|finished|ready) ((?:in|on) time|before (?:it['’]?s|its) due)$/i,
    replacement: 'will I finish $1 in time',
  },
  {
    example: ['can I fit a run before the board prep', 'do I have time for a run before the board prep'],
    pattern:
      /^(?:can i (?:fit|squeeze)(?: in)?|have i got time for|is there time for) (an? .{2,60} (?:before|after) .{2,60})$/i,
    replacement: 'do I have time for $1',
  },
  {
    example: ['I have an hour free now, what fits', 'what should I do now'],
    pattern: new RegExp(
      String.raw`^(?:i(?:['’]ve| have)(?: got)?|there(?:['’]s| is)) (?:an hour|half an hour|a (?:few|couple of) minutes|some time|${LENGTH})(?: free| spare| to spare| left)?(?: now| right now)?(?:,|:| -)? (?:so )?what (?:fits|(?:can|could|should) i (?:do|work on|fit in))(?: in(?:to)? it| in that time| now)?$`,
      'i',
    ),
    replacement: 'what should I do now',
  },
  {
    example: ['when am I free next week except Monday', 'when am I free next week, not Monday'],
    pattern: new RegExp(
      String.raw`^((?:find|when (?:am|are|can|could|do) (?:i|we)\b|(?:what|which|any|are there|is there|give me|show)\b(?=.{0,40}\b(?:free|slots?|time|gaps?|room|openings?)\b)).{3,80}?),? (?:except|but not|excluding|apart from|other than)(?: on| for)? (?=${WEEKDAY}s?\b)`,
      'i',
    ),
    replacement: '$1, not ',
  },
  {
    example: [
      'any time for a haircut before the weekend',
      'when do I have time for a haircut before Saturday',
    ],
    pattern:
      /^(?:is there |have i (?:got )?|do i have )?any time (?:for|to get) (.{2,60}?) before the weekend$/i,
    replacement: 'when do I have time for $1 before Saturday',
  },
  {
    example: ['when am I free before the weekend', 'when am I free before Saturday'],
    pattern: /^((?:when|find|what|am|can|is|are|do)\b.{3,80}) before the weekend$/i,
    replacement: '$1 before Saturday',
  },
  {
    example: ["who's in the review", 'who is coming to the review'],
    pattern: /^who(?:['’]s| is) (?:in|on|at) (?=(?!that\b|charge\b|control\b)(?:the |my |our )?\p{L})/iu,
    replacement: 'who is coming to ',
  },
  {
    example: ["tell me when I'm meeting Ana", 'when am I meeting Ana'],
    pattern: /^tell me when i(?:['’]m| am) /i,
    replacement: 'when am I ',
  },
  {
    example: ['show my week', "what's on this week"],
    pattern: /^(?:show|list|view|see|open)(?: me)? (?:my|the) (day|week|weekend|month)$/i,
    replacement: "what's on this $1",
  },
  {
    example: ['is anyone coming to the offsite', 'who is coming to the offsite'],
    pattern: /^is (?:anyone|anybody|someone|somebody)(?: else)? (?:coming|going|invited) to (?=\S)/i,
    replacement: 'who is coming to ',
  },
  {
    example: ['who did I invite to the offsite', 'who is coming to the offsite'],
    pattern: /^who (?:did|have|had) (?:i|we) invited? to (?=\S)/i,
    replacement: 'who is coming to ',
  },
  {
    example: ['cancel whatever I have at 3', 'cancel my event at 3'],
    pattern:
      /\b(?:whatever|anything|what(?:ever)? it is that) (?:i have|i['’]ve got|is|there is)(?: scheduled| planned| on)? (?=(?:at|on|tomorrow|today|this|next) )/i,
    replacement: 'my event ',
  },
  {
    example: ['what do I have tomorrow before lunch', 'what do I have tomorrow before noon'],
    pattern: /^(what|anything|do i have|is there)\b(.{0,40}) before lunch$/i,
    replacement: '$1$2 before noon',
  },
  {
    example: ['am I busy on Thursday', "what's on Thursday"],
    pattern: /^am i (?:busy|booked)(?: on)? (?!at\b)(\D{3,40})$/i,
    replacement: "what's on $1",
  },
  {
    example: ['find the next open 2 hour slot', 'find me 2 hour'],
    pattern: new RegExp(
      String.raw`^find (?:me )?(?:the |my )?(?:next|first|earliest) (?:open|free|available) (${LENGTH}) (?:block|slot|window|gap)\b`,
      'i',
    ),
    replacement: 'find me $1',
  },
  {
    example: ['am I free between now and lunch', 'am I free between now and 12:00'],
    pattern: /\b(between now and|from now (?:to|until|till)|until|till|before) lunch(?: ?time)?$/i,
    replacement: '$1 12:00',
  },
  {
    example: ['is there anything I can cancel this week', "what's on this week"],
    pattern:
      /^(?:is there |do i have )?(?:anything|something|what) (?:that )?i (?:can|could) (?:cancel|skip|move|drop|get out of) /i,
    replacement: "what's on ",
  },
  {
    example: ['when can Ana and I meet next week', 'when can i meet with Ana next week'],
    pattern:
      /^when (?:can|could|should) (\p{L}[\p{L} ,]{1,60}?),? and (?:i|me) (?:both |all )?(meet|talk|get together|catch up)(?=$| )/iu,
    replacement: 'when can i $2 with $1',
  },
  {
    example: ['share my booking link', 'list my event types'],
    pattern:
      /^(?:share|show|copy|send me|give me|get|what(?:['’]s| is)|where(?:['’]s| is)) (?:me )?(?:my|the) (?:booking|scheduling|public) (?:link|page|url|address)s?$/i,
    replacement: 'list my event types',
  },
  {
    example: ['what time does my shift start Saturday', 'when is my shift on Saturday'],
    pattern: new RegExp(
      String.raw`^(?:when|what time) (?:does|do|will) ((?:the|my|our) (?!(?:day|week|work|workday)\b)\p{L}.{1,60}?) (?:start|begin|end|finish) (?:on )?(${DAY})$`,
      'iu',
    ),
    replacement: 'when is $1 on $2',
  },
  {
    example: ['when did I last go rowing', 'when was my last rowing'],
    pattern: /^when did (?:i|we) last (?:go|do|have|attend|go to) (?:to )?(?:the |my |an? )?(?=\p{L})/iu,
    replacement: 'when was my last ',
  },
  {
    example: ['what do I have to hand in this week', 'list my tasks due this week'],
    pattern: new RegExp(
      String.raw`^what (?:do|must|should) i (?:(?:have|need) to )?(?:hand in|submit|turn in) (?:by |on |for )?(${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'list my tasks due $1',
  },
  {
    example: ["what's left for uni", 'list my uni tasks'],
    pattern: new RegExp(
      String.raw`^what(?:['’]s| is) (?:left|outstanding|open|still open|left to do) for (?!(?:${DAY}|(?:this|next|the|my|me|us)\b))(\p{L}{2,30})$`,
      'iu',
    ),
    replacement: 'list my $1 tasks',
  },
  {
    example: ['anything due Friday', 'list my tasks due Friday'],
    pattern: new RegExp(
      String.raw`^(?:is there |is |do i have )?(?:anything|something) due (?:on |by )?(${DAY}|(?:this|next) week)$`,
      'i',
    ),
    replacement: 'list my tasks due $1',
  },
  {
    example: ['do I work this weekend', 'what do I have this weekend'],
    pattern: new RegExp(String.raw`^do i work (?:on )?(?=(?:${DAY}|(?:this|next) (?:week|weekend))$)`, 'i'),
    replacement: 'what do I have ',
  },
  {
    example: ['see if I have time for a coffee on Friday', 'do i have time for a coffee on Friday'],
    pattern:
      /^(?:see|check|find out|look|tell me) (?:if|whether) i have (?=(?:time|any|anything|space|room|a gap|something)\b)/i,
    replacement: 'do i have ',
  },
  {
    example: ["check if I'm free on Friday", 'am i free on Friday'],
    pattern:
      /^(?:see|check|find out|look|tell me) (?:if|whether) i(?:['’]m| am) (?=(?:free|busy|available)\b)/i,
    replacement: 'am i ',
  },
  {
    example: ['tell me my day tomorrow in order with addresses', "what's on tomorrow"],
    pattern: new RegExp(
      String.raw`^(?:tell|show|give|read|run) (?:me )?(?:through )?my (?:day|schedule|diary|appointments|jobs|events) (?:for |on )?(${DAY})(?: in order)?(?:,? with (?:the |all (?:the )?)?(?:addresses|places|locations|times|details))?$`,
      'i',
    ),
    replacement: "what's on $1",
  },
  {
    example: ['how long have I got until the exam', 'how long until the exam'],
    pattern:
      /^how (?:long|much time|many days) (?:(?:have|has) (?:i|we) got|do (?:i|we) have|is (?:it|there))(?: left)? (?:until|till|before|to) (?=(?:the |my )?\p{L})/iu,
    replacement: 'how long until ',
  },
  {
    example: ['how many jobs have I got this week', 'how many events do i have this week'],
    pattern: /^(how many|what|which) jobs (?:have i got|do i have|are there|have we got|i have)(?: on)? /i,
    replacement: '$1 events do i have ',
  },
  {
    example: ["what's the next deadline", 'list my next deadline'],
    pattern:
      /^(?:what|when)(?:['’]s| is) (?:my |the )?(?:next|first|nearest) (?:deadline|due date|thing due|task due)(?: due)?$/i,
    replacement: 'list my next deadline',
  },
  {
    example: ['when will I be done with the Hendersons', 'when is the Hendersons'],
    pattern: /^(?:when|what time) (?:will i be|am i) (?:done|finished|through) (?:with|at) (?=\p{L})/iu,
    replacement: 'when is ',
  },
  {
    example: ['how long will the Patel job take', 'how long is the Patel job'],
    pattern: /^how long (?:will|does|is|should) ((?:the |my )?\p{L}.{1,60}?) (?:going to )?(?:take|last)$/iu,
    replacement: 'how long is $1',
  },
  {
    example: ['I need a day off next week, which is best', 'which day is least busy next week'],
    pattern:
      /^(?:i )?(?:need|want|would like) (?:an?|one) day off ((?:this|next) (?:week|month)),? (?:which|what)(?: day)? (?:is|would be|works|suits|should i take)\b.{0,20}$/i,
    replacement: 'which day is least busy $1',
  },
  {
    example: ['when did I last see Mrs Patel', 'when was my last Mrs Patel'],
    pattern: /^when did (?:i|we) last (?:see|visit) (?=\p{L})/iu,
    replacement: 'when was my last ',
  },
  {
    example: ['how long is book club', 'how long is the book club'],
    pattern:
      /^how long is (?=(?!(?:it|that|this|the|my|our|his|her|their|left|until|till|there|all)\b)\p{L}[^?]{1,60}$)/iu,
    replacement: 'how long is the ',
  },
  {
    example: ["what's the dial in for the board call", 'where is the board call'],
    pattern:
      /^(?:what(?:['’]s| is)|do (?:i|we) have) (?:the |an? )?(?:dial[- ]?in(?: number)?|(?:zoom |meet |teams |video |call |meeting )?link|room|venue) (?:for|of|to) (?=(?:the |my )?\p{L})/iu,
    replacement: 'where is ',
  },
  {
    example: ['when am I off next', 'when is my next free day'],
    pattern:
      /^when (?:am i (?:next off|off next)(?: work)?|do i (?:next )?have (?:a|my next) day off(?: next)?)$/i,
    replacement: 'when is my next free day',
  },
  {
    example: ["school's closed Wednesday, what have I got on that day", 'what have I got on Wednesday'],
    pattern: new RegExp(
      String.raw`^(?:the |my )?\p{L}[^,?]{2,60}? (${DAY}), (?:so )?((?:what|when|am i|do i|have i|is there)\b[^?]{2,60}?) (?:on )?(?:that day|then)$`,
      'iu',
    ),
    replacement: '$2 on $1',
  },
  {
    example: ["I'm flying to London on Monday, what's on Tuesday", "what's on Tuesday"],
    pattern: new RegExp(
      String.raw`^(?:i(?:['’]m| am)|we(?:['’]re| are)) \p{L}+ing [^,?]{2,60}, (?:so )?(?=(?:what(?:['’]s| is| do i have| have i got)(?: on| happening| planned)?|am i free|do i have anything)(?: on)? (?:${DAY}|\p{L}{3,9} \d{1,2})$)`,
      'iu',
    ),
    replacement: '',
  },
  {
    example: ['do I have time for a workout before my shift tomorrow', 'am I free before my shift tomorrow'],
    pattern: new RegExp(
      String.raw`^do (?:i|we) have time for (?:an? |the |my )?(?!\d)\p{L}{3,20} (?=(?:before|after) (?:the|my) \p{L}[^,?]{1,40} ${DAY}$)`,
      'iu',
    ),
    replacement: 'am I free ',
  },
];
