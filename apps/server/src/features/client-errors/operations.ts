import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { type ClientError, cleanReport, toFingerprint } from './model.ts';
import { deleteErrorsBefore, noteError } from './store.ts';

const KEPT_DAYS = 30;

/** Stores a report and logs it: the error page says that the team is informed. */
export async function reportError(
  { db, clock, log }: DbContext & Pick<Platform, 'log'>,
  report: ClientError,
  version: string,
): Promise<void> {
  const error = cleanReport(report);
  const fingerprint = toFingerprint(error);
  await noteError(db, fingerprint, error, version, clock());
  log.error(
    { errorId: error.errorId, kind: error.kind, path: error.path, fingerprint, clientMessage: error.message },
    'The web app failed in a browser',
  );
}

export async function purgeErrors({ db, clock }: DbContext): Promise<void> {
  await deleteErrorsBefore(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
}
