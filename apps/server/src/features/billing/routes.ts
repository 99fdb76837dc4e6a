import { billingApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import {
  type BillingPlatform,
  generateCustomerSecret,
  openPortal,
  readBilling,
  receiveEvent,
  refreshBilling,
  startCheckout,
} from './operations.ts';

export async function billingRoutes(
  app: FastifyInstance,
  platform: BillingPlatform & Pick<Platform, 'jobs'>,
): Promise<void> {
  route(app, billingApi.getBilling, async ({ request }) => readBilling(platform, getScope(request)));
  route(app, billingApi.generateCustomerSecret, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    return {
      customerClientSecret: await generateCustomerSecret(platform, getScope(request)),
      message: 'Customer session created',
    };
  });
  route(app, billingApi.startCheckout, async ({ request }) => ({
    url: await startCheckout(platform, getScope(request)),
    message: 'Open this address to subscribe',
  }));
  route(app, billingApi.openBillingPortal, async ({ request }) => ({
    url: await openPortal(platform, getScope(request)),
    message: 'Open this address to manage the subscription',
  }));
  route(app, billingApi.refreshBilling, async ({ request }) => ({
    accountStatus: await refreshBilling(platform, getScope(request)),
    message: 'Billing is up to date',
  }));
  await app.register(async (scope) => {
    // The signature covers the raw bytes, so the body must not be parsed first.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    route(scope, billingApi.stripeWebhook, async ({ request }) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(platform, body, typeof signature === 'string' ? signature : undefined);
      return {};
    });
  });
}
