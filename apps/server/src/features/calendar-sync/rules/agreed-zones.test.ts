import { describe, expect, it } from 'vitest';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { withAgreedZones } from './agreed-zones.ts';

const at = (text: string, timeZone: string | null): EventTime => ({ at: text, timeZone });
const event = (timeZone: string | null, change: Partial<RemoteEvent> = {}): RemoteEvent => ({
  uid: 'e',
  recurrenceId: null,
  title: 'Review',
  description: '',
  location: '',
  status: 'confirmed',
  isBusy: true,
  isAllDay: false,
  start: at('20261117T100000', timeZone),
  end: at('20261117T110000', timeZone),
  recurrence: null,
  details: {},
  zoneDefinition: null,
  madeBy: null,
  ...change,
});
const weekly = (rule = 'FREQ=WEEKLY') => ({
  recurrence: { rules: [rule], exceptionRules: [], rdates: [], exdates: [] },
});

describe('an event that returns with another name of its zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Vienna'],
    ['America/New_York', 'America/Detroit'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
  ])('is unchanged (%s for %s)', (received, ours) => {
    for (const change of [{}, weekly()])
      expect(withAgreedZones([event(received, change)], [event(ours, change)])).toEqual([
        event(ours, change),
      ]);
  });

  it('keeps our name of the zone and the other changes', () => {
    const moved = { title: 'Moved', start: at('20261117T140000', 'Europe/Berlin') };
    const [received] = withAgreedZones(
      [event('Europe/Berlin', { ...moved, end: at('20261117T150000', 'Europe/Berlin') })],
      [event('Europe/Vienna')],
    );
    expect(received).toMatchObject({
      title: 'Moved',
      start: at('20261117T140000', 'Europe/Vienna'),
      end: at('20261117T150000', 'Europe/Vienna'),
    });
  });

  it('is unchanged if a single event has the same instants', () => {
    const utc = { start: at('20261117T090000', 'UTC'), end: at('20261117T100000', 'UTC') };
    expect(withAgreedZones([event('UTC', utc)], [event('Europe/Vienna')])).toEqual([event('Europe/Vienna')]);
  });

  it('is changed only if the zones differ within the span of the series', () => {
    // Both are at UTC+1 in November; Lagos has no DST.
    const there = event('Africa/Lagos', weekly());
    expect(withAgreedZones([there], [event('Europe/Vienna', weekly())])).toEqual([there]);
    const short = weekly('FREQ=WEEKLY;UNTIL=20270115T000000Z');
    expect(withAgreedZones([event('Africa/Lagos', short)], [event('Europe/Vienna', short)])).toEqual([
      event('Europe/Vienna', short),
    ]);
  });

  it('gives a new instance the zone of its series', () => {
    const own = { recurrenceId: at('20261124T090000', 'UTC'), title: 'Longer' };
    const [, received] = withAgreedZones(
      [event('Europe/Berlin', weekly()), event('Europe/Berlin', own)],
      [event('Europe/Vienna', weekly())],
    );
    expect(received).toEqual(event('Europe/Vienna', own));
  });

  it.each([
    ['floats', event(null)],
    [
      'lasts whole days',
      event(null, { isAllDay: true, start: at('20261117', null), end: at('20261118', null) }),
    ],
    ['hangs in a zone of its own', event('Office', { zoneDefinition: 'BEGIN:VTIMEZONE' })],
    ['names a zone that nobody knows', event('Mars/Olympus')],
  ])('stays as it is if it %s', (_what, there) => {
    expect(withAgreedZones([there], [event('Europe/Vienna')])).toEqual([there]);
    expect(withAgreedZones([event('Europe/Berlin')], [there])).toEqual([event('Europe/Berlin')]);
  });
});
