import { journalApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';

export function journalRoutes(app: FastifyInstance, { journal }: Pick<Platform, 'journal'>): void {
  route(app, journalApi.list, async ({ request, query }) => {
    const rows = await journal.list(getScope(request), query.limit);
    const commands = rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      summary: row.summary,
      actor: row.actor,
      createdAt: row.created_at.toISOString(),
      undoneAt: row.undone_at?.toISOString() ?? null,
      undoes: row.undoes,
    }));
    return { commands, message: 'Changes fetched' };
  });
  route(app, journalApi.undo, async ({ request, params }) => {
    const { commandId, notice } = await journal.undo(getScope(request), params.id);
    return { commandId, notice, message: 'Undone' };
  });
}
