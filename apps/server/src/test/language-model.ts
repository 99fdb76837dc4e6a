import {
  type ChatCompletionRequest,
  type FixtureOpts,
  type FixtureResponse,
  LLMock,
} from '@copilotkit/aimock';
import { afterAll } from 'vitest';

export type ModelResponse = FixtureResponse | ((request: ChatCompletionRequest) => FixtureResponse);

export interface ScriptedModel {
  /** The settings of a server that uses it. */
  readonly environment: Record<string, string>;
  /** Its answers to the next requests. Further ones get the last. */
  answers(...responses: ModelResponse[]): void;
  /** Its answer to all requests, sent as the options say. */
  answersSlowly(response: FixtureResponse, options: FixtureOpts): void;
  /** The requests since the answers were set. */
  listRequests(): ChatCompletionRequest[];
}

/** A model server on loopback, whose answers the test sets. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();
  afterAll(() => mock.stop());
  const reset = () => {
    mock.clearFixtures();
    mock.clearRequests();
    mock.resetMatchCounts();
  };
  return {
    environment: {
      LLM_BASE_URL: `${mock.url}/v1`,
      LLM_MODEL: 'scripted',
      LLM_API_KEY: 'model-key',
      LLM_TIMEOUT_SECONDS: '5',
      BILLING: 'off',
    },
    answers(...responses) {
      reset();
      let next = 0;
      mock.on({ predicate: () => true }, (request) => {
        const response = responses[Math.min(next++, responses.length - 1)];
        if (!response) throw new Error('The model has no answer.');
        return typeof response === 'function' ? response(request) : response;
      });
    },
    answersSlowly(response, options) {
      reset();
      mock.on({ predicate: () => true }, response, options);
    },
    listRequests: () => mock.getRequests().map(({ body }) => body as ChatCompletionRequest),
  };
}

/** An answer that calls tools. */
export const toCalls = (...calls: readonly (readonly [name: string, input: object | string])[]) => ({
  toolCalls: calls.map(([name, input]) => ({
    name,
    arguments: typeof input === 'string' ? input : JSON.stringify(input),
  })),
});

/** The texts of a request that come from our prompt, the user and the tools. */
export const listContents = ({ messages }: ChatCompletionRequest): string[] =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
