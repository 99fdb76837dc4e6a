import { expect, test } from 'vitest';
import { formatZone, getCity } from './zone-names.ts';

test.each([
  ['Europe/Berlin', 'Berlin', 'Europe/Berlin'],
  ['America/New_York', 'New York', 'America/New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'America/Argentina/Buenos Aires'],
  ['America/North_Dakota/New_Salem', 'New Salem', 'America/North Dakota/New Salem'],
  ['Asia/Calcutta', 'Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Kyiv', 'Europe/Kyiv'],
  ['UTC', 'UTC', 'UTC'],
  ['', '', ''],
])('%s', (timeZone, city, name) => {
  expect([getCity(timeZone), formatZone(timeZone)]).toEqual([city, name]);
});
