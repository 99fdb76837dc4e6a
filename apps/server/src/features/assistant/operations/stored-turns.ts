import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatStreamEvent, ChatTurn } from '@dayloom/contracts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { type StoredTurn, toChatTurn } from '../model/turn.ts';
import { decideInterrupted, isLost, joinParagraphs } from '../rules/interrupted.ts';
import { endRun } from '../store/turn-runs.ts';
import { findTurn } from '../store/turns.ts';
import type { AssistantPlatform } from './platform.ts';

export interface AnsweredTurn {
  readonly conversationId: string;
  readonly turn: ChatTurn;
}

/** How often a turn that another process writes is read. */
const READ_MS = 200;
/** How long stopping waits for changes that are being made. */
const WAIT_MS = 10_000;

export async function getStoredTurn(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  id: string,
): Promise<StoredTurn> {
  const turn = await findTurn(platform.db, scope, id);
  if (!turn) throw notFound('The message');
  return endIfLost(platform, scope, turn);
}

export async function getTurn(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  id: string,
): Promise<AnsweredTurn> {
  return toAnsweredTurn(await getStoredTurn(platform, scope, id));
}

export const toAnsweredTurn = (turn: StoredTurn): AnsweredTurn => ({
  conversationId: turn.conversationId,
  turn: toChatTurn(turn),
});

/** A turn whose process has died would run for ever: the next read ends it. */
export async function endIfLost(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  turn: StoredTurn,
): Promise<StoredTurn> {
  return isLost(turn, platform.clock().getTime()) ? endInterrupted(platform, scope, turn) : turn;
}

/** Ends a run in the middle, and finds out what it has changed. */
export async function endInterrupted(
  platform: Pick<Platform, 'db' | 'journal'>,
  scope: Scope,
  turn: StoredTurn,
): Promise<StoredTurn> {
  const { db } = platform;
  if (!turn.run) return turn;
  const ended = await endRun(db, scope, decideInterrupted(turn, await listMade(platform, scope, turn)), {
    runId: turn.run.id,
  });
  await notifyChanged(db, scope, 'chat');
  return ended ?? (await findTurn(db, scope, turn.id)) ?? turn;
}

async function listMade({ journal }: Pick<Platform, 'journal'>, scope: Scope, { id, run }: StoredTurn) {
  const isChanging = run?.phase === 'acting' || run?.phase === 'applying';
  return isChanging ? journal.listCausedBy(scope, id, run.since) : [];
}

/**
 * Stops a running answer, in any process. A change that has begun is finished, and can be undone.
 */
export async function stopTurn(
  platform: DbContext & Pick<AssistantPlatform, 'journal' | 'runningTurns'>,
  scope: Scope,
  id: string,
): Promise<AnsweredTurn> {
  for (let waited = 0; ; waited += READ_MS) {
    const turn = await getStoredTurn(platform, scope, id);
    const { run } = turn;
    if (!run || waited > WAIT_MS) return toAnsweredTurn(turn);
    if (run.phase === 'answering') {
      const reply = joinParagraphs(turn.reply, 'Stopped. Nothing was changed.');
      const stopped = await endRun(
        platform.db,
        scope,
        { ...turn, state: 'done', reply },
        { runId: run.id, phase: 'answering' },
      );
      if (stopped) {
        platform.runningTurns.take(run.id);
        await notifyChanged(platform.db, scope, 'chat');
        return toAnsweredTurn(stopped);
      }
    }
    await sleep(READ_MS);
  }
}

/** The events of a turn from its beginning. Any process may be writing it. */
export async function* followTurn(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ChatStreamEvent> {
  const text = createTextEvents();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const turn = await getStoredTurn(platform, scope, id);
    const { conversationId, state, reply } = turn;
    const started = { type: 'started', conversationId, turnId: id } as const;
    if (isFirst) yield started;
    yield* text(started, reply);
    if (state !== 'running') {
      yield { type: 'done', ...toAnsweredTurn(turn) };
      return;
    }
    await sleep(READ_MS, undefined, { signal }).catch(() => {});
  }
}

/** The events that bring a reader up to date: the next piece of the reply, or all of it if its beginning has changed. */
export function createTextEvents(): (
  started: Extract<ChatStreamEvent, { type: 'started' }>,
  reply: string,
) => ChatStreamEvent[] {
  let sent = '';
  return (started, reply) => {
    if (reply === sent) return [];
    const isContinued = reply.startsWith(sent);
    const text = isContinued ? reply.slice(sent.length) : reply;
    sent = reply;
    return [...(isContinued ? [] : [started]), ...(text === '' ? [] : [{ type: 'text' as const, text }])];
  };
}
