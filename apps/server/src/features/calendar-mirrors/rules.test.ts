import { describe, expect, it } from 'vitest';
import { remoteEvent } from '#test/remote-event.ts';
import type { EventTime, RemoteEvent } from '../calendar/model/event.ts';
import { isSameMirrorEvent } from './rules.ts';

const at = (text: string, timeZone: string): EventTime => ({ at: text, timeZone });
const mirrored = (start: EventTime, end: EventTime, change: Partial<RemoteEvent> = {}): RemoteEvent =>
  remoteEvent('mirrored', { start, end, ...change });

describe('a mirrored event', () => {
  it('is the same in every zone, and differs at another time', () => {
    const wanted = mirrored(at('20261117T100000', 'Europe/Vienna'), at('20261117T110000', 'Europe/Vienna'));
    const utc = mirrored(at('20261117T090000', 'UTC'), at('20261117T100000', 'UTC'));
    const later = mirrored(at('20261117T100000', 'UTC'), at('20261117T110000', 'UTC'));
    expect(isSameMirrorEvent([utc], wanted)).toBe(true);
    expect(isSameMirrorEvent([later], wanted)).toBe(false);
    expect(isSameMirrorEvent([{ ...utc, title: 'Doctor' }], wanted)).toBe(false);
    expect(isSameMirrorEvent([], wanted)).toBe(false);
  });
});
