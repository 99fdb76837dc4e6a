/** What asks for no change, although it names one: 'don't cancel lunch', 'what if I moved lunch?', 'I moved it'. */

const CHANGES =
  'mark|tick|complete|finish|move|moving|moved|cancel|cancelling|canceling|cancell?ed|delete|deleting|deleted|remove|removing|removed|re-?schedule|re-?scheduling|re-?scheduled|schedule|scheduling|scheduled|book|booking|booked|change|changing|changed|touch|touching|postpone|postponing|postponed|push|pushing|pushed|shift|shifting|shifted|rename|renaming|renamed|invite|inviting|invited|add|adding|added|create|creating|created|clear|clearing|cleared|skip|skipping|skipped|drop|dropping|dropped|swap|swapping|swapped|shorten|extend|plan|planning|put|set';

const NEGATED = new RegExp(
  String.raw`^(?:(?:no|but|and|so|ok|okay|please|well|i said|wait|hey)[, ]+)?(?:don['’]?t|do not|never|no need to|you (?:don['’]t|do not|needn['’]t) (?:have to |need to )?|stop|(?:i|we) (?:don['’]t|do not|didn['’]t|did not|never) (?:want|need|ask|mean|wish|wanted|asked|meant)(?: you)? to|i['’]d rather (?:you )?(?:not|didn['’]t)|please not|can you not|could you not) ?(?:ever |just |actually )?(?:do|${CHANGES})\b`,
  'i',
);

const SUPPOSED = new RegExp(
  String.raw`^(?:what if|what(?: would)? happens? if|what about if|suppose|supposing|imagine|assuming|(?:let['’]?s )?say (?:i|we|that)\b|(?:could|can|should|may|might|shall|must|did|have) i|(?:did|have) (?:you|we)|would it be|is it|was it|how (?:do|can|could|would|should) (?:i|we|you)|why)\b.{0,120}(?<!\b(?:my|the|our|an?|night|day|late|early|next|this) )\b(?:${CHANGES})\b`,
  'i',
);

const RATHER = new RegExp(
  String.raw`^(?:please )?(?:don['’]?t|do not) (?:${CHANGES}) ((?:the |my |our )?[^,;]{2,60}?)(?:[,;] ?| )(?:but |just |instead,? |rather ){1,3}((?:${CHANGES})\b.{2,120})$`,
  'i',
);

