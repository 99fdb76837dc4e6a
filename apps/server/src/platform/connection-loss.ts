import { AppError } from './errors.ts';

/**
 * SQLSTATEs with which PostgreSQL ends or refuses a connection (PostgreSQL, Appendix A): class 08,
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
/** Messages of errors that `pg` and `pg-pool` throw without a code. */
const CONNECTION_ENDED = /^Connection terminated/;
const NEVER_SENT = /timeout exceeded when trying to connect|not queryable|connection has been discarded/;

/** Whether an error means that the connection to the database was lost or could not be made. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && (SQL_STATES.test(code) || SOCKET_FAILURES.has(code))) return true;
  return CONNECTION_ENDED.test(error.message) || NEVER_SENT.test(error.message);
}

/** Whether a request failed because the database was unreachable: the driver's error, or our own 503. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error) || (error instanceof AppError && error.status === 503);
}

/** Whether the connection was gone before the statement could be sent. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && NEVER_SENT.test(error.message);
}
