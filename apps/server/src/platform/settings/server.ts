import { z } from 'zod';
import { address, flag } from './kinds.ts';

const DATA_KEY_BYTES = 32;

/** The process: addresses, data, limits. */
export const serverSettings = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe(
      '`production` turns off the sandbox, which imitates outside services. `test` makes password hashes cheap to compute, and so to guess: for automated tests only.',
    ),
  ALLOW_DEMO: flag('0').describe('Lets the sandbox run in production, for a public demo.'),
  PORT: z.coerce
    .number({ error: 'must be a whole number from 0 to 65535' })
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe('Port of the web app and the API. `0` picks a free port.'),
  HOST: z
    .string()
    .min(1)
    .default('localhost')
    .describe('Address to listen on. `0.0.0.0` means all interfaces.'),
  PUBLIC_URL: address
    .optional()
    .describe(
      'Address of this server for browsers, for example `https://plan.example.com`. Default: `http://localhost:PORT`.',
    ),
  API_BASE_URL: address.optional().describe('Address of the API for browsers. Default: `PUBLIC_URL/api`.'),
  TRUST_PROXY: flag('0').describe(
    'Trusts X-Forwarded-* headers. Turn it on only behind a proxy that sets them.',
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder for the embedded database, uploaded files and the data key.'),
  DATA_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => Buffer.from(key, 'base64').length === DATA_KEY_BYTES),
      'must be 32 bytes in base64 (openssl rand -base64 32), or several of them with commas between',
    )
    .optional()
    .describe(
      'Key that encrypts secrets in the database: 32 bytes in base64. Separate several keys with commas: the first encrypts, all decrypt. Unset: created at the first start in `DATA_DIR/data-key`. Processes that share a database need the same key.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('Address of a PostgreSQL server (16 or newer) to use instead of the embedded one.'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(8)
    .describe('Database connections per process.'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('`web` serves requests, `worker` runs jobs, `all` does both in one process.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('Lowest severity that is logged.'),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Dayloom').describe('Product name shown to users.'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_200)
    .describe('API requests per minute for one caller.'),
  MAX_REQUESTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe(
      'API and sign-in requests that one process handles at once. Further requests wait up to a second and are then refused with 503 and Retry-After.',
    ),
  BODY_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe('Seconds after which a request body must arrive at 4 kB per second or faster.'),
  BODY_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(1_048_576)
    .describe('Maximum size of a JSON body in bytes.'),
  IMPORT_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(20_971_520)
    .describe('Maximum size of an .ics file in bytes.'),
  IMPORT_LIMIT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(60)
    .describe('Maximum time in seconds to read one .ics file.'),
  IMPORT_LIMIT_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(50_000)
    .describe('Maximum number of events in one .ics file.'),
  SHUTDOWN_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(10)
    .describe('Seconds that running requests and jobs get to finish after SIGTERM.'),
};
