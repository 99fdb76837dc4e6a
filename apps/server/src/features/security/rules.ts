import type { SecurityOverview } from '@dayloom/contracts';

/** The name of an external provider as people know it: its host. */
export function managerOf(
  issuer: string,
  url: string | undefined,
): NonNullable<SecurityOverview['managedBy']> {
  return { name: URL.canParse(issuer) ? new URL(issuer).hostname : issuer, url: url ?? null };
}

/** The part of an identity id before the pipe. */
export function providerOf(subject: string): string {
  return subject.split('|')[0] ?? subject;
}

/** The place after which the next page begins. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/;

export function writeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt}_${id}`).toString('base64url');
}

/** Null for what we never wrote. */
export function readCursor(text: string): Cursor | null {
  const [, createdAt, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return createdAt && id && !Number.isNaN(Date.parse(createdAt)) ? { createdAt, id } : null;
}
