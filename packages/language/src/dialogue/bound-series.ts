import { DAY_MS } from '@dayloom/time';
import { carryOut } from './carry-out.ts';
import type { DialogueData } from './data.ts';
import { type ChangeEventFrame, NO_EDIT } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { readReference } from './references.ts';
import { endRule } from './series-rules.ts';
import type { DialogueAnswer, DialogueState } from './state.ts';
import { readWhen } from './when.ts';

const FIRST_DAY =
  /^(?:and )?(?:starting|beginning|starts|begins|from)(?: on| in| from)? (.{3,40}?)(?: on(?:wards?)?)?$/i;
const LAST_DAY = /^(?:and )?(?:only )?(?:until|till|through|ending|ends)(?: on| in)? (.{3,40})$/i;

/** 'until the end of January' and 'starting in December' about a series that was just added, or is drafted. */
export function boundSeries(plain: string, data: DialogueData, state: DialogueState): DialogueAnswer | null {
  const last = (state.draft ?? state.recent)?.at(-1);
  if (last?.act !== 'create_event' || last.recurrenceRule === null) return null;
  const [, first] = FIRST_DAY.exec(plain) ?? [];
  const [, end] = LAST_DAY.exec(plain) ?? [];
  const said = first ?? end;
  const when = said && isOnlyTime(said, data) ? readWhen(said, data) : null;
  if (!when?.hasDate || when.minute !== null || when.from === null) return null;
  const day = { from: when.from, to: when.from + DAY_MS, hasDate: true, isWithinDay: true, isWeekday: false };
  const clock = { minute: null, endMinute: null, isEitherHalf: false, open: null };
  const frame =
    end === undefined
      ? { ...last, when: { ...clock, ...last.when, ...day } }
      : { ...last, recurrenceRule: endRule(last, { until: when }, data) };
  if (state.draft)
    return {
      ...carryOut([...state.draft.slice(0, -1), frame], data, { ...state, draft: null }),
      replacesDraft: true,
    };
  const [mention] = state.mentions;
  if (mention?.kind !== 'event' || end === undefined) return null;
  const change: ChangeEventFrame = {
    act: 'change_event',
    text: plain,
    reference: readReference('it', data),
    edit: { ...NO_EDIT, recurrenceRule: frame.recurrenceRule },
    chosen: { eventId: mention.eventId, recurrenceId: mention.recurrenceId },
  };
  return carryOut([change], data, state);
}
