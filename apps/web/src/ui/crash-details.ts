import { newErrorId } from '../lib/error-reports.ts';

/** What somebody who helps needs to know about a crash. */
export interface CrashDetails {
  id: string;
  text: string;
}

export function describeCrash(error: unknown, at: Date, address: string, browser: string): CrashDetails {
  const id = newErrorId();
  const cause = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return {
    id,
    text: [
      `Error id: ${id}`,
      `Time: ${at.toISOString()}`,
      `Address: ${address}`,
      `Browser: ${browser}`,
      '',
      cause,
    ].join('\n'),
  };
}
