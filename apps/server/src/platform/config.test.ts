import { expect, it } from 'vitest';
import { InvalidConfig, readConfig } from './config.ts';

it.each([
  [{ PORT: 'many' }, /PORT \('many'\)/],
  [{ DATABASE_URL: 'mysql://u:hunter2@x' }, /DATABASE_URL \(not shown\): must begin with postgres:\/\//],
  [
    { OIDC_ISSUER: 'https://id.example.com' },
    /OIDC_CLIENT_ID \(not set\): is required when OIDC_ISSUER is set/,
  ],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL \('loud'\)/],
])('an invalid setting is refused with a message that names it: %o', (environment, expected) => {
  expect(() => readConfig(environment)).toThrow(InvalidConfig);
  expect(() => readConfig(environment)).toThrow(expected);
});
