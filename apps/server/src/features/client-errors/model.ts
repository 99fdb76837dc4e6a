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

/** What of a report is kept. The browser has taken out secrets already; whoever sends may not have. */
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

/** The same failure has the same mark, on whichever page and in whichever browser; hashes of files change with a build. */
export function toFingerprint({ kind, message, stack }: ClientError): string {
  const place = stack.split('\n').slice(0, 4).join('\n').replace(/:\d+/g, '');
  return createHash('sha256').update([kind, message, place].join('\n')).digest('base64url');
}
