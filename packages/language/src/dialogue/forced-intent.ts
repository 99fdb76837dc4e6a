import type { Understanding } from '../understanding/understand.ts';

/** Events of whole days that are said without a verb: 'vacation from Dec 21 to Dec 28'. */
const NAMED_DAYS =
  /^(?:my |our )?(?:vacation|holidays?|day off|out of office|ooo|pto|\p{L}+(?:'s|’s) birthday)\b.{3,}/iu;

/** 'when's the earliest I could fit in an hour' */
const EARLIEST =
  /^(?:when|what)(?:['’]s| is) (?:the |my )?(?:(?:earliest|soonest|next|first) (?:time |slot |day )?(?:that )?(?:i|we) (?:can|could|am|are)|a good time (?:for|to))\b/i;

/** 'when is my next free afternoon' */
const NEXT_FREE =
  /^(?:when|what|which|find|show)\b.{0,20}\b(?:next|first) (?:completely |fully |entirely |totally )?(?:free|open|clear|empty) (?:morning|afternoon|evening|day)\b/i;

/** 'postpone the dentist': it is not said until when. */
const MOVING_ALONE =
  /^(?:postpone|reschedule|re-schedule|delay|rename|(?:push|move|shift) (?=(?:the|my|our) )) ?(?:the |my |our )?\S.{1,80}$/i;

/** 'what's on 25 November' */
const ON_DAY =
  /^what(?:['’]s| is)(?: happening| going)? on (?:the |this |next |in )?(?:\d|mon|tue|wed|thu|fri|sat|sun|today|tomorrow|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** 'team standup every weekday at 9:15': people meet, whatever else is said. */
const REPEATED_MEETING =
  /^(?:(?!(?:prepare|prep|write|plan|do|send|finish|remind|move|cancel|push|skip|change|delete|is|when|what)\b)[\p{L}\d:'’-]{1,20} ){0,3}(?:stand-?up|sync|meeting|check-?in|retro(?:spective)?|scrum|1:1|one-on-one|class|lesson|practice|rehearsal|office hours|all-?hands)(?: with .{1,40}?)? (?:every|each|daily|weekly|biweekly|monthly) .{0,40}?\d/iu;

/** 'where is it', 'who is it with' */
const ABOUT_IT =
  /^(?:how long (?:is|does|will|was)|where(?:['’]s| is| was)|who(?:['’]s| is| was)|what time (?:is|was|does)|when(?:['’]s| is| was)) (?:it|that|this)(?: (?:with|at|on|be|last|take|start|begin|end|again|going to be|going to last|going to take)){0,2}$/i;

/** What the first word says for certain. */
export function findForcedIntent(clause: string): Understanding['intent'] | null {
  if (
    /^(?:how busy (?:am i|is|are)|how (?:does|is) (?:my|the)|what does (?:my|the) .{1,40} look like)\b/i.test(
      clause,
    )
  )
    return 'query_events';
  if (/^what (?:did|have) (?:i|we) (?:do|done|have(?: on)?)\b/i.test(clause)) return 'query_events';
  if (ABOUT_IT.test(clause)) return 'query_events';
  if (/^(?:how long (?:is|are|does|do|will)|where(?:['’]s| is| are)) (?:the|my|our) /i.test(clause))
    return 'query_events';
  if (/^what time (?:is|are|was|were) (?:my|our|the) /i.test(clause)) return 'query_events';
  if (ON_DAY.test(clause)) return 'query_events';
  if (MOVING_ALONE.test(clause)) return 'update_event';
  if (EARLIEST.test(clause) || NEXT_FREE.test(clause)) return 'find_free_time';
  if (/^(?:take|taking) (?:the |an? )?(?:half )?(?:day|morning|afternoon|week) off\b/i.test(clause))
    return 'create_event';
  if (/^(?:cancel|call off|unschedule|skip|get rid of|remove|delete|erase)\b/i.test(clause))
    return 'delete_event';
  if (
    /^take .{1,120} off (?:of )?(?:my|the) (?:calend[ae]r|schedule|agenda)(?: (?:for|on) .{2,30})?$/i.test(
      clause,
    )
  )
    return 'delete_event';
  if (
    /^(?:am i (?:free|available|busy)|when (?:am i|are we|is .{1,30}) (?:free|available)|do i have (?:any )?(?:free )?time|is there (?:any |enough |still |some )?time (?:for|to)|find (?:me )?(?:a |an |some )?(?:free |open |available )?(?:time|slot|hour|gap|\d))/i.test(
      clause,
    )
  )
    return 'find_free_time';
  if (
    /^(?:what|when|where|who|whom|how|which|do i|did i|is there|are there|show|list|tell me|have i)\b/i.test(
      clause,
    )
  )
    return /\b(?:tasks?|to-?dos?|to do|list|lists|due|overdue)\b/i.test(clause) &&
      !/\bmeeting|calendar|event|schedule\b/i.test(clause)
      ? 'query_tasks'
      : null;
  if (/^(?:schedule|book|block|pencil in|set up) /i.test(clause)) return 'create_event';
  if (/^(?:add|create) ["“][^"”]{1,200}["”] .{0,60}?(?:at|from|@) ?\d/i.test(clause)) return 'create_event';
  if (/^(?:weekly|daily|monthly|bi-?weekly) \p{L}.{2,40} (?:every|each) .{2,30} at \d/iu.test(clause))
    return 'create_event';
  if (REPEATED_MEETING.test(clause)) return 'create_event';
  if (/^(?:every|each) (?!.{0,80}\bremind\b)\p{L}.{2,40} at \d/iu.test(clause)) return 'create_event';
  if (/^give me (?:an?|half an?|\d{1,3}) ?(?:hours?|hrs?|minutes?|mins?) (?:for|of) \S/i.test(clause))
    return 'create_event';
  if (/^put .{1,120} (?:on|at|in|down) /i.test(clause) || NAMED_DAYS.test(clause)) return 'create_event';
  return null;
}
