import { DAY_MS, HOUR_MS, type Interval } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import type { Context } from './change-event.ts';
import {
  askWho,
  findMeal,
  findPlace,
  getUsualMinutes,
  listMealSlots,
  offerSlots,
  toIso,
  toWindow,
} from './create-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame, RequestMeetingFrame } from './frames.ts';
import { listFreeSlots } from './free-slots.ts';
import { isOnlyTime } from './only-time.ts';
import { ask, type FrameOutcome, run, say } from './outcome.ts';
import { findPeople } from './people.ts';
import { splitPeople, withoutTimes } from './references.ts';
import { readMinutes, readWhen, type When } from './when.ts';
import { capitalise, describeTime, joinNames } from './wording.ts';

const USUAL_MINUTES = 30;
const MAX_TIMES = 3;
const SEARCHED_DAYS = 7;
const MAX_FOUND = 60;
/** Others need some time to answer. */
const NOTICE_MS = 2 * HOUR_MS;

const ASK =
  /^(?:ask|poll) (?!me\b)(.{2,80}?),? (?:(?:for|about|to find|to pick|to choose|to agree on) (?:an? |some |the )?(?:times? (?:for|to) )?|(?:when|which (?:day|time)s?) (?:they|she|he|it|we)? ?(?:has|have|can|could|suits?|works?|is|are)? ?(?:all )?(?:time|free|meet|best|available)? ?(?:for (?:an? )?)?)(.{0,160})$/i;
const PROPOSE =
  /^(?:propose|suggest|offer|send)(?: (?:an?|some|three|a few|my))?(?: (?:meeting|possible|free))? (?:times?|slots?|meetings?|meeting requests?|poll)(?: requests?)? (?:to|with|for) (.{2,160})$/i;
const SEND = /^send (.{2,80}?) (?:an? )?(?:meeting request|poll|scheduling poll)\b(.{0,160})$/i;
const ABOUT =
  /\b(?:about|regarding|to discuss|to talk about|on the subject of) (.{1,100}?)(?= (?:next|this|on|for|tomorrow|today|before|after|in)\b|[,.]|$)/i;
/** 'poll Ana and Lee for a one hour workshop next week' */
const KIND =
  /^ ?(?:for )?(?:an? |our |the )?(?:(?:next|this) (?:week|month) for (?:an? )?)?(?:(?:\d{1,3}|one|two|three|half an)[- ]?(?:minutes?|mins?|hours?|h|m)[- ](?:long )?)?((?:\p{L}{3,20} )?(?:workshop|review|interview|breakfast|lunch|dinner|coffee|demo|planning|retro(?:spective)?|kick-?off|training|brainstorm(?:ing)?|offsite|debrief|presentation))\b/iu;
const TIMED =
  /\b(?:meeting|call|chat|time|times|slots?|coffee|lunch|dinner|sync|catch-?up|1:1|appointment|minutes?|mins?|hours?|when|which day)\b/i;
const BEHIND = / (?:for|about|on|next|this|tomorrow|in|before|after|to discuss|regarding|sometime)\b/i;

const PROPOSE_TIMES =
  /^(?:propose|suggest|offer) (.{2,160}?) (?:to|with) (.{2,80}?)(?: (?:for|about|to discuss) (?:an? |the |our )?(.{2,100}))?$/i;

/** 'propose Tuesday at 2 or Wednesday at 3 to Ana for a review'; null if no times were said. */
function readProposedTimes(clause: string, data: DialogueData): RequestMeetingFrame | null {
  const [, said, who, about] = PROPOSE_TIMES.exec(clause) ?? [];
  if (!said || !who) return null;
  const times: When[] = [];
  for (const each of said.split(/,? (?:or|and) |, ?/i)) {
    const part = each.replace(/^(?=\d{1,2}(?::\d\d)?(?: ?[ap]m)?$)/i, 'at ');
    const when = isOnlyTime(part, data) ? readWhen(part, data) : null;
    const last = times.at(-1);
    // 'Tuesday at 2 or 4' is twice on Tuesday.
    const day = when && !when.hasDate && last ? { ...when, from: last.from, hasDate: true } : when;
    if (!day?.hasDate || day.minute === null) return null;
    times.push(day);
  }
  const people = splitPeople(who);
  const minutes = readMinutes(about ?? '');
  const title = about?.replace(LENGTH_FIRST, '') ?? null;
  return { act: 'request_meeting', text: clause, people, title, minutes, when: null, times };
}

const LENGTH_FIRST = /^(?:\d{1,3}|half an|one|two|three)[- ]?(?:minutes?|mins?|hours?|h|m)[- ]/i;

