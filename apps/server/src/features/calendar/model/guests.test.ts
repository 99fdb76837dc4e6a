import { describe, expect, test } from 'vitest';
import type { EventDetails } from './event.ts';
import { areOtherGuests, canChangeGuests, followGuests, mergeGuests, withGuests } from './guests.ts';

const maya = { email: 'maya@example.org', name: 'Maya' };
const host = { ...maya, isSelf: true } as const;
const guest = (name: string, status = 'NEEDS-ACTION') => ({ email: `${name}@example.org`, name, status });
const wanted = (...names: string[]) => names.map((name) => ({ email: `${name}@example.org`, name }));
const details = (...attendees: ReturnType<typeof guest>[]): EventDetails => ({ organizer: host, attendees });
const names = ({ attendees = [] }: EventDetails) => attendees.map(({ name, status }) => [name, status]);

describe('guests', () => {
  test('keep their answers and their order when others come and go', () => {
    const before: EventDetails = {
      url: 'https://meet.example',
      ...details(guest('ada', 'ACCEPTED'), guest('bo')),
    };
    expect(withGuests(before, wanted('cy', 'ada'), maya)).toEqual({
      url: 'https://meet.example',
      organizer: host,
      attendees: [guest('ada', 'ACCEPTED'), guest('cy')],
    });
  });

  test('leave nothing behind when the last one goes', () => {
    expect(withGuests({ url: 'https://meet.example', ...details(guest('ada')) }, [], maya)).toEqual({
      url: 'https://meet.example',
    });
  });

  test('the organizer, and somebody without an address, stay', () => {
    const room = { email: null, name: 'Room 4', status: 'ACCEPTED' };
    const own = { ...host, status: 'ACCEPTED' };
    const before: EventDetails = { organizer: host, attendees: [own, room, guest('ada')] };
    expect(withGuests(before, [], maya)).toEqual({ organizer: host, attendees: [own, room] });
  });

  test('that are new have no letters that turn others around or show nothing; those from elsewhere stay as they are', () => {
    const foreign = { ...guest('bo', 'ACCEPTED'), name: 'Bo \u202Egnp.exe' };
    const typed = [
      { ...guest('bo'), name: foreign.name },
      { ...guest('ada'), name: 'Ada \u202Egnp.exe' },
      { ...guest('cy'), name: '\u200B' },
    ];
    expect(withGuests(details(foreign), typed, maya).attendees).toEqual([
      foreign,
      { ...guest('ada'), name: 'Ada gnp.exe' },
      { ...guest('cy'), name: null },
    ]);
  });

  test('are the same ones in any order and spelling', () => {
    expect(areOtherGuests(details(guest('ada'), guest('bo')), wanted('BO', 'ada'))).toBe(false);
    expect(areOtherGuests(details(guest('ada')), wanted('ada', 'bo'))).toBe(true);
    expect(areOtherGuests(details(guest('ada'), guest('bo')), wanted('ada'))).toBe(true);
  });

  test('can be changed only if nobody else invites them', () => {
    expect(canChangeGuests({})).toBe(true);
    expect(canChangeGuests(details(guest('ada')))).toBe(true);
    expect(canChangeGuests({ organizer: maya, attendees: [guest('ada')] })).toBe(false);
    expect(canChangeGuests({ attendees: [guest('ada')] })).toBe(false);
  });

  test('of a changed occurrence follow those of its series, and its own stay', () => {
    const own = details(guest('ada', 'DECLINED'), guest('bo'), guest('guide'));
    const change = { before: details(guest('ada'), guest('bo')), after: details(guest('ada'), guest('cy')) };
    expect(names(followGuests(own, change, maya))).toEqual([
      ['ada', 'DECLINED'],
      ['guide', 'NEEDS-ACTION'],
      ['cy', 'NEEDS-ACTION'],
    ]);
  });
});

describe('a merge', () => {
  test('applies what both sides added and removed, with the answers that came in', () => {
    const was = details(guest('ada'), guest('bo'), guest('cy'));
    const here = details(guest('ada'), guest('cy'), guest('di'));
    const there = details(guest('ada', 'ACCEPTED'), guest('bo'), guest('eve'));
    expect(names(mergeGuests(was, here, there))).toEqual([
      ['ada', 'ACCEPTED'],
      ['di', 'NEEDS-ACTION'],
      ['eve', 'NEEDS-ACTION'],
    ]);
  });

  test('keeps the other details of the side that came in', () => {
    const there: EventDetails = { url: 'https://meet.example' };
    expect(mergeGuests({}, details(guest('ada')), there)).toEqual({
      url: 'https://meet.example',
      organizer: host,
      attendees: [guest('ada')],
    });
    expect(mergeGuests(details(guest('ada')), {}, details(guest('ada', 'ACCEPTED')))).toEqual({});
  });
});
