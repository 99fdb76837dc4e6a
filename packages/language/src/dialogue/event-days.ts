import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { toDate } from './create-event.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { findEvents } from './find-events.ts';
import { readReference } from './references.ts';

/** Days that are named by an event: 'the day after the board meeting', 'the same day as lunch with Tom'. */
const NAMED_DAY =
  /\b(on )?the (?:(day|week) (before|after)|(?:same day as|day of)) ((?:the |my |our )?\p{L}[^,.]{1,60}?)(?= at (?:\d|noon)|,|\.|$)/iu;

/** 'the night before the interview' */
const EVENING_BEFORE =
  /\b(on )?the (?:(night|evening) (before)) ((?:the |my |our )?\p{L}[^,.]{1,60}?)(?= to \p{L}|,|\.|$)/iu;

/** The text with the date instead, where the words name one event. */
export function writeOutEventDay(text: string, data: DialogueData): string {
  const [said, , unit, side, name] = EVENING_BEFORE.exec(text) ?? NAMED_DAY.exec(text) ?? [];
  const reference = name ? readReference(name, data) : null;
  if (!said || !reference || reference.words.length + reference.people.length === 0) return text;
  const found = findEvents(reference, data, { mentions: [] });
  const [event] = found.kind === 'found' && found.events.length === 1 ? found.events : [];
  if (!event) return text;
  const away = side === undefined ? 0 : (unit === 'week' ? 7 : 1) * (side.toLowerCase() === 'after' ? 1 : -1);
  const day = toDate(floorTo('day', createWallClock(data).toWall(event.start)) + away * DAY_MS);
  const before = text.slice(0, text.indexOf(said));
  const part = /^(?:night|evening)$/i.test(unit ?? '') ? ' in the evening' : '';
  return text.replace(
    said,
    /\b(?:to|until|till|for|from) $/i.test(before) ? `${day}${part}` : `on ${day}${part}`,
  );
}
