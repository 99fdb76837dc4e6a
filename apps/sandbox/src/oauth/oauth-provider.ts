import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Configuration, interactionPolicy, type JWK, Provider } from 'oidc-provider';
import { sendPage } from '../pages/frame.ts';
import { html } from '../pages/html.ts';
import type { PersistentPart } from '../state-file.ts';
import type { DemoAccount, ProviderShape } from './demo-accounts.ts';
import { PersistentPayloads } from './persistent-payloads.ts';

const HOUR_SECONDS = 3_600;
const RSA_BITS = 2_048;
const KEY_BYTES = 32;
/** Scopes granted without asking the user. */
const SILENT = new Set(['openid', 'offline_access']);

export interface OauthOptions {
  readonly shape: ProviderShape;
  /** The public address of the server; the provider is below it. */
  readonly publicUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly now: () => Date;
  readonly changed: () => void;
}

/** A token as the provider's APIs see it: its account and scopes. */
export interface TokenHolder {
  readonly account: DemoAccount;
  /**
   * The connection of the account: several people may connect the same account, each with separate quotas.
   */
  readonly connection: string;
  readonly scopes: ReadonlySet<string>;
}

export interface OauthProvider {
  readonly issuer: string;
  readonly keepers: readonly PersistentPart[];
  /** Revokes every grant. */
  revokeAccess(): void;
  /** Registers the pages and endpoints below `/sandbox/oauth/NAME`. */
  routes(app: FastifyInstance): void;
  /** The holder of a bearer token; null if it is unknown, revoked or expired. */
  findHolder(token: string): Promise<TokenHolder | null>;
}

/**
 * An OpenID Connect provider that behaves like Google's or Microsoft's, with demo accounts and a consent
 * page.
 */
