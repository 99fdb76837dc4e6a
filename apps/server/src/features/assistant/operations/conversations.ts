import type { ChatMode, ChatTurn, Conversation } from '@dayloom/contracts';
import { type MessageCounts, readMessageCounts } from '#features/account/operations/messages.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { type StoredConversation, toChatTurn } from '../model/turn.ts';
import {
  deleteConversations,
  findConversation,
  findLatestConversation,
  listConversationRows,
  renameConversation,
} from '../store/conversations.ts';
import { listTurns } from '../store/turns.ts';
import { findModel } from './answer-message.ts';
import type { AssistantPlatform } from './platform.ts';
import { endIfLost } from './stored-turns.ts';

const toConversation = ({ id, title, updatedAt }: StoredConversation): Conversation => ({
  id,
  title,
  updatedAt: updatedAt.toISOString(),
});

export async function listConversations(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  { q, limit }: { readonly q?: string | undefined; readonly limit: number },
): Promise<Conversation[]> {
  const words = q === undefined || q === '' ? null : q;
  return (await listConversationRows(db, scope, { words, limit })).map(toConversation);
}

export interface History {
  readonly conversationId: string | null;
  readonly title: string | null;
  readonly turns: ChatTurn[];
  readonly mode: ChatMode;
  readonly messages: MessageCounts;
}

/** The turns of a conversation; of the latest one without an id. */
export async function readHistory(
  platform: DbContext & Pick<AssistantPlatform, 'config' | 'journal' | 'languageModel'>,
  scope: Scope,
  { conversationId, limit }: { readonly conversationId?: string | undefined; readonly limit: number },
): Promise<History> {
  const { db } = platform;
  const conversation =
    conversationId === undefined
      ? await findLatestConversation(db, scope)
      : await findConversation(db, scope, conversationId);
  if (conversationId !== undefined && !conversation) throw notFound('The conversation');
  const stored = conversation ? await listTurns(db, scope, conversation.id, limit) : [];
  const turns = await Promise.all(stored.map((turn) => endIfLost(platform, scope, turn)));
  return {
    conversationId: conversation?.id ?? null,
    title: conversation?.title ?? null,
    turns: turns.map(toChatTurn),
    mode: (await findModel(platform, scope)) ? 'model' : 'basic',
    messages: await readMessageCounts(platform, scope),
  };
}

export async function nameConversation(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  id: string,
  title: string,
): Promise<Conversation> {
  const renamed = await renameConversation(db, scope, id, title);
  if (!renamed) throw notFound('The conversation');
  await notifyChanged(db, scope, 'chat');
  return toConversation(renamed);
}

/** Deletes a conversation, or all of them. What they changed stays. */
export async function clearConversations(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  id: string | null,
): Promise<void> {
  const deleted = await deleteConversations(db, scope, id);
  if (id !== null && deleted === 0) throw notFound('The conversation');
  await notifyChanged(db, scope, 'chat');
}