/** 'ask Ana and Ben for 30 minutes next week'; null if it asks nobody for a time. */
export function readMeetingRequest(clause: string, data: DialogueData): RequestMeetingFrame | null {
  const fixed = readProposedTimes(clause, data);
  if (fixed) return fixed;
  const question = ASK.exec(clause);
  // 'ask Ana for the report' is about no meeting.
  const asked = question && TIMED.test(clause) ? question : SEND.exec(clause);
  const proposed = PROPOSE.exec(clause)?.[1];
  const end = proposed ? proposed.search(BEHIND) : -1;
  const who = asked?.[1] ?? (end === -1 ? proposed : proposed?.slice(0, end));
  if (!who) return null;
  const rest = asked
    ? (asked[2] ?? '').replace(/^times? /i, '')
    : end === -1
      ? ''
      : (proposed?.slice(end) ?? '');
  const people = splitPeople(withoutTimes(who, data).rest).filter(
    (name) => !/^(?:me|myself|us)$/i.test(name),
  );
  if (people.length === 0) return null;
  return {
    act: 'request_meeting',
    text: clause,
    people,
    title: ABOUT.exec(rest)?.[1]?.replace(/^(?:the|my|our|an?) /i, '') ?? KIND.exec(rest)?.[1] ?? null,
    minutes: readMinutes(rest),
    when: readWhen(rest.replace(/\bfor (?=(?:an? )?\d|half|an hour)/gi, ' '), data),
  };
}

const NEW_EVENT: Omit<CreateEventFrame, 'text' | 'title' | 'when' | 'minutes'> = {
  act: 'create_event',
  people: [],
  location: null,
  recurrenceRule: null,
  isAllDay: false,
  isAtFreeTime: false,
};

/** A draft of a request with the times that were said, or with the first free ones, on different days where there are enough. */
export function requestMeeting(frame: RequestMeetingFrame, { data }: Context): FrameOutcome {
  const { people: names, title, minutes, when } = frame;
  const { known, unknown, ambiguous } = findPeople(names, data);
  if (ambiguous) return askWho(ambiguous.name, ambiguous.people);
  if (unknown.length > 0) return ask('address', `What is the email address of ${joinNames(unknown)}?`);
  const durationMinutes =
    minutes ?? (findMeal(title ?? '') === null ? USUAL_MINUTES : getUsualMinutes(title ?? ''));
  const window = when?.minute == null ? toWindow(when, data) : null;
  const within = {
    start: Math.max(window?.start ?? 0, data.now + NOTICE_MS),
    end: window?.end ?? data.now + SEARCHED_DAYS * DAY_MS,
  };
  const said = (frame.times ?? []).map((time) =>
    findPlace({ ...NEW_EVENT, text: frame.text, title, when: time, minutes: durationMinutes }, data),
  );
  const unclear = said.find((place) => 'question' in place);
  if (unclear && 'question' in unclear) return unclear.question;
  const fixed = said.flatMap((place) => ('question' in place ? [] : [place]));
  const past = fixed.find(({ start }) => start <= data.now);
  if (past) return say(`${describeTime(past, data)} is in the past. Nothing was sent.`);
  const meal = findMeal(title ?? '');
  const meals = meal === null ? [] : listMealSlots(data, { meal, minutes: durationMinutes, within });
  const times =
    fixed.length > 0
      ? fixed
      : meals.length > 0 && when?.minute == null
        ? meals.slice(0, MAX_TIMES)
        : when?.minute == null
          ? pickTimes(listFreeSlots(data, { minutes: durationMinutes, within, most: MAX_FOUND }), data)
          : listFreeSlots(data, { minutes: durationMinutes, within: toWindow(when, data), most: MAX_TIMES });
  if (times.length === 0) {
    const others = listFreeSlots(data, { minutes: durationMinutes, within: null, most: MAX_TIMES });
    return ask('when', 'You have no free time of that length then. When instead?', offerSlots(others, data));
  }
  const input = {
    title: capitalise(title ?? `Meeting with ${joinNames(known.map(({ name, email }) => name || email))}`),
    durationMinutes,
    times: times.map(({ start }) => toIso(start)),
    attendees: known,
    timeZone: data.timeZone,
  };
  return run([{ tool: 'create_meeting_request', input }], []);
}

/** The first time of each day; then the next ones. */
function pickTimes(slots: readonly Interval[], data: DialogueData): Interval[] {
  const clock = createWallClock(data);
  const getSlotDay = ({ start }: Interval) => floorTo('day', clock.toWall(start));
  const firsts = slots.filter(
    (slot, at) => slots.findIndex((other) => getSlotDay(other) === getSlotDay(slot)) === at,
  );
  const others = slots.filter((slot) => !firsts.includes(slot));
  return [...firsts, ...others].slice(0, MAX_TIMES).toSorted((one, other) => one.start - other.start);
}
