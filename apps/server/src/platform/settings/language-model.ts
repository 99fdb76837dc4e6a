import { z } from 'zod';
import { address } from './kinds.ts';

/** The language model of the assistant. */
export const languageModelSettings = {
  LLM_BASE_URL: address
    .optional()
    .describe(
      'Address of an OpenAI-compatible server, such as `http://localhost:11434/v1` (Ollama) or `https://api.openai.com/v1`. Messages to the assistant, and what it reads to answer them, are sent there. Unset: the assistant understands messages by itself, and nothing is sent. With paid plans, accounts on the free plan stay with that.',
    ),
  LLM_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Key for `LLM_BASE_URL`. Unset: none is sent, which is right for Ollama.'),
  LLM_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the model at that server, such as `qwen3:8b`. It must be able to call tools.'),
  LLM_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(300)
    .default(60)
    .describe(
      'How long the language model may be silent before the assistant answers without it. A local model that is loaded on demand needs longer for its first word.',
    ),
};
