import { Readable } from 'node:stream';
import type { ClientConfig, StreamMessage } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { Platform } from '#platform/context.ts';
import { type Db, ping } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { API_DOCS_STYLESHEET, apiDocsPage } from './rules/api-docs-page.ts';
import { type OpenApiDocument, openApiDocument } from './rules/openapi.ts';

const HEARTBEAT_MS = 25_000;
/** A stream is closed after this time, so that a revoked session does not receive events forever. */
const STREAM_LIFETIME_MS = 15 * MINUTE_MS;

export const VERSION = '0.1.0';

export interface SystemPlatform extends Pick<Platform, 'config' | 'hub'> {
  /** A dedicated connection. */
  readonly healthDb: Db;
}

export async function checkHealth({ healthDb }: Pick<SystemPlatform, 'healthDb'>): Promise<void> {
  try {
    await ping(healthDb);
  } catch (cause) {
    throw new AppError('unavailable', 'The database does not respond.', { cause });
  }
}

/** The configuration that the browser needs before sign-in. */
export function clientConfig(
  { config, identity }: Pick<Platform, 'config' | 'identity'>,
  clientId: string,
): Omit<ClientConfig, 'demoCaldav' | 'demoTodoistToken'> {
  return {
    productName: config.PRODUCT_NAME,
    apiBaseUrl: config.apiBaseUrl,
    oidc: { authority: identity.issuer, clientId, audience: config.OIDC_AUDIENCE },
    sandbox: Object.entries(config.modes).flatMap(([name, mode]) => (mode === 'sandbox' ? [name] : [])),
    payments: { mode: config.modes.payments, pricingTable: config.pricingTable },
    mail: { mode: config.modes.mail },
    sms: { mode: config.modes.sms },
    telemetry: {
      analyticsUrl: config.ANALYTICS_URL ?? null,
      errorReportUrl: config.ERROR_REPORT_URL ?? null,
    },
  };
}

export interface ApiDocs {
  readonly document: OpenApiDocument;
  readonly page: string;
  readonly stylesheet: string;
}

/** The API documentation, generated from the contracts: machine-readable and as a page. */
export function apiDocs({ config }: Pick<Platform, 'config'>): ApiDocs {
  const document = openApiDocument(config.apiBaseUrl, config.PRODUCT_NAME, VERSION);
  return { document, page: apiDocsPage(document), stylesheet: API_DOCS_STYLESHEET };
}

/** The user's event stream, as server-sent events (WHATWG HTML, §9.2). */
export function openStream({ hub }: Pick<Platform, 'hub'>, { userId }: Scope): Readable {
  const stream = new Readable({ read() {} });
  const send = (message: StreamMessage) => stream.push(`data: ${JSON.stringify(message)}\n\n`);
  const unsubscribe = hub.subscribe(userId, send);
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS);
  const lifetime = setTimeout(() => stream.push(null), STREAM_LIFETIME_MS);
  stream.once('close', () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(lifetime);
  });
  stream.push(': connected\n\n');
  void hub.listUnchanged(userId).then((unchangedMs) => send({ type: 'opened', unchangedMs }));
  return stream;
}
