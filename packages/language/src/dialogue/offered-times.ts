import type { Interval } from '@dayloom/time';
import { MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame } from './frames.ts';
import { findCompany } from './references.ts';
import { capitalise, joinNames } from './wording.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const TAKE =
  /^(?:book|take|schedule|use|reserve|block|grab) (?:me )?(?:the )?(first|second|third|fourth|fifth|sixth|last)(?: one| slot| time| of them| of those)?(?: (?:for|with) .{1,160})?$/i;
const FOR = /\bfor (?:an? |the |my )?(.{1,120}?)(?: with .{1,80})?$/i;

/** 'book the first one for a haircut' about free times that were shown; null if it is about something else. */
export function readOffered(
  text: string,
  data: DialogueData,
  offered: readonly Interval[],
): CreateEventFrame | null {
  const word = TAKE.exec(text)?.[1]?.toLowerCase();
  const slot = word ? offered.at(ORDINALS.indexOf(word)) : undefined;
  if (!slot) return null;
  const clock = createWallClock(data);
  const wall = clock.toWall(slot.start);
  const { people } = findCompany(text);
  const about = FOR.exec(text)?.[1];
  const company = people.length > 0 ? ` with ${joinNames(people)}` : '';
  return {
    act: 'create_event',
    text,
    title: about ? capitalise(`${about}${company}`) : company === '' ? null : `Meeting${company}`,
    people,
    when: {
      from: floorTo('day', wall),
      to: null,
      minute: (wall - floorTo('day', wall)) / MINUTE_MS,
      endMinute: null,
      isEitherHalf: false,
      open: null,
      hasDate: true,
      isWeekday: false,
      isWithinDay: true,
    },
    minutes: (slot.end - slot.start) / MINUTE_MS,
    location: null,
    recurrenceRule: null,
    isAllDay: false,
    isAtFreeTime: false,
  };
}