export function oauthProvider(options: OauthOptions): OauthProvider {
  const { shape, publicUrl } = options;
  const path = `/sandbox/oauth/${shape.name}`;
  const issuer = publicUrl + path;
  const payloads = new PersistentPayloads(`oauth-${shape.name}`, options.now, options.changed);
  const keys = new KeyKeeper(`oauth-${shape.name}-keys`);
  let opened: Provider | undefined;
  const findAccount = (id: string) => shape.accounts.find((account) => account.id === id);

  const provider = (): Provider => {
    opened ??= open();
    return opened;
  };
  /**
   * Switches to another account in the same browser. By default the provider would sign the first one out on
   * a page with a script. This way users who connect a second account see one page, as at the real providers.
   */
  const signOutHere = async (interaction: Awaited<ReturnType<Provider['interactionDetails']>>) => {
    const uid = interaction.session?.uid;
    if (!uid) return;
    await (await provider().Session.findByUid(uid))?.destroy();
    delete interaction.session;
    await interaction.save(HOUR_SECONDS);
  };
  const grantedBefore = (accountId: string): string[] => [
    ...new Set(
      payloads
        .list('Grant')
        .filter((grant) => grant.accountId === accountId && grant.clientId === options.clientId)
        .flatMap(({ openid }) => (openid as { scope?: string } | undefined)?.scope?.split(' ') ?? []),
    ),
  ];
  const open = (): Provider => {
    const configuration: Configuration = {
      adapter: payloads.adapter,
      jwks: { keys: [keys.get().signing] },
      cookies: { keys: [keys.get().cookie] },
      clients: [
        {
          client_id: options.clientId,
          client_secret: options.clientSecret,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          redirect_uris: [...options.redirectUris],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      scopes: Object.keys(shape.scopes),
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      extraParams: ['access_type', 'include_granted_scopes', 'login_hint', 'response_mode'],
      pkce: { required: () => true },
      rotateRefreshToken: shape.name === 'microsoft',
      issueRefreshToken: async () => true,
      expiresWithSession: async () => false,
      routes: shape.routes,
      ttl: {
        AccessToken: HOUR_SECONDS,
        AuthorizationCode: 60,
        IdToken: HOUR_SECONDS,
        Interaction: HOUR_SECONDS,
        Session: HOUR_SECONDS,
        Grant: 180 * 24 * HOUR_SECONDS,
        RefreshToken: 180 * 24 * HOUR_SECONDS,
      },
      async findAccount(_ctx, id) {
        const account = findAccount(id);
        return (
          account && {
            accountId: id,
            claims: () => ({ sub: id, name: account.name, email: account.email, email_verified: true }),
          }
        );
      },
      features: {
        devInteractions: { enabled: false },
        revocation: {
          enabled: true,
          allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
        },
        rpInitiatedLogout: { enabled: false },
      },
      interactions: {
        policy: createPolicy(),
        url: (_ctx, interaction) => `${path}/interaction/${interaction.uid}`,
      },
      renderError: (ctx, out) => {
        ctx.type = 'text';
        ctx.body = `${shape.title} (demo): ${out.error_description ?? out.error}`;
      },
    };
    const made = new Provider(issuer, configuration);
    made.proxy = true;
    return made;
  };

  return {
    issuer,
    keepers: [payloads, keys],
    revokeAccess: () => payloads.reset(),
    routes(app) {
      const { host, protocol } = new URL(publicUrl);
      /** Restores the host of the browser's request, which the server forwarded. */
      const withPublicHost = (request: FastifyRequest) => {
        request.raw.headers.host = host;
        request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
        return request.raw;
      };
      app.get(`${path}/interaction/:uid`, async (request, reply) => {
        const details = await provider()
          .interactionDetails(withPublicHost(request), reply.raw)
          .catch(() => null);
        if (!details) return sendExpiredPage(reply, shape);
        const asked = parseScopes(details.params['scope']);
        const hint = details.params['login_hint'];
        const offered = shape.accounts.find(({ email }) => email === hint) ?? shape.accounts[0];
        return sendPage(reply, {
          title: `${shape.title} demo account`,
          body: html`<p><span class="chip warn">Demo account</span></p>
<h1>Allow access to a ${shape.title} account?</h1>
<p>This page simulates the one of ${shape.title}. The accounts and their calendars exist on this machine only.</p>
<form method="post"><div class="card"><h2>Account</h2>
${shape.accounts.map((account) => html`<label><input type="radio" name="account" value="${account.id}"${account === offered ? html` checked` : null}>${account.name} · ${account.email}</label>`)}
</div><div class="card"><h2>It may then</h2>
${asked
  .filter((scope) => !SILENT.has(scope) && shape.scopes[scope])
  .map(
    (scope) =>
      html`<label><input type="checkbox" name="scope" value="${scope}" checked>${shape.scopes[scope] ?? scope}</label>`,
  )}
</div><div class="row"><button name="answer" value="deny">Deny</button><button class="allow" name="answer" value="allow">Allow</button></div></form>`,
        });
      });
      app.post(`${path}/interaction/:uid`, async (request, reply) => {
        const raw = withPublicHost(request);
        const details = await provider()
          .interactionDetails(raw, reply.raw)
          .catch(() => null);
        if (!details) return sendExpiredPage(reply, shape);
        const form = (request.body ?? {}) as { account?: string; scope?: string | string[]; answer?: string };
        const account = findAccount(form.account ?? '');
        if (form.answer !== 'allow' || !account) {
          const result = { error: 'access_denied', error_description: 'The user denied access.' };
          return reply.redirect(await provider().interactionResult(raw, reply.raw, result), 303);
        }
        if (details.session && details.session.accountId !== account.id) await signOutHere(details);
        const asked = parseScopes(details.params['scope']);
        const allowed = new Set([form.scope ?? []].flat());
        // What the account granted before is added to the new token, as Google does when it is asked to.
        const before = details.params['include_granted_scopes'] === 'true' ? grantedBefore(account.id) : [];
        details.params['scope'] = [...new Set([...asked, ...before])].join(' ');
        await details.save(HOUR_SECONDS);
        const grant = new (provider().Grant)({ clientId: options.clientId, accountId: account.id });
        const granted = asked.filter((scope) => SILENT.has(scope) || allowed.has(scope));
        grant.addOIDCScope([...new Set([...granted, ...before])].join(' '));
        grant.rejectOIDCScope(asked.filter((scope) => !SILENT.has(scope) && !allowed.has(scope)).join(' '));
        const result = {
          login: { accountId: account.id },
          select_account: {},
          consent: { grantId: await grant.save() },
        };
        return reply.redirect(await provider().interactionResult(raw, reply.raw, result), 303);
      });
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        // The provider parses the body itself.
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
        scope.all(`${path}/*`, async (request, reply) => {
          reply.hijack();
          const raw = withPublicHost(request);
          Object.assign(raw, { originalUrl: raw.url });
          raw.url = (raw.url ?? '').slice(path.length);
          await provider().callback()(raw, reply.raw);
        });
      });
    },
    async findHolder(token) {
      const found = await provider().AccessToken.find(token);
      const account = found?.accountId === undefined ? undefined : findAccount(found.accountId);
      if (!found || !account) return null;
      return { account, connection: found.grantId ?? token, scopes: new Set(found.scope?.split(' ')) };
    },
  };
}

/** With `prompt=select_account`, users can choose an account again. */
function createPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function parseScopes(asked: unknown): string[] {
  return typeof asked === 'string' ? asked.split(' ') : ['openid'];
}

function sendExpiredPage(reply: FastifyReply, shape: ProviderShape): FastifyReply {
  return sendPage(
    reply,
    {
      title: 'This request is over',
      body: html`<h1>This request is over</h1><p>Start again where you wanted to connect ${shape.title}.</p><a class="button" href="/settings?tab=accounts">Back to settings</a>`,
    },
    400,
  );
}

interface Keys {
  readonly signing: JWK;
  readonly cookie: string;
}

let signingKey: JWK | undefined;

/** One key per process: making one takes longer than all the rest of a provider's start. */
function makeSigningKey(): JWK {
  if (!signingKey) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
    signingKey = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
  }
  return signingKey;
}

/** Keys are generated on first use and kept together with the tokens signed by them. */
class KeyKeeper implements PersistentPart {
  readonly name: string;
  #keys: Keys | null = null;

  constructor(name: string) {
    this.name = name;
  }

  get(): Keys {
    if (!this.#keys) {
      this.#keys = { signing: makeSigningKey(), cookie: randomBytes(KEY_BYTES).toString('hex') };
    }
    return this.#keys;
  }

  snapshot(): unknown {
    return this.#keys;
  }

  restore(snapshot: unknown): void {
    this.#keys = snapshot as Keys | null;
  }

  /** A reset removes the grants; the keys may stay. */
  reset(): void {}
}
