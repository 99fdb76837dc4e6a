import type { DialogueData } from './data.ts';
import { findEvents } from './find-events.ts';
import { type ChangeEventFrame, type EventEdit, NO_EDIT, type SwapFrame } from './frames.ts';
import { readReference } from './references.ts';

/** Reads one form of a change of an event; null if the clause has another form. */
export type EditReader = (clause: string, data: DialogueData) => ChangeEventFrame | SwapFrame | null;

/** Whether the words match existing events. */
export const isFound = (reference: ChangeEventFrame['reference'], data: DialogueData): boolean =>
  reference.words.length + reference.people.length > 0 &&
  findEvents(reference, data, { mentions: [] }).kind === 'found';

/** A change of the event that `object` names; without words it is 'it'. */
export function toFrame(
  text: string,
  object: string,
  edit: Partial<EventEdit>,
  data: DialogueData,
): ChangeEventFrame {
  const phrase = object.replace(/^\s*(?:the )?(?:time|date|start time|start|day) (?:of|for) /i, '');
  const reference = readReference(phrase.trim() === '' ? 'it' : phrase, data);
  return { act: 'change_event', text, reference, edit: { ...NO_EDIT, ...edit }, chosen: null };
}

const VERB =
  'move|reschedule|re-schedule|shift|push|postpone|delay|change|bring|pull|put|switch|bump|set(?! up\\b)|make|adjust|update|edit|modify|drag|slide|extend|lengthen|prolong|shorten|cut|reduce|trim|start|end|finish|have|advance|snooze|defer';

/** A verb of change at the beginning. */
export const CHANGE_VERB = new RegExp(`^(?:${VERB})\\b\\s*`, 'i');
