import type { FastifyBaseLogger } from 'fastify';

export type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info' | 'debug'>;

/** Fields that may contain secrets. They are replaced before a line is written. */
export const redactedPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.access_token',
  '*.refresh_token',
  '*.id_token',
];

/** Logs addresses without their query, which can contain codes, tokens and search terms. */
export const logSerializers = {
  req: ({ method, url, id }: { method: string; url: string; id: string }) => ({
    id,
    method,
    url: url.replace(/\?.*/s, ''),
  }),
};
