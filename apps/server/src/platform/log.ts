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
];

/** Addresses without their query: codes, tokens and what people search for stand there. */
export const logSerializers = {
  req: ({ method, url, id }: { method: string; url: string; id: string }) => ({
    id,
    method,
    url: url.replace(/\?.*/s, ''),
  }),
};
