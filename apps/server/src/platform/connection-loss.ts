import { AppError } from './errors.ts';

/**
 * SQLSTATEs with which PostgreSQL ends or refuses a connection (PostgreSQL, Appendix A): class 08, and
 * admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections.
 */
const SQL_STATES = /^(?:08...|57P0[123]|53300)$/;
const SOCKET_FAILURES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** What `pg` and `pg-pool` throw without a code. */
const CONNECTION_ENDED = /^Connection terminated/;
const NEVER_SENT = /timeout exceeded when trying to connect|not queryable|connection has been discarded/;

/** Whether an error says that there is no connection to the database, or none any more. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && (SQL_STATES.test(code) || SOCKET_FAILURES.has(code))) return true;
  return CONNECTION_ENDED.test(error.message) || NEVER_SENT.test(error.message);
}

/** Whether a request failed because the database could not be reached, as it came or under its own code. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error) || (error instanceof AppError && error.status === 503);
}

/** Whether the connection was gone before the statement could be sent. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && NEVER_SENT.test(error.message);
}
