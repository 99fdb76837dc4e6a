import { type DialogueData, type DialogueEvent, toMention } from './data.ts';
import { findEvents, matchesMention } from './find-events.ts';
import { isNamed } from './matching.ts';
import { readReference } from './references.ts';
import { addMentions, type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
import { capitalise, describeEventTime, joinNames, quote } from './wording.ts';

const ANSWERING =
  "(?:accept(?:ed)?|declined?|repl(?:y|ied)|respond(?:ed)?|answer(?:ed)?|rsvp(?:ed|['’]d)?|confirm(?:ed)?|(?:say|said) (?:yes|no))";
const INVITATION = '(?: (?:invite|invitation|request))?(?: (?:yet|already|so far))?';
const ANSWERED = new RegExp(
  String.raw`^(?:did|has|have) (?!(?:i|we|you|he|she|it|that|this)\b)(\p{L}{2,20}(?: \p{L}{2,20})?) (?:already |yet )?${ANSWERING}(?: (?:to|for))?( .{2,80}?)??${INVITATION}$`,
  'iu',
);
const COMING =
  /^(?:is|will) (\p{L}{2,20}(?: \p{L}{2,20})?) (?:be )?(?:coming|going|attending|joining|come|be at|attend|join) (?:to |for )?((?:the |my |our )?\p{L}.{1,80})$/iu;
const WHO = new RegExp(
  String.raw`^who(?: all| else)? (?:has |have |did |has not |has(?:n['’]t) |have(?:n['’]t) |did(?:n['’]t) )?(?:already |yet )?${ANSWERING}(?: (?:to|for))?( .{2,80}?)??${INVITATION}$`,
  'iu',
);
const EVERYBODY = /^(?:every(?:one|body)|any(?:one|body)|all|people|they|the others|the guests)$/i;

const SAYINGS = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'answered maybe',
  needsAction: 'not answered yet',
} as const;

/** 'did Emma accept the dinner?', 'who has answered?': what guests answered to an invitation. Null for other texts. */
export function answerGuestAnswers(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const drafted = describeDraftedGuests(plain, state);
  if (drafted) return drafted;
  const [, name, object] = ANSWERED.exec(plain) ?? COMING.exec(plain) ?? [];
  const asked = WHO.exec(plain);
  if (!name && !asked) return null;
  const isOne = name !== undefined && !EVERYBODY.test(name);
  const said = (object ?? asked?.[1] ?? '').trim();
  const event = findInvited(isOne ? name : null, said, data, state);
  if (!event) return null;
  const guests = event.attendees.filter((person) => !isOne || isNamed(name, person));
  const about = `${quote(event.title || 'Untitled')} (${describeEventTime(event, data)})`;
  const mentions = addMentions([toMention(event)], state.mentions);
  return plainAnswer(
    { ...state, mentions },
    {
      reply:
        guests.length === 0
          ? `${isOne ? `${capitalise(name)} is not invited to ${about}` : `Nobody is invited to ${about}`}.`
          : `${about}: ${describeAnswers(guests)}.`,
      events: [event],
    },
  );
}

/** 'Ana Silva accepted; Lee Chan and Tom Fox have not answered yet' */
function describeAnswers(guests: DialogueEvent['attendees']): string {
  const statuses = ['accepted', 'tentative', 'declined', 'needsAction'] as const;
  return statuses
    .flatMap((status) => {
      const names = guests
        .filter((guest) => (guest.status ?? 'needsAction') === status)
        .map(({ name, email }) => name || email);
      if (names.length === 0) return [];
      const has = names.length === 1 ? 'has' : 'have';
      return [`${joinNames(names)} ${has} ${SAYINGS[status]}`];
    })
    .join('; ');
}

/** The next event that the words mean, and that the person is invited to. */
function findInvited(
  name: string | null,
  said: string,
  data: DialogueData,
  { mentions }: DialogueState,
): DialogueEvent | null {
  const [mention] = mentions;
  const mentioned = mention ? data.events.find((event) => matchesMention(event, mention)) : undefined;
  const isNameless = said === '' || /^(?:it|that|this)$/i.test(said);
  if (isNameless && mentioned) return mentioned;
  if (isNameless && name === null) return null;
  const reference = readReference(isNameless ? `next event with ${name}` : said, data);
  if (reference.words.length + reference.people.length === 0 && reference.when === null) return null;
  const found = findEvents(reference, data, { mentions });
  const events = found.kind === 'none' ? [] : found.events;
  const isInvited = (event: DialogueEvent) =>
    event.attendees.some((person) => name === null || isNamed(name, person));
  const [only, ...others] = events;
  return events.find(isInvited) ?? (others.length === 0 ? (only ?? null) : null);
}

/** 'who is invited?' while an event with guests waits. */
function describeDraftedGuests(plain: string, state: DialogueState): DialogueAnswer | null {
  const last = state.draft?.at(-1);
  if (last?.act !== 'create_event' || !/^who(?:['’]s| is| am i meeting)? it with$/i.test(plain)) return null;
  return plainAnswer(state, {
    reply:
      last.people.length === 0
        ? 'The draft invites nobody.'
        : `The draft invites ${joinNames(last.people.map(capitalise))}.`,
  });
}
