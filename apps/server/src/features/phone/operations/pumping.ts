import type { DbContext, Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import { getPrefix, isConversionLow, toHourKey } from '../rules/pumping.ts';
import { incrementCount, incrementIfBelow, readCount, refundCount, reserveUpTo } from '../store/codes.ts';
import { type PhonePlatform, toDayKey } from './platform.ts';

/**
 * Against SMS pumping, where fraudsters earn money from texts to numbers that they control. Daily spending is
 * limited, and a burst of codes to one prefix, or many codes that are never entered, is logged as an alarm.
 * Totals of all users have the kind `all`: key '' counts the codes of the day, and `texts` all texts that
 * cost money.
 */
const ALL = 'all';

/** Counts a text towards the daily limit; false when the limit is reached. */
export async function isTextAllowed(
  { config, clock, log }: Pick<Platform, 'clock' | 'config' | 'log'>,
  db: Db,
): Promise<boolean> {
  const { textsPerDay } = config.smsGuards;
  if (textsPerDay === Number.POSITIVE_INFINITY) return true;
  const day = toDayKey(clock());
  if (await incrementIfBelow(db, { kind: ALL, key: 'texts', day }, textsPerDay)) return true;
  logSpent(log, { day, textsPerDay });
  return false;
}

function logSpent(log: PhonePlatform['log'], limit: { day: string; textsPerDay: number }): void {
  log.error(
    { alarm: 'sms_spend', ...limit },
    'The daily spending limit for text messages is reached; no more are sent today',
  );
}

/**
 * Like `isTextAllowed` for up to `most` texts, counted at once when the first one asks: all workers write this one
 * count, and each write waits for the disk. `end` gives back what was not asked for.
 */
export function allowTexts(
  { config, clock, log, db }: DbContext & Pick<Platform, 'config' | 'log'>,
  most: number,
): { readonly isAllowed: () => Promise<boolean>; readonly end: () => Promise<void> } {
  const { textsPerDay } = config.smsGuards;
  if (textsPerDay === Number.POSITIVE_INFINITY) return { isAllowed: async () => true, end: async () => {} };
  const counted = { kind: ALL, key: 'texts', day: toDayKey(clock()) } as const;
  let counting: Promise<number> | undefined;
  let asked = 0;
  return {
    async isAllowed() {
      asked += 1;
      const own = asked;
      counting ??= db.transaction().execute((tx) => reserveUpTo(tx, counted, most, textsPerDay));
      if (own <= (await counting)) return true;
      logSpent(log, { day: counted.day, textsPerDay });
      return false;
    },
    async end() {
      const unused = ((await counting) ?? 0) - asked;
      if (unused > 0) await refundCount(db, counted, unused);
    },
  };
}

/**
 * Counts a sent code and logs alarms. Each alarm is logged once: per hour for a prefix, per day for the
 * others.
 */
export async function recordCodeSent(
  { config, clock, db, log }: DbContext & Pick<Platform, 'config' | 'log'>,
  mobile: string,
): Promise<void> {
  const now = clock();
  const [day, hour, prefix] = [toDayKey(now), toHourKey(now), getPrefix(mobile)];
  const { prefixAlarm, conversionAlarm } = config.smsGuards;
  const count = await incrementCount(db, { kind: ALL, key: `prefix:${prefix}:${hour}`, day });
  if (count === prefixAlarm) {
    log.error({ alarm: 'sms_prefix', prefix, count, hour }, 'Many codes were sent to consecutive numbers');
  }
  const codes = {
    sent: await incrementCount(db, { kind: ALL, key: 'sent', day }),
    verified: await readCount(db, { kind: ALL, key: 'verified', day }),
  };
  if (!isConversionLow(codes, conversionAlarm)) return;
  if (await incrementIfBelow(db, { kind: ALL, key: 'alarm:conversion', day }, 1))
    log.error({ alarm: 'sms_conversion', day, ...codes }, 'Few of the codes sent are being entered');
}

export async function recordCodeVerified({ clock, db }: DbContext): Promise<void> {
  await incrementCount(db, { kind: ALL, key: 'verified', day: toDayKey(clock()) });
}
