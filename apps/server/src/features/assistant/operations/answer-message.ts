import { randomUUID } from 'node:crypto';
import type { ChatStreamEvent } from '@dayloom/contracts';
import { converse } from '@dayloom/language/dialogue';
import { type DialogueAnswer, NEW_DIALOGUE } from '@dayloom/language/dialogue-state';
import { countMessage } from '#features/account/operations/messages.ts';
import { getPaidPlan } from '#features/account/operations/paid-plan.ts';
import { getDisplayTimeZone } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredConversation, StoredTurn } from '../model/turn.ts';
import type { LanguageModel } from '../ports.ts';
import { describeFallback, isHandledByRules } from '../rules/model-answer.ts';
import { toPrompt } from '../rules/prompt.ts';
import { findConversation, insertConversation, saveState } from '../store/conversations.ts';
import { changeRunPhase, endRun } from '../store/turn-runs.ts';
import { insertTurn, listTurns } from '../store/turns.ts';
import { answerByRules, findWaiting, type TurnContext, type TurnResult } from './answer-by-rules.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { loadDialogueData } from './dialogue-data.ts';
import type { AssistantPlatform } from './platform.ts';
import { runModelAnswer } from './run-model-answer.ts';
import { type OpenRun, RunInterrupted, RunLost } from './running-turns.ts';
import {
  type AnsweredTurn,
  createTextEvents,
  endInterrupted,
  getStoredTurn,
  toAnsweredTurn,
} from './stored-turns.ts';
import { newRun } from './turns.ts';

export interface MessageInput {
  readonly text: string;
  readonly conversationId?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly locale?: string | undefined;
}

/** A message that is kept and has no answer yet. */
export interface StartedTurn {
  readonly conversation: StoredConversation;
  readonly turn: StoredTurn;
  readonly timeZone: string;
  readonly locale: string;
}

const MAX_TITLE = 60;
/** Earlier turns that a language model may read. The prompt takes as many as fit. */
const MAX_EARLIER = 30;

export async function answerMessage(
  platform: AssistantPlatform,
  scope: Scope,
  input: MessageInput,
): Promise<AnsweredTurn> {
  return completeTurn(platform, scope, await beginTurn(platform, scope, input));
}

/** Counts and keeps a message. Refusals come from here. */
export async function beginTurn(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  { text, conversationId, timeZone: asked, locale = 'en-US' }: MessageInput,
): Promise<StartedTurn> {
  const { db, clock } = platform;
  const known = conversationId === undefined ? null : await findConversation(db, scope, conversationId);
  if (conversationId !== undefined && !known) throw notFound('The conversation');
  await countMessage(platform, scope);
  const timeZone = asked ?? (await getDisplayTimeZone(platform, scope));
  const conversation: StoredConversation = known ?? {
    id: randomUUID(),
    title: text.replace(/\s+/g, ' ').slice(0, MAX_TITLE).toWellFormed(),
    state: NEW_DIALOGUE,
    updatedAt: clock(),
  };
  if (!known) await insertConversation(db, scope, conversation);
  const turn: StoredTurn = {
    id: randomUUID(),
    conversationId: conversation.id,
    text,
    reply: '',
    mode: 'basic',
    notice: null,
    state: 'running',
    actions: [],
    cards: [],
    commandIds: [],
    createdAt: clock(),
    timeZone,
    run: newRun(platform, 'answering'),
  };
  await insertTurn(db, scope, turn);
  return { conversation, turn, timeZone, locale };
}

/** Answers a message that was begun, whether or not somebody still waits for it. */
export function completeTurn(
  platform: AssistantPlatform,
  scope: Scope,
  begun: StartedTurn,
  send: (event: ChatStreamEvent) => void = () => {},
): Promise<AnsweredTurn> {
  return platform.runningTurns.track(new TurnAnswer(platform, scope, begun, send).complete());
}

/** The work on one answer. */
class TurnAnswer {
  readonly #platform: AssistantPlatform;
  readonly #scope: Scope;
  readonly #begun: StartedTurn;
  readonly #run: OpenRun;
  readonly #runId: string;
  readonly #show: (reply: string) => void;

