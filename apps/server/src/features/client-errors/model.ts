import { createHash } from 'node:crypto';
import { pathOnly, scrub } from '@dayloom/contracts/scrub';

export interface ClientError {
  readonly errorId: string;
  readonly kind: string;
  readonly message: string;
  readonly stack: string;
  readonly path: string;
  readonly browser: string;
}

/** The parts of a report that are stored. Our client removes secrets, but other senders may not. */
export function cleanReport(report: ClientError): ClientError {
  return {
    errorId: report.errorId,
    kind: report.kind,
    message: scrub(report.message),
    stack: scrub(report.stack),
    path: pathOnly(report.path),
    browser: scrub(report.browser),
  };
}

/**
 * The same failure gets the same fingerprint on all pages and browsers. Line numbers are removed, but file
 * hashes change with each build.
 */
export function toFingerprint({ kind, message, stack }: ClientError): string {
  const place = stack.split('\n').slice(0, 4).join('\n').replace(/:\d+/g, '');
  return createHash('sha256').update([kind, message, place].join('\n')).digest('base64url');
}
