import type { DialogueData } from './data.ts';
import { isFound } from './edit-reader.ts';
import { findTasks } from './find-tasks.ts';
import { DAY } from './patterns.ts';
import { readReference } from './references.ts';
import type { DialogueAnswer } from './state.ts';

interface Elsewhere {
  readonly pattern: RegExp;
  /** What the first group of the pattern must name, so that it is not about something else. */
  readonly object?: 'event' | 'task';
  /** It asks, and wants nothing changed. */
  readonly isQuestion?: true;
  readonly say: (data: DialogueData) => string;
}

const COLOUR = '(?:red|orange|yellow|green|blue|purple|pink|gr[ae]y|brown|teal)';

const PLAN_IS_WHOLE =
  "Nothing was changed. A plan is made for all open tasks. Of a proposal, you can accept single blocks: say 'Plan my week'.";

/** What is asked of a conversation and done on another page. */
const elsewhere: readonly Elsewhere[] = [
  {
    pattern:
      /^what(?:['’]s| is) (?:my|the|our) time ?zone$|^(?:what|which) time ?zone (?:am i|are you|is this) (?:in|using|on)$/i,
    isQuestion: true,
    say: ({ timeZone }) => `Your times are in ${timeZone}.`,
  },
  {
    pattern:
      /^(?:change|set|switch|update) (?:my |the |our )?(?:home )?time ?zone(?: (?:to|from) .{2,60})?$/i,
    say: ({ timeZone }) =>
      `Nothing was changed. Your times are in ${timeZone}. The time zone is changed in Settings, under 'Working hours'.`,
  },
  {
    pattern:
      /^(?:let|tell|text|message|e-?mail|notify|inform) (?!me\b|us\b)\p{L}{1,30}(?:(?:,|,? and)? \p{L}{1,30}){0,4}? (?:know |that |i\b|we\b).{2,}$/iu,
    say: () =>
      'Nothing was changed. I cannot send messages to people. They get an email when you invite them, or when you move or cancel what they are invited to.',
  },
  {
    // 'send Marco the agenda', 'reply to Priya that 7pm works'
    pattern:
      /^(?:send|forward) (?!me\b|us\b|it\b|the\b|an?\b|my\b|out\b|off\b|in\b)\p{L}{1,30} (?:the|an?|my|our) (?!.{0,80}\b(?:today|tomorrow|tonight|by|at \d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b).{2,60}$|^(?:reply|respond|write back|answer)(?: back)? to (?!the\b|my\b)\p{L}{1,30}(?: \p{L}{1,30})? (?:that|and say|saying) .{2,80}$/iu,
    say: () =>
      "Nothing was changed. I cannot send messages to people. To note it for later, begin with 'Add a task'.",
  },
  {
    pattern:
      /^(?:assign|delegate|hand(?: over)?|give) (?:the |my )?(.{2,60}?)(?: task)? to (?!me\b)\p{L}{1,30}$/iu,
    object: 'task',
    say: () => 'Nothing was changed. Tasks are yours alone: I cannot assign them to somebody else.',
  },
  {
    pattern:
      /^(?:add|put|leave|keep|schedule|block) (?:an? )?(?:.{1,20} )?(?:buffer|break|gap)s? (?:before|after|between|around) (?:all|each|every) (?!(?:meetings?|events?|calls?|appointments?)$)\p{L}[^,]{2,60}$/iu,
    say: () =>
      "Nothing was changed. Breaks are kept around all meetings, and not around some of them: say 'Add 15 minutes after every meeting'.",
  },
  {
    // 'the first Saturday I'm off'
    pattern:
      /\b(?:first|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day (?:that |when )?i(?:['’]m| am) (?:off|free|not working)\b/i,
    say: () =>
      "Nothing was changed. Which days you are off is not marked in your calendar. Ask 'When is my next free day?', and say the date.",
  },
  {
    pattern:
      /^(?:send |write )?(?:an? )?(?:text|message|e-?mail)(?: to)? (?!me\b|us\b|it\b|that\b|everyone\b)\p{L}{1,30}(?: \p{L}{1,30})? (?:about|regarding|re) (?!.{0,80}\b(?:today|tomorrow|tonight|by|at \d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b).{2,80}$/iu,
    say: () =>
      "Nothing was changed. I cannot send messages to people. To note it for later, begin with 'Add a task'.",
  },
  {
    pattern:
      /^(?:i(?:['’]m| am)(?: feeling)?|feeling) (?:sick|ill|unwell|not (?:feeling )?well)(?: today)?$/i,
    say: () =>
      "Get well soon. Nothing was changed. Say 'Cancel everything today' or 'Move everything today to tomorrow'.",
  },
  {
    pattern:
      /^(?:add|put|include|attach|create) (?:an? |the )?(?:zoom|meet|google meet|teams|video|conference|meeting) (?:link|call)s? (?:to|for|on|in) (.{2,80})$/i,
    object: 'event',
    say: () =>
      "Nothing was changed. Say the link itself, as in 'Add https://… to the review', or choose a conference on the event in the calendar.",
  },
  {
    pattern:
      /^remind me (?:when|once|as soon as|after) i (?:get|am|arrive|leave|reach|come)\b(?! (?:up|free|done)\b).{2,}$/i,
    say: () =>
      "Nothing was changed. I do not know where you are. Say a time instead: 'Remind me at 6 to feed the cat'.",
  },
  {
    pattern:
      /^(?:book|reserve|find|get)(?: me| us)? (?:an?|the|some) (?:meeting |conference )?rooms? for (.{2,80})$/i,
    object: 'event',
    say: () =>
      "Nothing was changed. I cannot book rooms. To write one down, say 'Set the location of the review to Room 5'.",
  },
  {
    pattern:
      /^(?:undo|revert|take back) (?:the |my )?(?:last |latest )?(?:two|three|four|five|\d{1,2}|few|both|all|everything)(?: (?:things|changes|requests|of (?:them|those|it)))?$/i,
    say: () => "Nothing was undone. I undo one request at a time, the latest first: say 'undo'.",
  },
  {
    pattern:
      /^(?:(?:set|create|add|make|turn on)(?: up)? reminders (?:for|of|about|before) (?:all|every|each|my)|remind me (?:.{1,30} )?(?:before|of|about) (?:every|each|all)(?: of)?(?: my)? (?:meetings?|events?|appointments?|deadlines?|tasks?))\b.{0,60}$/i,
    say: () =>
      "Nothing was changed. Reminders before every event and deadline are set in Preferences, under 'Reminders'.",
  },
  {
    pattern: new RegExp(
      String.raw`^(?:please )?(?:don['’]?t|do not) (?:plan|schedule|book|put|add) (?:anything|something|stuff|any (?:more )?(?:meetings|work|events|tasks))(?: else)?(?: (?:in|on|for|after|before|from|until) [^,]{1,40})?(?: (?:on )?(?:today|tomorrow|this afternoon|this evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:morning|afternoon|evening))?)$`,
      'i',
    ),
    say: () =>
      "Nothing was changed. To keep time free, block it: 'Block Friday' or 'Block today from 17:00 to 19:00'.",
  },
  {
    pattern:
      /^(?:stop|turn off|switch off|disable|mute|pause|turn on|switch on|enable|unmute|no more) (?:all )?(?:of )?(?:my |the )?(?:(?:e-?mail|mail|sms|text|push|browser) )?(?:reminders?|notifications?|alerts?)(?: (?:for|by|from|on) .{2,40})?$/i,
    say: () =>
      "Nothing was changed. Which reminders come, and by which channels, is set in Preferences, under 'Reminders'.",
  },
  {
    pattern:
      /^(?:i(?:['’]m| am) )?(?:all )?(?:done|finished) (?:for (?:today|now|the day|tonight)|with (?:work|everything))$/i,
    isQuestion: true,
    say: () => "Well done. Nothing was changed. 'Plan tomorrow' finds times for what is left.",
  },
  {
    pattern:
      /^(?:(?:no,? )?(?:that(?:['’]s| is| was)|this is) (?:wrong|not (?:right|what i (?:meant|said|asked(?: for)?|wanted)))|you (?:got (?:that|it|me) wrong|misunderstood(?: me)?)|wrong)$/i,
    isQuestion: true,
    say: () => "Sorry. Say 'undo' to reverse the last change, and what you want in other words.",
  },
  {
    pattern:
      /^(?:plan|schedule|re-?plan) (?:only|just) (?:the |my )?.{2,40}? (?:tasks?|to-?dos?|work|project)(?: (?:today|tomorrow|this week|next week))?$/i,
    say: () => PLAN_IS_WHOLE,
  },
  {
    pattern:
      /^(?:set|change|replace|update|edit) (?:the )?(?:notes?|descriptions?) (?:of|for|on) (.{2,80}?) (?:to|with) .{1,300}$/i,
    object: 'event',
    say: () =>
      "Nothing was changed. I add to the notes of an event: 'Add a note to the dentist: bring the card'. Open the event in the calendar to replace them.",
  },
  {
    pattern: new RegExp(
      String.raw`^(?:sort out|fix|tidy up|clean up|rearrange|reorgani[sz]e) (?:my|the) (?:${DAY}|day|week|calendar|schedule|diary)\b.{0,60}$`,
      'i',
    ),
    say: () =>
      "Nothing was changed. I do not choose what gives way. Say what to move or cancel, as in 'Move lunch to Friday'. 'Plan my week' finds times for tasks.",
  },
  {
    pattern: /^(?:i(?:['’]m| am) )?(?:on|working) (?:nights|earlies|lates|days) [^\d]{2,60}$/i,
    say: () => "Nothing was changed. Say the hours too: 'Night shift Monday to Wednesday 22:00 to 6:00'.",
  },
  {
    pattern: /^(?:stop|quit|don['’]?t keep|no more) reminding me (?:about|of|to) .{2,100}$/i,
    say: () =>
      "Nothing was changed. Which reminders come, and by which channels, is set in Preferences, under 'Reminders'.",
  },
  {
    pattern:
      /^(?:set aside|block(?: out| off)?|reserve|keep|book|find) (?:me )?(?:\d|two|three|four|five|six|a few|a couple of|several|some) (?:(?:free|whole|full) )?(?:mornings|afternoons|evenings|nights|days)\b.{0,80}$/i,
    say: () =>
      "Nothing was changed. I do not choose the days. Name them, as in 'Block Tuesday and Thursday evening for the report', or add a task with its length: 'Add a task report 6h by Friday', and say 'Plan my week'.",
  },
  {
    pattern:
      /^(?:move|push|re-?schedule|schedule|book|plan) .{2,80}? (?:to |for |at )?(?:whenever|when) (?!i\b|we\b|you\b|it\b|that\b|i['’]m\b)\p{L}{2,20}(?: and \p{L}{2,20})? (?:is|are) (?:free|available|around)$/iu,
    say: () =>
      "Nothing was changed. I can only see your calendar. A meeting request asks for times that suit everybody: 'Ask Ana for a meeting next week'.",
  },
  {
    pattern: /^remind me (?:to .{2,100} )?the (?:night|evening|afternoon|morning|day|week) before$/i,
    say: () => "Nothing was changed. Before what? Say it: 'Remind me the day before the exam to revise'.",
  },
  {
    pattern:
      /^(?:move|shift|push|put|re-?schedule|change) (.{2,60}?) to (?:some ?time )?before (?:\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?|noon|midday|work)$/i,
    object: 'event',
    say: () => "Nothing was changed. Say the time itself: 'Move the gym to 8'.",
  },
  {
    pattern: /^(?:no,? )?(?:leave|keep) (.{2,60}?) out(?: of (?:it|the plan))?$/i,
    object: 'task',
    say: () => PLAN_IS_WHOLE,
  },
  {
    pattern: /^(?:re-?)?plan (?:my |the )?(?:day|week) (?:without|except(?: for)?|but not) .{2,80}$/i,
    say: () => PLAN_IS_WHOLE,
  },
  {
    pattern: /^remind me before ((?:the |my )?.{2,80})$/i,
    object: 'event',
    say: () => "Nothing was changed. How long before? Say it: 'Remind me an hour before the dentist'.",
  },
  {
    pattern: /^redo(?: (?:it|that|the last (?:one|change|thing)))?$/i,
    say: () => 'Nothing was changed. I cannot redo what was undone. Say the request once more.',
  },
  {
    pattern:
      /^(?:(?:start|begin|open) (?:a )?new (?:chat|conversation)|new (?:chat|conversation)|start over)$/i,
    isQuestion: true,
    say: () => "Press 'New chat' to begin another conversation. Nothing was changed.",
  },
  {
    pattern:
      /^(?:delete|close|cancel|remove) (?:my |the )?(?:(?:dayloom|user) )?account$|^(?:delete|erase|wipe|remove|download|export) (?:all )?(?:of )?(?:my |the )?(?:data|information|personal data)$/i,
    say: () =>
      "Nothing was changed. Your data is exported, and your account is deleted, in Settings, under 'Data'.",
  },
  {
    pattern:
      /^(?:withdraw|cancel|take back|revoke) (?:the |my |our )?(?:meeting )?(?:requests?|polls?)(?: (?:about|for|to|with|of) .{2,80})?$/i,
    say: () => 'Nothing was changed. Meeting requests are withdrawn on their page, under Bookings.',
  },
  {
    pattern:
      /^(?:clear|remove|delete|erase) (?:all )?(?:the )?(?:notes?|descriptions?) (?:of|from|for|on) (.{2,80})$/i,
    object: 'event',
    say: () => 'Nothing was changed. Open the event in the calendar to remove its notes.',
  },
  {
    pattern:
      /^(?:(?:i|we)(?:['’]m| am|['’]ll| will|['’]re| are|['’]ll be| will be| might be)(?: going to)?(?: be)?(?: running)?|running) (?:.{0,24} )?late (?:for|to) [^,]{2,80}$/i,
    say: () => "Nothing was changed. To move it, say 'Push it back by 15 minutes' with its name.",
  },
  {
    pattern:
      /^(?:add|create|make|put) (?:(?:an?|some|these|the following|two|three|\d{1,2}) )?sub-?(?:tasks?|items?)(?: (?:to|for|of|on|under) [^:]{2,100})?$/i,
    say: () =>
      "Nothing was changed. Say which task and what the subtasks are: 'Add subtasks to the tax return: collect receipts, fill in the form'.",
  },
  {
    pattern: /^(?:make|mark|set) (.{2,80}?) (?:as )?(?:private|confidential)$/i,
    object: 'event',
    say: () => 'Nothing was changed. Events cannot be marked as private.',
  },
  {
    pattern: /^(?:mark|set) (.{2,80}?) (?:as|to) (?:free|busy|available)$/i,
    object: 'event',
    say: () =>
      'Nothing was changed. Whether an event counts as busy is set on the event itself: open it in the calendar.',
  },
  {
    pattern: new RegExp(
      String.raw`^(?:colou?r|paint|(?:make|change|set) (?:the )?colou?r of) (.{2,80}?)(?: to)? ${COLOUR}$`,
      'i',
    ),
    object: 'event',
    say: () => 'Nothing was changed. Events have the colour of their calendar.',
  },
];

/** Where to do what cannot be done by a message; null for everything else. */
export function findScreenHint(
  text: string,
  data: DialogueData,
): Pick<DialogueAnswer, 'reply' | 'isRefusal'> | null {
  for (const { pattern, object, isQuestion = false, say } of elsewhere) {
    const match = pattern.exec(text);
    if (match && (!object || isNamed(match[1] ?? '', object, data)))
      return { reply: say(data), isRefusal: !isQuestion };
  }
  return null;
}

function isNamed(words: string, object: 'event' | 'task', data: DialogueData): boolean {
  const reference = readReference(words, data);
  if (object === 'event') return isFound(reference, data);
  return reference.words.length > 0 && findTasks(reference, data, { mentions: [] }).kind === 'found';
}
