import type { DialogueData, DialogueEvent } from './data.ts';
import { findEvents, isSameSeries, listNamed, matchesMention } from './find-events.ts';
import type { ChangeEventFrame, DeleteEventFrame, Frame } from './frames.ts';
import { redraft } from './redraft.ts';
import { type Reference, readReference } from './references.ts';
import { type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
import { isOpenEnded } from './targets.ts';
import { quote } from './wording.ts';

/** Which events a draft is about: 'all of them', 'except the interview'. */

type ScopedFrame = ChangeEventFrame | DeleteEventFrame;

const isScoped = (frame: Frame | undefined): frame is ScopedFrame =>
  frame?.act === 'change_event' || frame?.act === 'delete_event';

const ALL_OF_IT =
  /^(?:(?:no|actually|sorry|i meant?|wait|and)[, ]+)?(?:(?:cancel|delete|move|change) )?(?:all(?: of (?:them|those|it))?|every (?:single )?one(?: of (?:them|those))?|the (?:whole|entire) (?:series|thing)|all (?:future|coming) ones)(?: instead)?$/i;

/** 'actually all of them' about one occurrence of a series that was drafted or changed. */
export function widenToSeries(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const frames = state.draft ?? state.recent;
  const last = frames?.at(-1);
  if (!ALL_OF_IT.test(plain) || !isScoped(last)) return null;
  const { text, words, people, isAll } = last.reference;
  if (isAll || words.length + people.length === 0) return null;
  const found = findEvents(last.reference, data, { mentions: [] });
  const [event] = found.kind === 'found' ? found.events : [];
  if (!event?.isRecurring) return null;
  const reference = { ...readReference(`all ${text.replace(/^(?:the|my|our) /i, '')}`, data), when: null };
  const before = state.draft ? state.draft.slice(0, -1) : [];
  return redraft([...before, { ...last, reference, chosen: null }], data, state);
}

/** What a frame is about so far. */
function listOwn(
  frame: Frame,
  data: DialogueData,
  { mentions, listed }: DialogueState,
): readonly DialogueEvent[] {
  if (!isScoped(frame)) return [];
  const { chosen } = frame;
  if (chosen) return data.events.filter((event) => matchesMention(event, { kind: 'event', ...chosen }));
  const found = findEvents(frame.reference, data, { mentions, listed });
  return found.kind === 'found' ? found.events : [];
}

/** The change of one of its events; of an endless series, of this one occurrence. */
function toSingle(frame: ScopedFrame, { eventId, recurrenceId }: DialogueEvent): ScopedFrame {
  const { reference } = frame;
  const single = isOpenEnded(reference) ? { ...reference, isAll: false } : reference;
  return { ...frame, reference: single, chosen: { eventId, recurrenceId } };
}

/** Whether words name something, and are not only 'the first one'. */
const isNaming = ({ words, people, when }: Reference): boolean =>
  words.length + people.length > 0 || when !== null;

const ONLY = /^(?:(?:no|actually|wait)[, ]+){0,2}(?:only|just) ((?:the |my |our )[^,]{2,80})$/i;

/** 'only the interview' about a draft of several events: the others stay as they are. */
export function narrowDraft(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const said = ONLY.exec(plain)?.[1];
  if (!state.draft || !said || !isNaming(readReference(said, data))) return null;
  const frames = state.draft.flatMap((frame) =>
    isScoped(frame)
      ? listNamed(said, listOwn(frame, data, state), data).map((event) => toSingle(frame, event))
      : [],
  );
  return frames.length > 0 ? redraft(frames, data, state) : null;
}

const EXCEPTION =
  /^(?:(?:no|actually|wait|but|and|sorry)[, ]+){0,2}(?:all )?(?:except(?: for)?|but not|not|apart from|other than|excluding|keep|leave|spare|without) ((?:the |my |our )?[^,]{2,80}?)(?: (?:in(?: place)?|alone|as it is|there|out))?$/i;

/** 'except the interview' about a draft of several events: that one stays as it is. */
export function exceptFromDraft(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const said = EXCEPTION.exec(plain)?.[1];
  if (!state.draft || !said || !isScoped(state.draft.at(-1))) return null;
  const kept = readReference(said, data);
  if (!isNaming(kept)) return null;
  const own = state.draft.map((frame) => listOwn(frame, data, state));
  const events = own.flat();
  const excepted = listNamed(said, events, data);
  if (events.length > 0 && excepted.length === 0 && findEvents(kept, data, { mentions: [] }).kind !== 'none')
    return plainAnswer(state, { reply: `${quote(said)} is not part of the draft, so it stays as it is.` });
  if (excepted.length === 0 || excepted.length === events.length) return null;
  const others = events.filter((event) => !excepted.includes(event));
  const isCut = state.draft.some(
    (frame) =>
      isScoped(frame) &&
      isOpenEnded(frame.reference) &&
      excepted.some((event) => others.some((other) => isSameSeries(event, other))),
  );
  if (isCut)
    return plainAnswer(state, {
      reply:
        "A series that changes as a whole leaves no single time out. The draft waits as it was. Name the weeks, as in 'cancel the sync this week', or say 'discard'.",
      isRefusal: true,
    });
  const frames = state.draft.flatMap((frame, at): Frame[] => {
    const mine = own[at] ?? [];
    if (!isScoped(frame) || !mine.some((event) => excepted.includes(event))) return [frame];
    const left = mine.filter((event) => !excepted.includes(event));
    if (!isOpenEnded(frame.reference)) return left.map((event) => toSingle(frame, event));
    const { except } = frame.reference;
    const all = except ? `${except} and ${said}` : said;
    return left.length > 0 ? [{ ...frame, reference: { ...frame.reference, except: all } }] : [];
  });
  return redraft(frames, data, state);
}
