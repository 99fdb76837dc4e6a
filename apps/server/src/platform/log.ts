import type { FastifyBaseLogger } from 'fastify';

export type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info' | 'debug'>;

/** Where secrets could stand in a log line; they are replaced before it is written. */
export const redactedPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.access_token',
  '*.refresh_token',
  '*.id_token',
  '*.code',
];
