import type { SecurityOverview } from '@dayloom/contracts';
import type { Identity } from '#platform/session.ts';

/** What this feature needs from the embedded identity provider. */
export interface EmbeddedSignIn {
  overview(identity: Identity): Promise<NonNullable<SecurityOverview['own']>>;
  /** Throws `confirmation_needed` unless this session was confirmed in the last ten minutes. */
  requireConfirmation(identity: Identity): Promise<void>;
  resendVerification(identity: Identity): Promise<void>;
}
