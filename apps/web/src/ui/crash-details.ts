import { newErrorId } from '../lib/error-reports.ts';

/** The details of a crash for support. */
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
