import type { EventCounts, SyncHistoryEntry } from '@dayloom/contracts';

const kinds = ['added', 'moved', 'changed', 'removed'] as const satisfies readonly (keyof EventCounts)[];
type Kind = (typeof kinds)[number];

interface Stream {
  one: string;
  many: string;
  /** The verb for each kind of change. */
  verbs: Record<Kind, string>;
}

const written = { added: 'written', moved: 'moved', changed: 'changed', removed: 'removed' };
const streams = {
  blocks: { one: 'block', many: 'blocks', verbs: written },
  events: { one: 'event', many: 'events', verbs: written },
  copies: { one: 'busy time', many: 'busy times', verbs: { ...written, added: 'mirrored' } },
  read: {
    one: 'event',
    many: 'events',
    verbs: { added: 'received', moved: 'moved there', changed: 'changed there', removed: 'removed there' },
  },
} as const satisfies Record<string, Stream>;

/** `4 blocks written, 1 moved`: names the noun only once. */
function describeStream(counts: EventCounts, { one, many, verbs }: Stream): string[] {
  const described = kinds.filter((kind) => counts[kind] > 0);
  const phrases = described.map((kind, index) => {
    const count = counts[kind].toLocaleString('en');
    const noun = index > 0 ? '' : ` ${counts[kind] === 1 ? one : many}`;
    return `${count}${noun} ${verbs[kind]}`;
  });
  return phrases.length > 0 ? [phrases.join(', ')] : [];
}

function describeFailure({ kind, message, waiting }: NonNullable<SyncHistoryEntry['failure']>): string {
  const short = { reconnect_needed: 'Sign-in expired', rate_limited: 'Rate limit reached' };
  const reason = kind === 'reconnect_needed' || kind === 'rate_limited' ? short[kind] : message;
  if (waiting === 0) return reason;
  const kept = `${waiting.toLocaleString('en')} ${waiting === 1 ? 'change' : 'changes'} kept for later`;
  return `${reason.replace(/\.$/, '')}; ${kept}`;
}

/** One line per sync history entry, and whether it went well. */
export function describeHistory(entry: SyncHistoryEntry): { tone: 'ok' | 'soft'; text: string } {
  if (entry.failure) return { tone: 'soft', text: describeFailure(entry.failure) };
  const { conflicts, refused, cut, isRecovery } = entry;
  const parts = [
    ...(isRecovery ? ['Works again'] : []),
    ...(['blocks', 'events', 'copies', 'read'] as const).flatMap((name) =>
      describeStream(entry[name], streams[name]),
    ),
    ...(conflicts > 0 ? [`${conflicts} changed on both sides, both kept`] : []),
    ...(refused > 0 ? [`${refused} refused, kept here`] : []),
    ...(cut > 0 ? [`${cut} ${cut === 1 ? 'repeats' : 'repeat'} in a way that is not shown in full`] : []),
  ];
  return { tone: conflicts + refused + cut > 0 ? 'soft' : 'ok', text: parts.join('; ') };
}
