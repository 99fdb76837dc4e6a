import { planningApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { getScope, onDisconnect, readIdempotencyKey, route } from '#platform/http.ts';
import { changeBlock, pinTask, removeBlock } from './operations/blocks.ts';
import { explainBlock } from './operations/explain-block.ts';
import { acceptProposal, proposePlan, rejectProposal } from './operations/proposals.ts';
import { readInstance } from './operations/read-instance.ts';
import { readPlan } from './operations/read-plan.ts';

export function planningRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'compute' | 'journal' | 'log'>,
): void {
  route(app, planningApi.readPlan, async ({ request }) => {
    const { plan, proposal, atRisk } = await readPlan(platform, getScope(request));
    return { plan, proposal, atRisk: [...atRisk], message: 'Plan fetched' };
  });
  route(app, planningApi.readInstance, async ({ request }) => ({
    ...(await readInstance(platform, getScope(request))),
    message: 'Instance fetched',
  }));
  route(app, planningApi.propose, async ({ request, reply, body }) => {
    return {
      proposal: await proposePlan(platform, getScope(request), {
        horizonDays: body?.horizonDays,
        effort: body?.effort ?? 'full',
        improves: body?.improves,
        gone: onDisconnect(reply),
      }),
      message: 'Plan computed',
    };
  });
  route(app, planningApi.accept, async ({ request, reply, params, body }) => ({
    ...(await acceptProposal(platform, getScope(request), params.id, {
      except: body?.exceptChanges ?? [],
      gone: onDisconnect(reply),
    })),
    message: 'Plan saved',
  }));
  route(app, planningApi.reject, async ({ request, params }) => {
    await rejectProposal(platform, getScope(request), params.id);
    return { message: 'Proposal dismissed' };
  });
  route(app, planningApi.pinTask, async ({ request, body }) => ({
    ...(await pinTask(platform, getScope(request), body, readIdempotencyKey(request))),
    message: 'Task pinned',
  }));
  route(app, planningApi.changeBlock, async ({ request, params, body }) => ({
    ...(await changeBlock(platform, getScope(request), params.id, body, readIdempotencyKey(request))),
    message: 'Block saved',
  }));
  route(app, planningApi.removeBlock, async ({ request, params, query }) => ({
    ...(await removeBlock(platform, getScope(request), params.id, {
      version: query.version,
      skipsOccurrence: query.skipsOccurrence === 'true',
      madeAt: query.madeAt,
      ...readIdempotencyKey(request),
    })),
    message: 'Block removed',
  }));
  route(app, planningApi.explainBlock, async ({ request, params }) => ({
    explanation: await explainBlock(platform, getScope(request), params.id),
    message: 'Explained',
  }));
}
