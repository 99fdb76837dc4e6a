import { AppError } from './errors.ts';

/** The place in a list by time after which the next page begins. */
export interface PageCursor {
  readonly at: Date;
  readonly id: string;
}

export function writePageCursor({ at, id }: PageCursor): string {
  return `${at.toISOString()} ${id}`;
}

/** Null for the first page. */
export function readPageCursor(after: string | undefined): PageCursor | null {
  if (after === undefined) return null;
  const [instant = '', id = ''] = after.split(' ');
  const at = new Date(instant);
  if (Number.isNaN(at.getTime()) || !/^[0-9a-f-]{36}$/.test(id)) {
    throw new AppError('invalid_request', 'after: is not valid', { fields: { after: 'is not valid' } });
  }
  return { at, id };
}
