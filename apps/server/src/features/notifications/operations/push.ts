import { createHash, randomUUID } from 'node:crypto';
import { PushSubscription } from '@dayloom/contracts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Browser, PushMessage } from '#platform/mail-queue.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { PushKeys } from '../ports.ts';
import { isPushHost } from '../rules/push-hosts.ts';
import { findKeyProblems } from '../rules/push-keys.ts';
import {
  countSubscriptions,
  deleteByEndpoint,
  deleteKeys,
  deleteOldest,
  deleteSubscription,
  findKeys,
  insertKeys,
  listSealedSubscriptions,
  saveSubscription,
} from '../store/push.ts';
import type { NotificationsPlatform } from './platform.ts';

const KEY_CONTEXT = 'push keys';
const toContext = (scope: Scope) => `push:${scope.userId}`;
/** A person has a few browsers; more are old ones that never said good-bye. */
const MAX_BROWSERS = 20;
const MIN_TTL_SECONDS = 60;

type KeyHolder = Pick<NotificationsPlatform, 'db' | 'clock' | 'log' | 'secrets' | 'push'>;

/** Makes the server's keys at its first start. Of several processes that start together, one makes them. */
export async function makePushKeys(platform: KeyHolder): Promise<void> {
  await findPushKeys(platform);
}

/** The server's keys; null if the data key that encrypted the private one is lost. */
async function findPushKeys({ db, clock, secrets, log, push }: KeyHolder): Promise<PushKeys | null> {
  const makeKeys = () => {
    const { publicKey, privateKey } = push.makeKeys();
    return { publicKey, sealedPrivateKey: secrets.seal(privateKey, KEY_CONTEXT) };
  };
  const stored = (await findKeys(db)) ?? (await insertKeys(db, makeKeys(), clock()));
  try {
    return { publicKey: stored.publicKey, privateKey: secrets.open(stored.sealedPrivateKey, KEY_CONTEXT) };
  } catch (err) {
    log.error({ err }, 'The keys for Web Push cannot be decrypted');
    return null;
  }
}

/**
 * The key that browsers subscribe with. If the stored one is lost, a new one takes its place, and the subscriptions
 * made with it are forgotten.
 */
export async function getPublicKey(platform: KeyHolder): Promise<string> {
  const keys = await findPushKeys(platform);
  if (keys) return keys.publicKey;
  await deleteKeys(platform.db);
  return getPublicKey(platform);
}

const toHash = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');

/** The browser gets this user's notifications, and nobody else's. */
export async function subscribeBrowser(
  { db, clock, secrets, config }: DbContext & Pick<Platform, 'config' | 'secrets'>,
  scope: Scope,
  subscription: PushSubscription,
): Promise<void> {
  if (!isPushHost(subscription.endpoint, { allowsPrivate: config.ALLOW_PRIVATE_ADDRESSES })) {
    throw new AppError('invalid_request', 'This is not the address of a push service.', {
      fields: { endpoint: 'must be a public https address' },
    });
  }
  const problems = findKeyProblems(subscription.keys);
  if (Object.keys(problems).length > 0)
    throw new AppError('invalid_request', 'These are not valid push keys.', { fields: problems });
  await db.transaction().execute(async (tx) => {
    await saveSubscription(
      tx,
      scope,
      {
        id: randomUUID(),
        endpointHash: toHash(subscription.endpoint),
        sealed: secrets.seal(JSON.stringify(subscription), toContext(scope)),
      },
      clock(),
    );
    await deleteOldest(tx, scope, MAX_BROWSERS);
  });
}

export async function unsubscribeBrowser(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  endpoint: string,
): Promise<void> {
  await deleteByEndpoint(db, scope, toHash(endpoint));
}

/** Whether any browser of the user gets notifications. */
export async function hasBrowser({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<boolean> {
  return (await countSubscriptions(db, scope)) > 0;
}

/** Reads the keys and the subscriptions of these browsers; the result sends a queued message to one of them. */
export async function preparePushes(
  platform: DbContext & Pick<NotificationsPlatform, 'log' | 'push' | 'secrets'>,
  browsers: readonly Browser[],
): Promise<(browser: Browser, message: PushMessage) => Promise<void>> {
  const { db, clock, secrets, push } = platform;
  const [keys, sealed] =
    browsers.length === 0
      ? [null, new Map<string, string>()]
      : [await findPushKeys(platform), await listSealedSubscriptions(db, browsers)];
  return async ({ scope, subscriptionId }, { usefulUntil, ...message }) => {
    const ttlSeconds = Math.ceil((Date.parse(usefulUntil) - clock().getTime()) / 1_000);
    const subscription = sealed.get(`${scope.userId} ${subscriptionId}`);
    if (!subscription || ttlSeconds <= 0) return;
    // Only this message fails: mails of the same batch are sent.
    if (!keys) throw new ProviderFailure('rejected', 'The keys for Web Push are lost.');
    const outcome = await push.send({
      subscription: PushSubscription.parse(JSON.parse(secrets.open(subscription, toContext(scope)))),
      payload: JSON.stringify(message),
      keys,
      ttlSeconds: Math.max(MIN_TTL_SECONDS, ttlSeconds),
    });
    // A subscription that has ended is forgotten.
    if (outcome === 'gone') await deleteSubscription(db, scope, subscriptionId);
  };
}
