import type { SyncHistoryEntry } from '@dayloom/contracts';
import { describe, expect, test } from 'vitest';
import { aSyncHistoryEntry } from '#test/fixtures.ts';
import { describeHistory } from './history-words.ts';

const none = { added: 0, moved: 0, changed: 0, removed: 0 };
const failed = (kind: NonNullable<SyncHistoryEntry['failure']>['kind'], message: string, waiting: number) =>
  aSyncHistoryEntry({ failure: { kind, message, waiting } });

describe('a sync history entry in words', () => {
  test.each([
    [{ blocks: { ...none, added: 4, moved: 1 } }, 'ok', '4 blocks written, 1 moved'],
    [{ events: { ...none, moved: 1 } }, 'ok', '1 event moved'],
    [
      { events: { added: 2, moved: 0, changed: 1, removed: 3 } },
      'ok',
      '2 events written, 1 changed, 3 removed',
    ],
    [{ copies: { ...none, added: 1 } }, 'ok', '1 busy time mirrored'],
    [{ read: { ...none, added: 10_000 } }, 'ok', '10,000 events received'],
    [
      { events: { ...none, added: 1 }, read: { ...none, moved: 2, removed: 1 } },
      'ok',
      '1 event written; 2 events moved there, 1 removed there',
    ],
    [{ conflicts: 1 }, 'soft', '1 changed on both sides, both kept'],
    [{ refused: 2 }, 'soft', '2 refused, kept here'],
    [
      { read: { ...none, added: 2 }, cut: 1 },
      'soft',
      '2 events received; 1 repeats in a way that is not shown in full',
    ],
    [{ isRecovery: true }, 'ok', 'Works again'],
    [{ isRecovery: true, read: { ...none, added: 1 } }, 'ok', 'Works again; 1 event received'],
  ] as const)('%o', (change, tone, text) => {
    expect(describeHistory(aSyncHistoryEntry(change))).toEqual({ tone, text });
  });

  test('a failure shows its reason and the kept changes', () => {
    expect(describeHistory(failed('reconnect_needed', 'Google no longer accepts our access.', 3))).toEqual({
      tone: 'soft',
      text: 'Sign-in expired; 3 changes kept for later',
    });
    expect(describeHistory(failed('unavailable', 'Google does not respond.', 1)).text).toBe(
      'Google does not respond; 1 change kept for later',
    );
    expect(describeHistory(failed('rejected', 'There is no calendar at this address.', 0)).text).toBe(
      'There is no calendar at this address.',
    );
  });
});
