import { InvalidConfig } from './config.ts';

/** An error for the person at the terminal, with its cause. With `LOG_LEVEL=debug` also where it happened. */
export function toSentence(error: unknown): string {
  if (error instanceof InvalidConfig) return error.message;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : `${error.message}${cause}`;
}
