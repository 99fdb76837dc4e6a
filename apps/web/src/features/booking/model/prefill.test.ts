import { pickDuration, pickEventType } from '@dayloom/contracts/booking-page';
import { expect, test } from 'vitest';
import { anEventType } from '#test/booking-fixtures.ts';
import { readPrefill } from './prefill.ts';

const toPublic = (slug: string, durations: number[]) => ({
  ...anEventType({ slug, durations }),
  offersTexts: false,
  location: { kind: 'none', text: '' } as const,
});
const all = [toPublic('intro', [15]), toPublic('talk', [30, 60]), toPublic('long', [60])] as const;

test.each([
  ['', 'intro', 15],
  ['?duration=60', 'talk', 60],
  ['?duration=60&type=long', 'long', 60],
  ['?duration=60&type=intro', 'intro', 15],
  ['?duration=45', 'intro', 15],
  ['?type=none&duration=30', 'talk', 30],
])('%s books %s of %i minutes', (search, slug, minutes) => {
  const prefill = readPrefill(search);
  const eventType = pickEventType([...all], prefill);
  expect([eventType.slug, pickDuration(eventType, prefill.durationMinutes)]).toEqual([slug, minutes]);
});
