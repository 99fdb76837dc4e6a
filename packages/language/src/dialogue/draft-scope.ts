import type { DialogueData } from './data.ts';
import { findEvents, listNamed } from './find-events.ts';
import type { ChangeEventFrame, DeleteEventFrame, Frame } from './frames.ts';
import { redraft } from './redraft.ts';
import { readReference } from './references.ts';
import { type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
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

const EXCEPTION =
  /^(?:(?:no|actually|wait|but|and|sorry)[, ]+){0,2}(?:all )?(?:except(?: for)?|but not|not|apart from|other than|excluding|keep|leave|spare|without) ((?:the |my |our )?[^,]{2,80}?)(?: (?:in(?: place)?|alone|as it is|there|out))?$/i;

const ONLY = /^(?:(?:no|actually|wait)[, ]+){0,2}(?:only|just) ((?:the |my |our )[^,]{2,80})$/i;

/** 'only the interview' about a draft of several events: the others stay as they are. */
export function onlyOfDraft(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const said = ONLY.exec(plain)?.[1];
  if (!state.draft || !said) return null;
  const context = { mentions: state.mentions, listed: state.listed };
  const frames = state.draft.flatMap((frame): Frame[] => {
    if (!isScoped(frame) || frame.chosen) return [];
    const found = findEvents(frame.reference, data, context);
    const kept = found.kind === 'found' ? listNamed(said, found.events, data) : [];
    return kept.map(({ eventId, recurrenceId }) => ({ ...frame, chosen: { eventId, recurrenceId } }));
  });
  return frames.length > 0 ? redraft(frames, data, state) : null;
}

/** 'except the interview' about a draft of several events: that one stays as it is. */
export function exceptFromDraft(
  plain: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const last = state.draft?.at(-1);
  const said = EXCEPTION.exec(plain)?.[1];
  if (!state.draft || !said || !isScoped(last)) return null;
  const kept = readReference(said, data);
  if (kept.words.length + kept.people.length === 0 && kept.when === null) return null;
  const found = state.draft.map((frame) =>
    isScoped(frame) && !frame.chosen
      ? findEvents(frame.reference, data, { mentions: state.mentions, listed: state.listed })
      : null,
  );
  const events = found.flatMap((one) => (one?.kind === 'found' ? one.events : []));
  const excepted = listNamed(said, events, data);
  if (events.length > 0 && excepted.length === 0 && findEvents(kept, data, { mentions: [] }).kind !== 'none')
    return plainAnswer(state, { reply: `${quote(said)} is not part of the draft, so it stays as it is.` });
  if (excepted.length === 0 || excepted.length === events.length) return null;
  const frames = state.draft.flatMap((frame, at): Frame[] => {
    const own = found[at];
    const mine = own?.kind === 'found' ? own.events : [];
    if (!isScoped(frame) || !mine.some((event) => excepted.includes(event))) return [frame];
    if (mine.every((event) => excepted.includes(event))) return [];
    const { except } = frame.reference;
    return [{ ...frame, reference: { ...frame.reference, except: except ? `${except} and ${said}` : said } }];
  });
  return redraft(frames, data, state);
}
