import { expect, test } from 'vitest';
import { TimeZone } from './values.ts';

const isAccepted = (name: string) => TimeZone.safeParse(name).success;

test('every zone of this runtime is accepted, and old names of IANA', () => {
  const names = [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'GMT',
    'EST',
    'MST',
    'HST',
    'CET',
    'MET',
    'EET',
  ];
  expect(
    [...names, 'WET', 'PRC', 'ROC', 'ROK', 'UCT', 'EST5EDT', 'europe/berlin'].filter(
      (name) => !isAccepted(name),
    ),
  ).toEqual([]);
});

test('abbreviations that IANA does not have are refused, as by the slots', () => {
  const names =
    'act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst';
  expect(names.split(' ').filter(isAccepted)).toEqual([]);
  expect(['CST', '+01:00', 'Mars/Olympus', ''].filter(isAccepted)).toEqual([]);
});
