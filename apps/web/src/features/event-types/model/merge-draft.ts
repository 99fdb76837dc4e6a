import type { EventType } from '@dayloom/contracts';
import { type Draft, isSame, toDraft } from './draft.ts';

const names: Readonly<Record<keyof Draft, string>> = {
  slug: 'end of the address',
  title: 'title',
  description: 'description',
  durations: 'lengths',
  location: 'place',
  color: 'colour',
  isHidden: 'visibility',
  needsApproval: 'approval',
  confirmsEmail: 'confirmation of addresses',
  bufferBeforeMinutes: 'free time before',
  bufferAfterMinutes: 'free time after',
  minimumNoticeMinutes: 'notice',
  horizonDays: 'days ahead',
  stepMinutes: 'steps',
  dailyCap: 'limit a day',
  weeklyCap: 'limit a week',
  hours: 'hours',
  overrides: 'dates',
  questions: 'questions',
};

/** A draft after the event type was changed elsewhere. */
export interface MergedDraft {
  /** With the changes of both sides; where both changed a field, the draft's own. */
  readonly mine: Draft;
  /** The same, but where both changed a field, the other side's. */
  readonly theirs: Draft;
  /** The fields that both sides changed, in words. */
  readonly contested: readonly string[];
}

/** Merges a draft, which began as `before`, with what was saved elsewhere since. */
export function mergeDraft(before: EventType, draft: Draft, latest: EventType): MergedDraft {
  const [base, other] = [toDraft(before), toDraft(latest)];
  const fields = Object.keys(names) as (keyof Draft)[];
  const changed = fields.filter((field) => !isSame(draft[field], base[field]));
  const contested = changed.filter(
    (field) => !isSame(other[field], base[field]) && !isSame(other[field], draft[field]),
  );
  const take = (kept: readonly (keyof Draft)[]): Draft => ({
    ...other,
    ...Object.fromEntries(kept.map((field) => [field, draft[field]])),
  });
  return {
    mine: take(changed),
    theirs: take(changed.filter((field) => !contested.includes(field))),
    contested: contested.map((field) => names[field]),
  };
}
