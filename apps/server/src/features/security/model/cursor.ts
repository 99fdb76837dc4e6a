const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/;

/** The position after which the next page begins. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

export function writeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt}_${id}`).toString('base64url');
}

/** Null for malformed cursors. */
export function readCursor(text: string): Cursor | null {
  const [, createdAt, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return createdAt && id && !Number.isNaN(Date.parse(createdAt)) ? { createdAt, id } : null;
}
