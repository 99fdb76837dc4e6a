import { createWallClock, type DialogueData, toMention } from './data.ts';
import { listCandidates } from './find-events.ts';
import { isFree } from './free-slots.ts';
import { type Outcome, say } from './outcome.ts';
import { findCompany, readReference, splitPeople, withoutTimes } from './references.ts';
import { readWhen, toRange } from './when.ts';
import { sayEvent, sayTime } from './wording.ts';

/** Requests that hold only under a condition: 'if I haven't met with Ana in the last two weeks, book ...'. */

/** `isMet` is null for a condition that is not understood: then nothing may be done. */
export interface Condition {
  readonly isMet: boolean | null;
  /** Why nothing is done. */
  readonly refusal: Outcome;
}

const IF =
  /^(?:if|in case|unless|when|as long as|provided(?: that)?)\s+(.{3,200}?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)$/is;
const IF_BEHIND = /^(.{3,300}?),?\s+(?:but only |only )?(if|unless)\s+(.{3,200})$/is;

/** The condition of a request and what it is about; null if it has none. */
export function splitCondition(
  text: string,
): { readonly condition: string; readonly request: string; readonly isNegated: boolean } | null {
  const first = IF.exec(text.trim());
  if (first?.[1] && first[2]) {
    if (/^when\b/i.test(text.trim())) return null;
    return { condition: first[1], request: first[2], isNegated: /^unless\b/i.test(text.trim()) };
  }
  const behind = IF_BEHIND.exec(text.trim());
  if (!behind?.[1] || !behind[3]) return null;
  if (/^(?:you can|possible|necessary|needed|that works|that's ok|it is possible)/i.test(behind[3]))
    return null;
  return { condition: behind[3], request: behind[1], isNegated: behind[2]?.toLowerCase() === 'unless' };
}

const MET =
  /\b(?:have|had|did|do|got)?\s*(?:i|we)?\s*(haven['’]?t|have not|hadn['’]?t|didn['’]?t|did not|don['’]?t|do not|have no|have|had|did|do)?\b.*?\b(?:met|meet|seen|see|spoken|speak|talked|talk|had (?:a |any )?(?:meeting|call|sync|1:1|lunch|coffee)|have (?:a |any )?(?:meeting|call|sync|1:1|lunch|coffee)s?)\b(?:\s+up)?\s*(?:with|to)?\s*(.*)$/i;
const FREE =
  /\b(?:i(?:'m| am)|we(?:'re| are))\s+(not )?(?:free|available|open|busy)\b|\b(?:there(?:'s| is)|i have)\s+(nothing|no (?:meetings?|events?|appointments?)|anything|something|a (?:meeting|event)|(?:any )?(?:meetings?|events?))\b/i;

export function judgeCondition(condition: string, data: DialogueData): Condition {
  const isDenied = /n['’]t\b|\bnot\b|\bno\b|\bnever\b/i.test(condition);
  const met = MET.exec(condition);
  if (met) return judgeMeeting(condition, met[2] ?? '', isDenied, data);
  const free = FREE.exec(condition);
  if (free) return judgeFree(condition, data);
  return { isMet: null, refusal: say(`I cannot tell whether ${condition}, so I did nothing.`) };
}

function judgeMeeting(condition: string, rest: string, isDenied: boolean, data: DialogueData): Condition {
  const { rest: who } = withoutTimes(rest, data);
  const company = findCompany(condition).people;
  const people =
    company.length > 0
      ? company
      : splitPeople(who.replace(/\b(?:in|for|since|during|within|over|yet|this|the)\b.*$/i, ''));
  const when = readWhen(condition, data);
  const clock = createWallClock(data);
  const range = when ? toRange(when, clock) : null;
  const isPast = !range || range.start < data.now;
  const events = listCandidates({ ...readReference('it', data), pronoun: null, people }, data, {
    isPastMeant: true,
  }).filter(({ start }) =>
    range ? start >= range.start && start < Math.max(range.end, isPast ? data.now : 0) : start < data.now,
  );
  if (people.length === 0)
    return { isMet: null, refusal: say(`I cannot tell whether ${condition}, so I did nothing.`) };
  const last = events.at(-1);
  return {
    isMet: isDenied ? events.length === 0 : events.length > 0,
    refusal: last
      ? say(`You have ${sayEvent(last, data)}, so I did nothing.`, {
          events: [last],
          mentions: [toMention(last)],
        })
      : say('I found no such meeting, so I did nothing.'),
  };
}

function judgeFree(condition: string, data: DialogueData): Condition {
  const when = readWhen(condition, data);
  if (!when)
    return { isMet: null, refusal: say('I cannot tell for which time that is meant, so I did nothing.') };
  const range = toRange(when, createWallClock(data));
  const slot =
    when.minute !== null && when.endMinute === null
      ? { start: range.start, end: range.start + 30 * 60_000 }
      : range;
  const isNothing = isFree(slot, data.busy);
  const asksForNothing =
    /\b(?:i(?:'m| am)|we(?:'re| are)) (?:free|available|open)|\bnothing\b|\bno (?:meet|event|appoint)|\bnot busy\b|don['’]?t have (?:any|a)/i.test(
      condition,
    );
  return {
    isMet: isNothing === asksForNothing,
    refusal: say(
      isNothing
        ? `You are free on ${sayTime(slot, data)}, so I did nothing.`
        : `You are busy on ${sayTime(slot, data)}, so I did nothing.`,
    ),
  };
}
