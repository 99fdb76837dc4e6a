import { expect, test } from 'vitest';
import { addPeople, parsePeople } from './people.ts';

test.each([
  ['ada@x.org', [{ email: 'ada@x.org', name: '' }]],
  ['Ada <ada@x.org>', [{ email: 'ada@x.org', name: 'Ada' }]],
  [
    '"Byron, Ada" <ada@x.org>, bo@x.org; Cy  Lee <cy@x.org>\ndi@x.org',
    [
      { email: 'ada@x.org', name: 'Byron, Ada' },
      { email: 'bo@x.org', name: '' },
      { email: 'cy@x.org', name: 'Cy Lee' },
      { email: 'di@x.org', name: '' },
    ],
  ],
  [
    'ada@x.org bo@x.org',
    [
      { email: 'ada@x.org', name: '' },
      { email: 'bo@x.org', name: '' },
    ],
  ],
  ['<ada@x.org>', [{ email: 'ada@x.org', name: '' }]],
])('reads %s', (text, people) => {
  expect(parsePeople(text)).toEqual({ people, unreadable: [] });
});

test('keeps what is no address', () => {
  expect(parsePeople('Ada, bo@x.org, @x.org, Cy <cy>')).toEqual({
    people: [{ email: 'bo@x.org', name: '' }],
    unreadable: ['Ada', '@x.org', 'Cy <cy>'],
  });
});

test('keeps each address once, and the name that it had first', () => {
  const ada = { email: 'ada@x.org', name: 'Ada' };
  expect(
    addPeople(
      [ada],
      [
        { email: 'ADA@x.org', name: '' },
        { email: 'bo@x.org', name: '' },
      ],
    ),
  ).toEqual([ada, { email: 'bo@x.org', name: '' }]);
});
