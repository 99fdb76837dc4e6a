import type { DialogueData } from './data.ts';
import { addNote, invite, readRepeat, relocate, rename, uninvite } from './edit-details.ts';
import { addTime, multiplyLength, readAmount, readDuration } from './edit-lengths.ts';
import { type EditReader, isFound } from './edit-reader.ts';
import {
  fromDayToDay,
  fromThenOn,
  move,
  moveInstead,
  moveWithoutVerb,
  readStartOrEnd,
  statedTime,
  toFreeTime,
} from './edit-times.ts';
import type { ChangeEventFrame, SwapFrame } from './frames.ts';
import { readReference } from './references.ts';

const ORDINAL = '(?:first|second|third|fourth|last|next)';
const ORDINAL_ONLY = new RegExp(`^(?:my |the )?${ORDINAL}$`, 'i');
const ORDINAL_LED = new RegExp(`^(?:my |the )?${ORDINAL} (.{2,120})$`, 'i');

const swap: EditReader = (clause, data) => {
  const both = /^(?:swap|switch|exchange|trade)(?: around)? (.{3,320})$/i.exec(clause)?.[1] ?? '';
  const splits = [...both.matchAll(/ (?:and|with|for) /gi)].map(({ index, 0: between }) => [
    both.slice(0, index),
    both.slice(index + between.length),
  ]);
  // 'lunch with Tom and the review': where both sides name an event.
  const [said, other] =
    splits.find((sides) => sides.every((side) => isFound(readReference(side, data), data))) ??
    splits[0] ??
    [];
  if (!said || !other) return null;
  // 'my first and last meeting on Friday': what follows belongs to both.
  const shared = ORDINAL_ONLY.test(said) ? ORDINAL_LED.exec(other)?.[1] : null;
  const one = shared ? `${said} ${shared}` : said;
  return {
    act: 'swap_events',
    text: clause,
    references: [readReference(one, data), readReference(other, data)],
  };
};

const READERS: readonly EditReader[] = [
  addNote,
  rename,
  relocate,
  readRepeat,
  swap,
  toFreeTime,
  readStartOrEnd,
  addTime,
  readAmount,
  multiplyLength,
  fromThenOn,
  fromDayToDay,
  moveInstead,
  move,
  invite,
  uninvite,
  moveWithoutVerb,
  readDuration,
  statedTime,
];

/** Reads a clause that changes an event: its name, place, guests, length, time or repetition. */
export function readEdit(said: string, data: DialogueData): ChangeEventFrame | SwapFrame | null {
  // 'by 15' of an event is minutes.
  const clause = said.replace(/ (?:instead|rather)$/i, '').replace(/\bby (\d{1,3})$/i, 'by $1 minutes');
  for (const reader of READERS) {
    const frame = reader(clause, data);
    if (frame) return frame;
  }
  return null;
}