const DROPPED =
  /^(?:i|we|(?!you\b|it\b|that\b|this\b)\p{L}{2,20}) (?:(?:can['’]?t|cannot|won['’]?t|will not|am not able to|won['’]?t be able to) (?:make|do|attend|come to|make it to|go to|be at|join)|have a conflict with) ((?:the |my |our )?[^,;]{2,60}?)(?:[,;.] ?| - )(?:so |and |please |can you |could you ){0,3}((?:move|re-?schedule|cancel|push|postpone|shift|delete|remove|drop|skip|take)) (?:it|that)\b(.{0,80})$/iu;
/** 'Tess can't make the rehearsal, find another slot tomorrow' */
const OTHER_SLOT =
  /^(?:i|we|(?!you\b|it\b|that\b|this\b)\p{L}{2,20}) (?:can['’]?t|cannot|won['’]?t|is not able to|isn['’]t able to) (?:make|do|attend|come to|make it to|go to|be at|join) ((?:the |my |our )?[^,;]{2,60}?)(?:[,;.] ?| - )(?:so |and |please |can you |could you ){0,3}(?:find|pick|suggest|look for) (?:me |us )?(?:another|a different|a new|some other) (?:slot|time|day)(?: for (?:it|that))?( .{2,40})?$/iu;
/** 'no piano on the 17th, move it to the 18th' */
const NOT_THEN =
  /^no (\p{L}[^,;]{2,60})[,;.] ?(?:so |and |but |please |can you |could you ){0,3}(move|re-?schedule|push|postpone|shift) (?:it|that) (.{2,80})$/iu;
const NEEDED_NO_LONGER =
  /^(?:i|we) (?:don['’]?t|do not) need (?!to\b)((?:the |my |our )[^,;]{2,60}?) (?:any ?more|any longer)$|^(?:i|we) no longer need (?!to\b)((?:the |my |our )[^,;]{2,60})$/i;

/**
 * 'move lunch to 1' of 'don't cancel lunch, just move it to 1' and of 'I can't make lunch, move it to 1'; other texts as
 * they are.
 */
export function readRather(text: string): string {
  const [, dropped, verb, behind = ''] = DROPPED.exec(text) ?? [];
  if (dropped && verb) {
    const object = dropped.replace(/ any ?(?:more|longer)$/i, '');
    // 'take it off' means to remove it from the calendar.
    if (/^take$/i.test(verb)) return /^ (?:off|out)\b/i.test(behind) ? `cancel ${object}` : text;
    return `${verb} ${object}${behind}`;
  }
  const [, missed, day = ''] = OTHER_SLOT.exec(text) ?? [];
  if (missed) return `move ${missed} to my next free slot${day}`;
  const [, absent, moving, target] = NOT_THEN.exec(text) ?? [];
  if (absent && moving && target) return `${moving} ${absent} ${target}`;
  const [, one, two] = NEEDED_NO_LONGER.exec(text) ?? [];
  if (one ?? two) return `cancel ${one ?? two}`;
  const [, object, request] = RATHER.exec(text) ?? [];
  return object && request ? request.replace(/\bit\b/i, object) : text;
}

export const QUESTION_REFUSAL =
  'I read that as a question, so nothing was changed. Say it as a request to have it done.';

/** 'mom is at the hospital' says nothing about dinner with her. */
const WHEREABOUTS =
  /^(?:my |our |the |his |her )?(?:mom|mum|mother|dad|father|parents|wife|husband|partner|kids?|sons?|daughters?|brother|sister|boss|grandma|grandpa|boyfriend|girlfriend) (?:is|are|will be) (?:now |still )?(?:at|in) (?!\d)[^\d?]{2,60}$/i;

/** Why nothing is done about a message; null if it may be a request. */
export function refuseNoRequest(text: string): string | null {
  if (NEGATED.test(text) || WHEREABOUTS.test(text)) return 'All right, nothing was changed.';
  return SUPPOSED.test(text) ? QUESTION_REFUSAL : null;
}

const REPORTED =
  /^[\p{L}'’:\d ]{1,60} (?:moved|cancell?ed|deleted|postponed|re-?scheduled|renamed|removed|shifted|pushed)\b/iu;
const DENIED =
  /^(?:i|we|you|he|she|they|it|there)\b.{0,80}(?:n['’]t|\bnot|\bnever|\bno longer|\bunavailable)\b/i;
const UNSURE =
  /^(?:if|unless|in case|provided|as long as|would|mind|maybe|perhaps|not|never|instead of|nobody|no one|i meant?|(?:hm+|no|nah|well|oh|hey)[, ]|make (?:it|that|this) an? )|\b(?:instead of|rather than)\b/i;

/** What was: 'I had lunch with Tom yesterday'. */
const PAST_EVENT =
  /^(?:i|we)(?:['’]ve| have)? (?:just |already )?(?:had|met|saw|seen|went|was|were|did|attended|spoke|talked|visited|came|ate|took)\b/i;

export const isDenial = (clause: string): boolean => DENIED.test(clause);

/** When somebody works is a setting. */
const WORKING =
  /^i(?:['’]m| am|['’]ll be) (?:finishing|leaving|starting|stopping) (?:early|late|work)\b|^(?:i|we) (?:usually |always |normally )?(?:(?:start|begin|finish|stop|end) (?:work|working)\b|(?:leave|arrive|get home|get back)\b)/i;

/** Whether a clause reports, denies or depends on something, so that no event is created for it. */
export const isNoNewEvent = (clause: string): boolean =>
  WORKING.test(clause) ||
  REPORTED.test(clause) ||
  PAST_EVENT.test(clause) ||
  DENIED.test(clause) ||
  UNSURE.test(clause) ||
  ABOUT_ALL.test(clause) ||
  AMOUNT.test(clause) ||
  FACT.test(clause) ||
  REPEATING.test(clause);

/** 'the piano lesson now costs 50' */
const FACT =
  /^(?:the |my |our )?\p{L}.{1,60} now (?:costs?|has|have|needs?|includes?|comes?|requires?|lasts?)\b/iu;

/** 'yoga +1h' changes what there is. */
const AMOUNT = / [-+] ?\d{1,3} ?(?:h|m|hours?|hrs?|minutes?|mins?)$/i;

/** 'everything moves to Friday', 'the gym's at 7': about what there is. */
const ABOUT_ALL =
  /^(?:everything|nothing|all (?:my|the|of))\b|^(?:the |my )?\p{L}{2,30}['’]s (?:at|on|now) /iu;

/** 'make the sync weekly' is about one that there is. */
const REPEATING =
  /^(?:make|change|turn|switch|let|have) .{1,120}\b(?:every|each|daily|weekly|monthly|yearly)\b|^(?:mark|flag|label|tag) .{1,120} as\b/i;

const DAY_OF_MONTH =
  /\b(?:(3\d|[4-9]\d)(?:st|nd|rd|th)?(?: of)? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7}|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7} (3\d|[4-9]\d)(?:st|nd|rd|th)?)\b(?!:| ?(?:min|h|people|years?))/gi;
const SHORT_MONTH = /^(?:apr|jun|sep|nov)/i;

/** '25:00'; 24:00 is the end of a day. */
const IMPOSSIBLE_HOUR = /(?<=\b(?:at|from|to|until|till) )(?:2[5-9]|[3-9]\d):[0-5]\d\b/i;

/** A date that no calendar has, as it was said. */
export function findImpossibleDate(text: string): string | null {
  const [hour] = IMPOSSIBLE_HOUR.exec(text) ?? [];
  if (hour) return hour;
  for (const [said, before, month, earlier, after] of text.matchAll(DAY_OF_MONTH)) {
    const name = month ?? earlier ?? '';
    const most = /^feb/i.test(name) ? 29 : SHORT_MONTH.test(name) ? 30 : 31;
    if (Number(before ?? after) > most) return said;
  }
  return null;
}
