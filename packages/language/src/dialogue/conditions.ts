import { MINUTE_MS } from '@dayloom/time';
import { createWallClock, type DialogueData, toMention } from './data.ts';
import { listCandidates } from './find-events.ts';
import { isFree } from './free-slots.ts';
import { isOnlyTime } from './only-time.ts';
import { type FrameOutcome, say } from './outcome.ts';
import { readCompanions, readReference, splitPeople, withoutTimes } from './references.ts';
import { readWhen, toRange } from './when.ts';
import { describeEvent, describeTime } from './wording.ts';

/** Requests that hold only under a condition: 'if I haven't met with Ana in the last two weeks, book ...'. */

/** `isMet` is null for a condition that is not understood: then nothing may be done. */
export interface Condition {
  readonly isMet: boolean | null;
  /** Whom it is about. */
  readonly people: readonly string[];
  /** Why nothing is done. */
  readonly refusal: FrameOutcome;
}

const IF = /^(?:if|in case|unless|as long as|provided(?: that)?) ([^,]{3,200}?)(?:, then |, | then )(?=\S)/i;
const IF_BEHIND = /[,]? (?:but only |only )?(if|unless) (?=\S)/gi;
/** What a request begins with, behind a condition without a comma. */
const REQUEST =
  '(?:please |then )*(?:book|schedule|cancel|block|add|move|plan|create|remind|reschedule|delete|invite|push|postpone|shorten|extend)';
