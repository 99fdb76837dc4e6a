import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, succeeded } from './values.ts';

/** A change by a person or the assistant, as recorded in the journal. */
export const Command = z
  .object({
    _id: Id,
    kind: z.string(),
    /** What changed, in words. */
    summary: z.string(),
    actor: z.enum(['user', 'assistant', 'token', 'system']),
    createdAt: Instant,
    undoneAt: Instant.nullable(),
    /** The change that this one reverses, if it is an undo. */
    undoes: Id.nullable(),
  })
  .meta({ id: 'Command' });
export type Command = z.infer<typeof Command>;

export const journalApi = {
  list: endpoint({
    method: 'GET',
    path: '/commands',
    summary: 'The latest changes, newest first',
    access: 'user',
    scope: 'read:journal',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.object({ ...succeeded, commands: z.array(Command), message: z.string() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/commands/:id/undo',
    summary: 'Undo a change; undoing the undo restores it',
    access: 'user',
    scope: 'write:journal',
    params: z.object({ id: Id }),
    response: z.object({
      ...succeeded,
      commandId: Id,
      /** What could not be undone because it was changed since, in words; null if everything was undone. */
      notice: z.string().nullable(),
      message: z.string(),
    }),
  }),
};