  constructor(
    platform: AssistantPlatform,
    scope: Scope,
    begun: StartedTurn,
    send: (event: ChatStreamEvent) => void,
  ) {
    const { turn, conversation } = begun;
    this.#platform = platform;
    this.#scope = scope;
    this.#begun = begun;
    this.#runId = turn.run?.id ?? '';
    this.#run = platform.runningTurns.open(scope, turn.id, this.#runId);
    const toEvents = createTextEvents();
    const started = { type: 'started', conversationId: conversation.id, turnId: turn.id } as const;
    this.#show = (reply) => toEvents(started, reply).forEach(send);
  }

  async complete(): Promise<AnsweredTurn> {
    const { turn } = this.#begun;
    try {
      return await this.#answer();
    } catch (error) {
      const current = await getStoredTurn(this.#platform, this.#scope, turn.id);
      const ended = await endInterrupted(this.#platform, this.#scope, current);
      if (!(error instanceof RunLost || error instanceof RunInterrupted)) throw error;
      this.#show(ended.reply);
      return toAnsweredTurn(ended);
    } finally {
      await this.#run.close();
    }
  }

  async #answer(): Promise<AnsweredTurn> {
    const { db, clock } = this.#platform;
    const { conversation, timeZone, locale, turn } = this.#begun;
    const scope = this.#scope;
    const data = await loadDialogueData(this.#platform, scope, { timeZone, locale });
    const answer = converse(turn.text, data, conversation.state);
    const context: TurnContext = {
      platform: this.#platform,
      scope,
      timeZone,
      turn,
      draft: conversation.state.draft,
      beginChanges: () => this.#beginChanges(),
    };
    const model = await findModel(this.#platform, scope);
    const byModel =
      model && !isHandledByRules(turn.text, answer, conversation.state)
        ? await this.#tryModel(model, context, answer)
        : null;
    const { answered, state } =
      byModel && 'answered' in byModel
        ? byModel
        : await answerByRules(
            { ...context, turn: { ...turn, notice: byModel?.notice ?? null } },
            answer,
            data,
          );
    const ended = await endRun(db, scope, answered, { runId: this.#runId });
    if (!ended) throw new RunLost();
    await saveState(db, scope, conversation.id, { state, updatedAt: clock() });
    await notifyChanged(db, scope, 'chat');
    this.#show(ended.reply);
    return toAnsweredTurn(ended);
  }

  /** The answer of the language model, or why there is none. Until it is complete, it has changed nothing. */
  async #tryModel(
    model: LanguageModel,
    context: TurnContext,
    { state: understood }: DialogueAnswer,
  ): Promise<TurnResult | { readonly notice: string }> {
    const { tools, log, db, clock } = this.#platform;
    const { conversation, timeZone, locale } = this.#begun;
    const { scope, turn } = context;
    const [waiting, earlier] = await Promise.all([
      findWaiting(context),
      listTurns(db, scope, conversation.id, MAX_EARLIER),
    ]);
    let asked: ModelAnswer;
    try {
      asked = await askModel({
        model,
        tools,
        context: { scope, timeZone },
        prompt: toPrompt({
          now: clock().getTime(),
          timeZone,
          locale,
          text: turn.text,
          history: earlier.filter(({ id }) => id !== turn.id),
          draft: waiting?.actions.map(({ summary }) => summary) ?? [],
        }),
        hasDraft: waiting !== null,
        signal: this.#run.signal,
        onText: (shown) => {
          this.#run.write(shown);
          this.#show(shown);
        },
      });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      log.warn({ kind: error.kind, code: error.providerCode }, 'The language model did not answer');
      return { notice: describeFallback(error.kind) };
    }
    const before = { ...conversation.state, pending: null, mentions: understood.mentions };
    return runModelAnswer({ ...context, turn: { ...context.turn, mode: 'model' } }, asked, before);
  }

  async #beginChanges(): Promise<void> {
    this.#run.signal.throwIfAborted();
    const { db, clock } = this.#platform;
    const { turn } = this.#begun;
    const isOurs = await changeRunPhase(db, this.#scope, turn.id, {
      runId: this.#runId,
      phase: 'acting',
      at: clock(),
    });
    if (!isOurs) throw new RunLost();
  }
}

/** Null if there is none, or if the account's plan has none. */
export async function findModel(
  platform: DbContext & Pick<AssistantPlatform, 'config' | 'languageModel'>,
  scope: Scope,
): Promise<LanguageModel | null> {
  if (!platform.languageModel) return null;
  const { entitlements } = await getPaidPlan(platform, scope);
  return entitlements.hostedLanguageModel ? platform.languageModel : null;
}
