import { type TokenScope, tokenScopes } from '@dayloom/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { toVisitor } from '#platform/visitor.ts';
import { toAccountId } from '../context.ts';
import type { EmbeddedIdentity } from '../embedded-provider.ts';
import { consentPage } from '../pages/consent.ts';
import { noticePage } from '../pages/page.ts';
import { describePermissions } from '../pages/permission-words.ts';
import { describeRedirect } from '../safety/client-registration.ts';
import { findAccount } from '../store/accounts.ts';
import { noteClientUse } from '../store/clients.ts';
import { endGrant } from '../store/grants.ts';
import { type Interaction, type Pages, parseForm } from './pages.ts';

const UNNAMED = 'Unnamed app';

/** Asks the user whether an app may act for them. Our own web app is never asked about. */
export function consentRoutes(
  app: FastifyInstance,
  pages: Pages,
  { provider, resource }: EmbeddedIdentity,
  policy: string,
): void {
  const { context, productName } = pages;

  app.get('/oidc/interaction/:uid/consent', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    const asked = interaction && (await readConsent(interaction));
    if (!interaction || !asked) return pages.expired(reply);
    const account = await findAccount(context.db, toAccountId(asked.accountId));
    const html = consentPage({
      productName,
      uid: interaction.uid,
      appName: asked.appName,
      redirectHost: describeRedirect(asked.redirectUri),
      email: account?.email ?? '',
      permissions: describePermissions(asked.scopes),
      canChange: asked.scopes.some((scope) => scope.startsWith('write:')),
    });
    return pages.send(allowRedirect(reply, asked.redirectUri), 200, html);
  });

  app.post('/oidc/interaction/:uid/consent', async (request, reply) => {
    const interaction = await pages.findInteraction(request, reply);
    const asked = interaction && (await readConsent(interaction));
    if (!interaction || !asked) return pages.expired(reply);
    if (parseForm(request).answer !== 'allow') {
      const denied = { error: 'access_denied', error_description: 'The user denied the request.' };
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, denied), 303);
    }
    const { accountId, clientId, oidcScopes, scopes } = asked;
    const grant = new provider.Grant({ accountId, clientId });
    // Neither name nor address is passed on: an app acts for the user, it does not sign them in.
    const isHarmless = (scope: string) => scope === 'openid' || scope === 'offline_access';
    const own = oidcScopes.filter(isHarmless);
    const others = oidcScopes.filter((scope) => !isHarmless(scope));
    if (own.length > 0) grant.addOIDCScope(own.join(' '));
    if (others.length > 0) grant.rejectOIDCScope(others.join(' '));
    grant.addResourceScope(resource, scopes.join(' '));
    const grantId = await grant.save();
    const isConnected = await context.hooks.appAllowed(accountId, {
      clientId,
      grantId,
      name: asked.appName,
      redirectHost: describeRedirect(asked.redirectUri),
      scopes,
      from: toVisitor(request),
    });
    if (!isConnected) {
      await endGrant(context.db, grantId);
      const link = { href: '/dashboard', text: `Open ${productName}` };
      const sentence =
        'Your account is not set up yet, or it is closed. Open it once, then connect the app again.';
      return pages.send(reply, 409, noticePage(productName, 'Set up your account first', sentence, link));
    }
    await noteClientUse(context.db, clientId, context.clock());
    return reply.redirect(
      await provider.interactionResult(request.raw, reply.raw, { consent: { grantId } }),
      303,
    );
  });

  async function readConsent({ prompt, params, session }: Interaction) {
    if (prompt.name !== 'consent' || !session) return null;
    const client = await provider.Client.find(String(params['client_id']));
    if (!client) return null;
    const requested = typeof params['scope'] === 'string' ? params['scope'].split(' ') : [];
    const isPermission = (scope: string): scope is TokenScope =>
      (tokenScopes as readonly string[]).includes(scope);
    return {
      accountId: session.accountId,
      clientId: client.clientId,
      appName: client.clientName ?? UNNAMED,
      redirectUri: String(params['redirect_uri']),
      scopes: requested.filter(isPermission),
      oidcScopes: requested.filter((scope) => scope !== '' && !isPermission(scope)),
    };
  }

  /** Browsers check every redirect of a form (CSP Level 3, form-action), and this one ends at the app. */
  function allowRedirect(reply: FastifyReply, redirectUri: string): FastifyReply {
    const { protocol, host } = new URL(redirectUri);
    const source = protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol;
    return reply.header(
      'content-security-policy',
      policy.replace("form-action 'self'", `form-action 'self' ${source}`),
    );
  }
}
