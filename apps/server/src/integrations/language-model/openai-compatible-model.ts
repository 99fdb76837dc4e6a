import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@dayloom/time';
import type { LanguageModel as SdkModel, ToolSet } from 'ai';
import type { LanguageModel, ModelRequest, ModelTool } from '#features/assistant/ports.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { retryAfterSeconds } from '../http/http-failure.ts';
import { limitedFetch } from '../http/limited-fetch.ts';
import { brokenResponse, toModelFailure } from './model-failure.ts';

export interface ModelAccess {
  readonly baseUrl: string;
  /** Null for servers without keys. */
  readonly apiKey: string | null;
  readonly model: string;
  /** How long it may be silent. */
  readonly silenceMs: number;
}

/** A longer Retry-After is not waited for. */
const LONGEST_WAIT_SECONDS = 5;
const TOTAL_MS = 600 * SECOND_MS;
/** Answers of a model to the results of its calls. More is a loop. */
const MAX_STEPS = 8;
const MAX_CALLS = 80;
const MAX_CHARACTERS = 20_000;
/** A call that cannot be read is reported to the model once. */
const MAX_BROKEN_STEPS = 1;

/** Any server with OpenAI's chat completions, by the AI SDK, which the first answer loads. */
export function openaiCompatibleModel(access: ModelAccess, clock: Clock): LanguageModel {
  let opening: Promise<SdkModel> | undefined;
  const open = async (): Promise<SdkModel> => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'language-model',
      baseURL: access.baseUrl,
      ...(access.apiKey !== null && { apiKey: access.apiKey }),
      fetch: (...request) => fetchOnceMore(access.silenceMs, clock, ...request),
    });
    return provider(access.model);
  };
  return {
    async *answer(request) {
      opening ??= open();
      yield* readAnswer(await opening, request, access.silenceMs);
    },
  };
}

async function* readAnswer(
  model: SdkModel,
  { instructions, message, tools, signal }: ModelRequest,
  silenceMs: number,
): AsyncGenerator<string> {
  const { isStepCount, streamText } = await import('ai');
  const over = new AbortController();
  try {
    const { stream } = streamText({
      model,
      instructions,
      messages: [{ role: 'user', content: message }],
      tools: await toToolSet(tools),
      stopWhen: isStepCount(MAX_STEPS),
      // One after the other: in their order, and without taking all connections of the database.
      toolCallConcurrency: 1,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, over.signal]),
      timeout: { totalMs: TOTAL_MS, firstChunkMs: silenceMs, chunkMs: silenceMs },
      // Errors are parts of the stream; by default they are also printed.
      onError: () => {},
    });
    const count = { characters: 0, calls: 0, steps: 0 };
    /** The steps with calls that cannot be read, and those calls. */
    const broken = { steps: new Set<number>(), calls: new Set<string>() };
    let isNewStep = false;
    let last = 'none';
    for await (const part of stream) {
      switch (part.type) {
        case 'start-step':
          isNewStep = count.characters > 0;
          count.steps += 1;
          break;
        case 'text-delta': {
          if (part.text === '') break;
          const text = isNewStep ? `\n\n${part.text}` : part.text;
          isNewStep = false;
          count.characters += text.length;
          if (count.characters > MAX_CHARACTERS) throw brokenResponse('too_long');
          yield text;
          break;
        }
        case 'tool-call':
          count.calls += 1;
          if (count.calls > MAX_CALLS) throw brokenResponse('too_many_calls');
          if (part.invalid !== true) break;
          broken.calls.add(part.toolCallId);
          broken.steps.add(count.steps);
          if (broken.steps.size > MAX_BROKEN_STEPS) throw brokenResponse('broken_call');
          break;
        case 'tool-error':
          // A call that cannot be read is reported to the model; a failure of ours ends the answer.
          if (!broken.calls.has(part.toolCallId)) throw part.error;
          break;
        case 'finish-step':
          last = part.finishReason;
          break;
        case 'error':
          throw toModelFailure(part.error);
        case 'abort':
          signal.throwIfAborted();
          throw new ProviderFailure('unavailable', 'The language model was silent for too long.', {
            providerCode: 'too_slow',
          });
        default:
      }
    }
    if (last === 'tool-calls') throw brokenResponse('too_many_steps');
    if (last !== 'stop') throw brokenResponse(`finished_by_${last}`);
  } catch (error) {
    signal.throwIfAborted();
    throw toModelFailure(error);
  } finally {
    over.abort();
  }
}

async function toToolSet(tools: readonly ModelTool[]): Promise<ToolSet> {
  const { jsonSchema, tool } = await import('ai');
  return Object.fromEntries(
    tools.map((each) => [
      each.name,
      tool({
        description: each.description,
        inputSchema: jsonSchema<unknown>(each.inputSchema, {
          validate(input) {
            const read = each.readInput(input);
            return 'value' in read
              ? { success: true, value: read.value }
              : { success: false, error: new Error(read.problem) };
          },
        }),
        execute: (input) => each.call(input),
      }),
    ]),
  );
}

/** Repeats a request that came too early, once, if the wait is short. */
async function fetchOnceMore(
  silenceMs: number,
  clock: Clock,
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  const response = await fetchInTime(silenceMs, input, init);
  const wait = response.status === 429 ? retryAfterSeconds(response.headers, clock()) : null;
  if (wait === null || wait > LONGEST_WAIT_SECONDS) return response;
  await response.body?.cancel();
  await sleep(wait * SECOND_MS, undefined, init?.signal ? { signal: init.signal } : {});
  return fetchInTime(silenceMs, input, init);
}

/** Waits for the head of the response only so long. The key goes to no other address. */
async function fetchInTime(silenceMs: number, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('No answer', 'TimeoutError')), silenceMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await limitedFetch(input, { ...init, signal, redirect: 'error' });
  } finally {
    clearTimeout(timer);
  }
}
