import { MINUTE_MS } from '@dayloom/time';
import { readLengths } from '../time-expressions/read-times.ts';
import { CHANGE_VERB, type EditReader, isFound, toFrame } from './edit-reader.ts';
import { findEvents } from './find-events.ts';
import type { EventEdit } from './frames.ts';

const EARLIER = /\b(?:earlier|sooner|up|forward|ahead|before)\b/i;
const LATER = /\b(?:later|back|out|after|down)\b/i;
const LONGER = /\b(?:longer|more|extra|additional|another)\b/i;
const SHORTER = /\b(?:shorter|less|fewer|off)\b/i;

/** 'block out two hours' is something new. */
const ADDING =
  /^(?:block|book|schedule|re-?serve|reserve|add|create|plan|pencil|set up|arrange|organi[sz]e)\b/i;

/** 'push back the review by 90 minutes', 'make it 15 minutes longer', 'an hour earlier', 'shorten it to 1 hour' */
export const readAmount: EditReader = (clause, data) => {
  const [length] = readLengths(clause);
  if (!length) return null;
  const verb = CHANGE_VERB.exec(clause)?.[0].trim().toLowerCase() ?? '';
  if (verb === '' && ADDING.test(clause)) return null;
  const before = clause.slice(0, length.from);
  // 'every two weeks' says how often, and not how long.
  if (/\b(?:every|each)\s*$/i.test(before)) return null;
  const after = clause.slice(length.to);
  const object = `${before.slice(verb === '' ? 0 : verb.length)} ${after}`
    .replace(/\b(?:by|to|for|it's|its|the (?:duration|length) of|duration|length|long)\b/gi, ' ')
    .replace(
      /\b(?:earlier|sooner|later|longer|shorter|back|forward|ahead|more|less|extra|another|out|up|only)\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (?:to )?(?:start|begin|end|finish)s?$/i, '');
  const around = `${before} ${after}`;
  const edit = toAmount({ verb, around, before, after, minutes: length.minutes });
  return edit ? toFrame(clause, object, edit, data) : null;
};

const ADD_TIME =
  /^(add|tack|take|cut|shave) (.{2,30}?) (?:more |extra )?(?:to|onto|on to|on|off|from|off of) (?:the end of )?(?!(?:my |the )?(?:calendar|schedule|agenda|diary|day|week)\b)(.{2,80})$/i;

/** 'add 15 minutes to lunch', 'take 10 minutes off the review' */
export const addTime: EditReader = (clause, data) => {
  const [, verb = '', said = '', object = ''] = ADD_TIME.exec(clause) ?? [];
  const [length] = readLengths(said);
  if (!length || length.from > 3 || length.to < said.length) return null;
  const isLonger = /^(?:add|tack)$/i.test(verb);
  return toFrame(clause, object, { growMinutes: isLonger ? length.minutes : -length.minutes }, data);
};

interface Amount {
  readonly verb: string;
  readonly around: string;
  readonly before: string;
  readonly after: string;
  readonly minutes: number;
}

function toAmount({ verb, around, before, after, minutes }: Amount): Partial<EventEdit> | null {
  const isGrowing = /^(?:extend|lengthen|prolong)/.test(verb);
  const isShrinking = /^(?:shorten|cut|reduce|trim)/.test(verb);
  const isTotal = /\b(?:to|at)\s*(?:only )?$/i.test(before) || /\b(?:duration|length)\b/i.test(before);
  if (isGrowing || isShrinking) {
    if (isTotal) return { minutes };
    return { growMinutes: isGrowing ? minutes : -minutes };
  }
  if (LONGER.test(around) && !/\b(?:later|earlier)\b/i.test(around) && verb !== '')
    return { growMinutes: minutes };
  if (/\blonger\b/i.test(around)) return { growMinutes: minutes };
  if (/\bshorter\b/i.test(around)) return { growMinutes: -minutes };
  const isShift =
    /\b(?:by|back|forward|ahead|up|out|earlier|later)\s*$/i.test(before) ||
    /^\s*(?:earlier|later|sooner|back|forward|up|ahead|out)\b/i.test(after);
  const isMoving =
    /^(?:move|push|shift|postpone|delay|bump|bring|pull|put|reschedule|slide|advance|start|drag|snooze|)$/.test(
      verb,
    );
  // 'to Friday at 10 for 45 minutes' gives a time and a length.
  const isLasting = / to .{1,40} for\s*$/i.test(before);
  if (isMoving && !isLasting && (isShift || /^(?:delay|postpone|push|bump|snooze)$/.test(verb)))
    return { shiftMinutes: isEarlier(verb, around) ? -minutes : minutes };
  if (
    /^(?:change|make|start|set|have|end|finish)$/.test(verb) &&
    (EARLIER.test(after) || LATER.test(after))
  ) {
    const shift = EARLIER.test(after) ? -minutes : minutes;
    return /\bend(?:s|ing)?\b/i.test(around) || verb === 'end' || verb === 'finish'
      ? { growMinutes: shift }
      : { shiftMinutes: shift };
  }
  if (SHORTER.test(after) && verb !== '') return { growMinutes: -minutes };
  const isLength =
    /^(?:make|set|change|have)$/.test(verb) &&
    /^(?:long|in length|instead|long instead|)$/i.test(after.trim());
  return isLength ? { minutes } : null;
}

/** 'push back' is later, 'push up' and 'bring forward' earlier. */
function isEarlier(verb: string, around: string): boolean {
  if (/\b(?:earlier|sooner|up)\b/i.test(around)) return true;
  if (/\b(?:later|back|out)\b/i.test(around)) return false;
  return /^(?:bring|pull|advance)$/.test(verb) || (/\b(?:forward|ahead)\b/i.test(around) && verb !== 'push');
}

const TAKES =
  /^(?:the|my|our) (.{2,80}?) (?:will take|will last|takes|lasts|is going to take|is going to last|should take|should last|should be|will be|needs) (?:about |around |only )?((?:\d|an? |half|one|two|three|four).{1,30}?)(?: long| in total)?$/i;

/** 'the interview will take 90 minutes' */
export const readDuration: EditReader = (clause, data) => {
  const [, object, said = ''] = TAKES.exec(clause) ?? [];
  const [length] = readLengths(said);
  if (!object || !length || length.from > 0 || length.to < said.length) return null;
  const frame = toFrame(clause, object, { minutes: length.minutes }, data);
  return isFound(frame.reference, data) ? frame : null;
};

const TWICE =
  /^(?:(double|halve) (?:the (?:length|duration|time) of )?((?:the|my|our) .{2,80}?)|make ((?:the|my|our) .{2,80}?) (twice|half) as long)$/i;

/** 'double the length of the standup' */
export const multiplyLength: EditReader = (clause, data) => {
  const [, verb, one, other, times] = TWICE.exec(clause) ?? [];
  const object = one ?? other;
  if (!object) return null;
  const frame = toFrame(clause, object, {}, data);
  const found = findEvents(frame.reference, data, { mentions: [] });
  const [event] = found.kind === 'found' ? found.events : [];
  if (!event) return null;
  const factor = /^(?:double|twice)$/i.test(verb ?? times ?? '') ? 2 : 0.5;
  const minutes = Math.round(((event.end - event.start) / MINUTE_MS) * factor);
  return { ...frame, edit: { ...frame.edit, minutes } };
};
