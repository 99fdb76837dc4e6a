import { expect } from 'vitest';
import { origin } from './browser.ts';

/** Mails wait 30 seconds for an undo. */
export const MAILED = { timeout: 120_000 };

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly filename: string; readonly content: string }[];
}

/** The mails to an address, the newest first. */
export async function listMails(to: string): Promise<readonly Mail[]> {
  const reply = await fetch(`${origin}/sandbox/messages?to=${encodeURIComponent(to)}`);
  return ((await reply.json()) as { messages: Mail[] }).messages;
}

/** Waits for a mail with that subject. */
export async function expectSubject(to: string, subject: RegExp): Promise<void> {
  await expect.poll(async () => (await listMails(to))[0]?.subject ?? '', MAILED).toMatch(subject);
}
