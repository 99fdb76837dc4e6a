import { randomBytes } from 'node:crypto';
import type { ProofChallenge } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { z } from 'zod';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { countZeroBits, decideZeroBits } from '../rules/proof.ts';
import { consumeProof } from '../store/proofs.ts';
import type { BookingPlatform } from './platform.ts';

const CONTEXT = 'booking proof';
const WINDOW_MS = 10 * MINUTE_MS;
const VALID_MS = 5 * MINUTE_MS;
const LONGEST_PROOF = 1_000;

/** The purpose of a challenge. It is not valid for another host or time. */
const Purpose = z.object({
  username: z.string(),
  startsAt: z.string(),
  zeroBits: z.number(),
  expiresAt: z.number(),
  id: z.string(),
});
type Purpose = z.infer<typeof Purpose>;

/** An attempt to keep or to book a time. */
export interface Attempt {
  readonly username: string;
  readonly startsAt: string;
  /** The visitor's network, which limits count. */
  readonly network: string;
  /** The header `Booking-Proof`. */
  readonly proof: string | null;
}

/**
 * Counts an attempt, and throws `proof_needed` if there are unusually many of a network or for a host and it comes
 * without a proof of work. People do not notice: their page computes the proof.
 */
export async function requireProofIfBusy(
  platform: DbContext & Pick<BookingPlatform, 'config' | 'counts' | 'secrets'>,
  attempt: Attempt,
): Promise<void> {
  const { counts, clock, config } = platform;
  const { freeAttempts, freeAttemptsPerHost } = config.bookingLimits;
  const now = clock().getTime();
  const username = attempt.username.toLowerCase();
  const count = async (key: string, most: number) =>
    (await counts.add(key, { windowMs: WINDOW_MS, most }, now)).count;
  const [networkAttempts, hostAttempts] = await Promise.all([
    count(`network ${attempt.network}`, freeAttempts),
    count(`host ${username}`, freeAttemptsPerHost),
  ]);
  if (networkAttempts <= freeAttempts && hostAttempts <= freeAttemptsPerHost) return;
  const wanted = { username, startsAt: new Date(attempt.startsAt).toISOString() };
  if (attempt.proof && (await isProven(platform, attempt.proof, wanted))) return;
  const zeroBits = Math.max(
    decideZeroBits(networkAttempts, freeAttempts),
    decideZeroBits(hostAttempts, freeAttemptsPerHost),
  );
  throw new AppError(
    'proof_needed',
    'There are unusually many attempts to book. Repeat the call with a proof of work, or try again in ten minutes.',
    { challenge: makeChallenge(platform, { ...wanted, zeroBits }) },
  );
}

function makeChallenge(
  { secrets, clock }: Pick<Platform, 'clock' | 'secrets'>,
  wanted: Pick<Purpose, 'username' | 'startsAt' | 'zeroBits'>,
): ProofChallenge {
  const purpose: Purpose = {
    ...wanted,
    expiresAt: clock().getTime() + VALID_MS,
    id: randomBytes(16).toString('base64url'),
  };
  const payload = Buffer.from(JSON.stringify(purpose)).toString('base64url');
  return { text: `${payload}.${secrets.mac(payload, CONTEXT)}`, zeroBits: wanted.zeroBits };
}

async function isProven(
  { db, secrets, clock }: DbContext & Pick<Platform, 'secrets'>,
  proof: string,
  wanted: Pick<Purpose, 'username' | 'startsAt'>,
): Promise<boolean> {
  if (proof.length > LONGEST_PROOF) return false;
  const [payload = '', mac = ''] = proof.slice(0, proof.lastIndexOf(':')).split('.');
  if (!secrets.isMac(mac, payload, CONTEXT)) return false;
  const purpose = Purpose.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const isRight =
    purpose.username === wanted.username &&
    purpose.startsAt === wanted.startsAt &&
    purpose.expiresAt > clock().getTime() &&
    countZeroBits(proof) >= purpose.zeroBits;
  return isRight && consumeProof(db, purpose.id, new Date(purpose.expiresAt));
}