/** 'if I'm free Thursday at 3 book a massage', as people type and dictate it. */
const IF_ALONE = new RegExp(
  String.raw`^(?:(?:but )?only )?(?:if|in case|unless|as long as|provided(?: that)?) ([^,]{3,200}?)(?<! (?:to|can|can['’]t|cannot|not|n['’]t|i|we|you|the|a|my|haven['’]t|have)) (?=${REQUEST}\b)`,
  'i',
);
/** 'do you know if': a question. */
const ASKING = /\b(?:know|see|check|wonder|tell me|ask|sure|find out|look)$/i;
const NO_CONDITION = /^(?:you can|possible|necessary|needed|that works|that's ok|it is possible)/i;

/** The condition of a request and what it is about; null if it has none. */
export function splitCondition(
  text: string,
): { readonly condition: string; readonly request: string; readonly isNegated: boolean } | null {
  const first = IF.exec(text) ?? IF_ALONE.exec(text);
  if (first?.[1])
    return {
      condition: first[1],
      request: text.slice(first[0].length),
      isNegated: /^(?:but )?unless\b/i.test(text),
    };
  const behind = [...text.matchAll(IF_BEHIND)].at(-1);
  if (!behind || behind.index < 3) return null;
  const condition = text.slice(behind.index + behind[0].length);
  if (NO_CONDITION.test(condition) || ASKING.test(text.slice(0, behind.index))) return null;
  return {
    condition,
    request: text.slice(0, behind.index),
    isNegated: behind[1]?.toLowerCase() === 'unless',
  };
}

const MET =
  /\b(?:met|meet|seen|see|spoken|speak|talked|talk|ha(?:d|ve) (?:a |any )?(?:meeting|call|sync|1:1|lunch|coffee)s?)(?: up)?(?: with| to)?(?= |$)/i;
const FREE =
  /\b(?:i(?:'m| am)|we(?:'re| are))\s+(not )?(?:free|available|open|busy)\b|\b(?:there(?:'s| is)|i have)\s+(nothing|no (?:meetings?|events?|appointments?)|anything|something|a (?:meeting|event)|(?:any )?(?:meetings?|events?))\b/i;

/** 'Friday afternoon is free' */
const TIME_IS_FREE = /^(.{3,60}?) is (?:still |all )?(?:free|clear|empty|open)$/i;

const COUNT =
  /^(?:i|we)(?: have|['’]ve(?: got)?| have got) (?:(more than|over|at least|fewer than|less than|under|at most|exactly) )?(\d{1,2})(?: or (more|fewer|less))? ((?:meetings?|events?|appointments?|calls?)\b.{0,100})$/i;

export function judgeCondition(condition: string, data: DialogueData): Condition {
  const count = COUNT.exec(condition);
  if (count) return judgeCount(count, data);
  const isDenied = /n['’]t\b|\bnot\b|\bno\b|\bnever\b/i.test(condition);
  const met = MET.exec(condition);
  if (met) {
    const who = condition.slice(met.index + met[0].length);
    return judgeMeeting(condition, who, isDenied, data);
  }
  const time = TIME_IS_FREE.exec(condition)?.[1];
  if (time && isOnlyTime(time, data)) return judgeFree(`i am free ${time}`, data);
  if (FREE.test(condition)) return judgeFree(condition, data);
  return { isMet: null, people: [], refusal: say(`I cannot tell whether ${condition}, so I did nothing.`) };
}

/** 'I have more than 3 meetings on Wednesday' */
function judgeCount(
  [, before = '', figure, behind = '', what = '']: readonly string[],
  data: DialogueData,
): Condition {
  const reference = readReference(what, data);
  if (!reference.when)
    return {
      isMet: null,
      people: [],
      refusal: say('I cannot tell for which time that is meant, so I did nothing.'),
    };
  const count = listCandidates(reference, data, { isPastMeant: true }).length;
  const wanted = Number(figure);
  const isMet = /more than|over/i.test(before)
    ? count > wanted
    : /fewer than|less than|under/i.test(before)
      ? count < wanted
      : /at most/i.test(before) || /fewer|less/i.test(behind)
        ? count <= wanted
        : /at least/i.test(before) || /more/i.test(behind)
          ? count >= wanted
          : count === wanted;
  const counted = what.replace(/^(\p{L}+?)s?\b/iu, count === 1 ? '$1' : '$1s');
  return { isMet, people: [], refusal: say(`You have ${count} ${counted}, so I did nothing.`) };
}

function judgeMeeting(condition: string, rest: string, isDenied: boolean, data: DialogueData): Condition {
  const { rest: who } = withoutTimes(rest, data);
  const company = readCompanions(condition).people;
  const people =
    company.length > 0
      ? company
      : splitPeople(who.split(/ (?:in|for|since|during|within|over|yet|this|the)(?= |$)/i)[0] ?? '');
  const when = readWhen(condition, data);
  const clock = createWallClock(data);
  const range = when ? toRange(when, clock) : null;
  // 'haven't met this month' is about the past. Future events have not taken place.
  const isPast = !range || range.start < data.now;
  const isOver =
    /\b(?:have|has)(?:n['’]t| not)? (?:met|seen|spoken|talked|had)\b|['’]ve (?:not )?(?:met|seen|spoken|talked|had)\b|\bdid(?:n['’]t| not)?\b/i.test(
      condition,
    );
  const latest = isOver ? data.now : Number.MAX_SAFE_INTEGER;
  const events = listCandidates({ ...readReference('it', data), pronoun: null, people }, data, {
    isPastMeant: true,
  }).filter(({ start }) =>
    range
      ? start >= range.start && start < Math.min(latest, Math.max(range.end, isPast ? data.now : 0))
      : start < data.now,
  );
  if (people.length === 0)
    return { isMet: null, people: [], refusal: say(`I cannot tell whether ${condition}, so I did nothing.`) };
  const last = events.at(-1);
  return {
    people,
    isMet: isDenied ? events.length === 0 : events.length > 0,
    refusal: last
      ? say(`You have ${describeEvent(last, data)}, so I did nothing.`, {
          events: [last],
          mentions: [toMention(last)],
        })
      : say('I found no such meeting, so I did nothing.'),
  };
}

function judgeFree(condition: string, data: DialogueData): Condition {
  const when = readWhen(condition, data);
  if (!when)
    return {
      isMet: null,
      people: [],
      refusal: say('I cannot tell for which time that is meant, so I did nothing.'),
    };
  const range = toRange(when, createWallClock(data));
  const slot =
    when.minute !== null && when.endMinute === null
      ? { start: range.start, end: range.start + 30 * MINUTE_MS }
      : range;
  const isNothing = isFree(slot, data.busy);
  const asksForNothing =
    /\b(?:i(?:'m| am)|we(?:'re| are)) (?:free|available|open)|\bnothing\b|\bno (?:meet|event|appoint)|\bnot busy\b|don['’]?t have (?:any|a)/i.test(
      condition,
    );
  return {
    people: [],
    isMet: isNothing === asksForNothing,
    refusal: say(
      isNothing
        ? `You are free on ${describeTime(slot, data)}, so I did nothing.`
        : `You are busy on ${describeTime(slot, data)}, so I did nothing.`,
    ),
  };
}
