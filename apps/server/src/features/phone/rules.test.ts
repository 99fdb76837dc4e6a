import { describe, expect, it } from 'vitest';
import { addressKey } from '#platform/address-key.ts';
import { decideSend, describeWait } from './model/code-sending.ts';
import { decideRetry, isProgress } from './model/delivery.ts';
import { asksToStop, readKeyword, readReply } from './rules/keywords.ts';
import { decideSendTime, readQuietHours } from './rules/quiet-hours.ts';
import { codeText } from './rules/text-messages.ts';

describe('quiet hours', () => {
  const decide = (now: string, zone: string, hours: string) =>
    decideSendTime(new Date(now), zone, readQuietHours(hours)).toISOString();

  it.each([
    [
      'before they begin',
      '2026-11-17T01:59:59Z',
      'America/New_York',
      '21:00-08:00',
      '2026-11-17T01:59:59.000Z',
    ],
    ['as they begin', '2026-11-17T02:00:00Z', 'America/New_York', '21:00-08:00', '2026-11-17T13:00:00.000Z'],
    ['after midnight', '2026-11-17T06:00:00Z', 'America/New_York', '21:00-08:00', '2026-11-17T13:00:00.000Z'],
    ['as they end', '2026-11-17T13:00:00Z', 'America/New_York', '21:00-08:00', '2026-11-17T13:00:00.000Z'],
    ['at noon', '2026-11-17T12:00:00Z', 'UTC', '12:00-13:30', '2026-11-17T13:30:00.000Z'],
    ['that never are', '2026-11-17T02:00:00Z', 'UTC', '00:00-00:00', '2026-11-17T02:00:00.000Z'],
    [
      'in half an hour of zone',
      '2026-11-17T16:00:00Z',
      'Asia/Kolkata',
      '21:00-08:00',
      '2026-11-18T02:30:00.000Z',
    ],
    [
      'in the shorter night',
      '2026-03-28T21:00:00Z',
      'Europe/Berlin',
      '21:00-08:00',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'in the longer night',
      '2026-10-24T20:00:00Z',
      'Europe/Berlin',
      '21:00-08:00',
      '2026-10-25T07:00:00.000Z',
    ],
    [
      'that end in the skipped hour',
      '2026-03-28T23:00:00Z',
      'Europe/Berlin',
      '21:00-02:30',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'that end in the doubled hour',
      '2026-10-24T23:00:00Z',
      'Europe/Berlin',
      '21:00-02:30',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'that seem to come again',
      '2026-10-25T01:10:00Z',
      'Europe/Berlin',
      '21:00-02:30',
      '2026-10-25T01:10:00.000Z',
    ],
  ])('%s', (_name, now, zone, hours, expected) => {
    expect(decide(now, zone, hours)).toBe(expected);
  });
});

describe('codes', () => {
  it('start over after a day', () => {
    const last = {
      mobile: '+16175550142',
      sends: 7,
      sentAt: new Date('2026-11-16T08:00:00Z'),
      nextSendAt: new Date('2026-11-16T08:05:00Z'),
    };
    expect(decideSend(last, last.mobile, new Date('2026-11-17T08:00:00Z'))).toMatchObject({ sends: 1 });
    expect(decideSend(last, '+12125550100', new Date('2026-11-16T08:01:00Z'))).toMatchObject({
      kind: 'wait',
      seconds: 240,
    });
    expect(describeWait(90)).toBe('1 minute 30 seconds');
  });

  it('are bound to our page if it has a host name', () => {
    expect(codeText('123456', 'Dayloom', 'https://plan.example.com')).toMatch(
      /^123456 is your Dayloom code\.[^]*\n\n@plan\.example\.com #123456$/,
    );
    expect(codeText('123456', 'Dayloom', 'http://localhost:3000')).not.toContain('@');
    expect(codeText('123456', 'Dayloom', 'https://plan.example.com').length).toBeLessThanOrEqual(160);
  });
});

it('an IPv6 network counts as one address', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:DB8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('::ffff:127.0.0.1')).toBe('127.0.0.1');
  expect(addressKey('10.0.0.7')).toBe('10.0.0.7');
});

it('keywords are whole messages', () => {
  expect(readKeyword(' Stop! ')).toBe('stop');
  expect(readKeyword('yes')).toBe('start');
  expect(readKeyword('info')).toBe('help');
  expect(readKeyword('please stop by at five')).toBeNull();
});

it.each([
  '2',
  '2.',
  ' two ',
  '(2)',
  '2️⃣',
  '２',
  'Later!',
  '2 later',
  '2 - later, please',
  'Reply 2',
  'ok 2 thanks',
  'Maybe later',
])('the answer %j is understood', (text) => {
  expect(readReply(text)).toBe('2');
});

it.each([
  '',
  '22',
  '1 2',
  '1.5',
  '2 hours',
  '👍',
  'no',
  '2 done',
  'not done',
  'done later',
  'maybe',
  'maybe done',
  'thanks',
  `2${' '.repeat(160)}`,
])('the answer %j is not understood', (text) => {
  expect(readReply(text)).toBeNull();
});

it('a wish to stop counts in other words too', () => {
  for (const text of ['STOP please', 'Please stop texting me!', 'stop, thank you', 'opt out please'])
    expect(asksToStop(text), text).toBe(true);
  for (const text of ['please stop by at five', "don't stop", 'cancel it', 'please', ''])
    expect(asksToStop(text), text).toBe(false);
});

it('retries wait longer each time, and as long as the provider asks', () => {
  const now = new Date('2026-11-16T08:00:00Z');
  expect(decideRetry(1, 600, now)).toEqual(new Date('2026-11-16T08:10:00Z'));
  expect(decideRetry(2, null, now)).toEqual(new Date('2026-11-16T08:05:00Z'));
  expect(decideRetry(5, null, now)).toBeNull();
  expect(isProgress('sent', 'delivered')).toBe(true);
  expect(isProgress('delivered', 'sent')).toBe(false);
});
