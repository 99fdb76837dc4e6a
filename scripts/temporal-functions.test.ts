import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as functions from '../apps/web/src/lib/temporal-functions.ts';

test('the functions in place of a polyfill are all that the library of the calendar calls', () => {
  const library = path.join(import.meta.dirname, '../node_modules/@full-ui', 'headless-calendar', 'index.js');
  const called = [
    ...readFileSync(library, 'utf8').matchAll(/\b(?:Instant|PlainDateTime|ZonedDateTime)Fns\.(\w+)/g),
  ];
  expect(new Set(called.map(([, name]) => name))).toEqual(new Set(Object.keys(functions)));
});
