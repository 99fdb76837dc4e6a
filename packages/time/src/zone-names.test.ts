import { expect, it } from 'vitest';
import windowsZones from './windows-zones.json' with { type: 'json' };
import { isTimeZone } from './zone.ts';
import { findZoneName } from './zone-names.ts';

it('knows every Windows name and caption', () => {
  const { zones, captions } = windowsZones;
  expect(Object.keys(zones).length).toBeGreaterThanOrEqual(139);
  const listed = [...Object.entries(zones), ...Object.entries(captions)];
  expect(listed.filter(([, timeZone]) => !isTimeZone(timeZone))).toEqual([]);
  expect(listed.filter(([name]) => findZoneName(name) === null)).toEqual([]);
});

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['"America/Los_Angeles"', 'America/Los_Angeles'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Eastern Daylight Time', 'America/New_York'],
  ['(UTC-05:00) Eastern Time (US and Canada)', 'America/New_York'],
  ['(UTC-03:00) Brasília', 'America/Sao_Paulo'],
  ['Pacific Time (US & Canada)\\, Tijuana', 'America/Los_Angeles'],
  ['/mozilla.org/20050126_1/Europe/Berlin', 'Europe/Berlin'],
  [
    '/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires',
    'America/Argentina/Buenos_Aires',
  ],
  ['/Europe/Stockholm', 'Europe/Stockholm'],
  ['US-Eastern', 'US/Eastern'],
  ['America/New York', 'America/New_York'],
  ['UTC+11', '+11:00'],
  ['(GMT +01:00)', '+01:00'],
  ['GMT-3:30', '-03:30'],
])('reads %s as %s', (text, timeZone) => {
  expect(findZoneName(text)).toBe(timeZone);
});

it.each(['', 'Nowhere/Middle', 'CST', 'IST', 'Customized Time Zone', 'UTC+99', 'x'.repeat(500)])(
  'does not guess at %s',
  (text) => {
    expect(findZoneName(text)).toBeNull();
  },
);
