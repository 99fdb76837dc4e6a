import { z } from 'zod';
import { address, flag } from './kinds.ts';

const DATA_KEY_BYTES = 32;

/** The process: addresses, data, limits. */
export const serverSettings = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` turns off everything that only pretends (the sandbox).'),
  ALLOW_DEMO: flag('0').describe('Lets the sandbox run in production, for a public demo.'),
  PORT: z.coerce
    .number({ error: 'must be a whole number from 0 to 65535' })
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe('Port of web and API. 0 takes a free one.'),
  HOST: z
    .string()
    .min(1)
    .default('localhost')
    .describe('Address to listen on; `0.0.0.0` for all interfaces.'),
  PUBLIC_URL: address
    .optional()
    .describe(
      'Where browsers reach this server, `https://plan.example.com`. Default: `http://localhost:PORT`.',
    ),
  API_BASE_URL: address.optional().describe('Where browsers reach the API. Default: `PUBLIC_URL/api`.'),
  TRUST_PROXY: flag('0').describe('Believe X-Forwarded-* headers; only behind a proxy that sets them.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of the embedded database, uploaded files and the data key.'),
  DATA_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => Buffer.from(key, 'base64').length === DATA_KEY_BYTES),
      'must be 32 bytes in base64 (openssl rand -base64 32), or several of them with commas between',
    )
    .optional()
    .describe(
      'Key for secrets that lie in the database, 32 bytes in base64. Of several, the first locks and all open. Unset: made at the first start and kept in `DATA_DIR/data-key`. Processes that share a database need the same one.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('A PostgreSQL (16 or newer) to use instead of the embedded one.'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(8)
    .describe('Connections of one process.'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('`web` serves requests, `worker` runs jobs, `all` does both in one process.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('Least severe log line that is written.'),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Dayloom').describe('The name shown everywhere.'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_200)
    .describe('API requests a minute for one caller.'),
  MAX_REQUESTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe(
      'Requests of API and sign-in that one process works on at once. What comes beyond is refused with 503 and Retry-After.',
    ),
  BODY_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe('After these seconds the body of a request must arrive with at least 4 kB a second.'),
  BODY_LIMIT_BYTES: z.coerce.number().int().min(1_024).default(1_048_576).describe('Largest JSON body.'),
  IMPORT_LIMIT_BYTES: z.coerce.number().int().min(1_024).default(20_971_520).describe('Largest .ics file.'),
  IMPORT_LIMIT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(60)
    .describe('How long one .ics file may take to be read.'),
  IMPORT_LIMIT_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(50_000)
    .describe('Most events in one .ics file.'),
  SHUTDOWN_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(10)
    .describe('How long running requests and jobs may finish after SIGTERM.'),
};
