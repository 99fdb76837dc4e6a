import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Verdicts } from './verdicts.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-verdicts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'new', 'verdicts.json');

/** One run of a check that refuses 'bad': what it refused and what it had to judge. */
function check(version: string, texts: readonly string[]) {
  const verdicts = new Verdicts(file, version);
  const judged: string[] = [];
  const refused = texts.filter(
    (text) =>
      !verdicts.passes(text, () => {
        judged.push(text);
        return text !== 'bad';
      }),
  );
  verdicts.save();
  return { refused, judged };
}

describe('verdicts of earlier runs', () => {
  it('hold for what passed, as long as the check is the same', () => {
    expect(check('1', ['good', 'bad'])).toEqual({ refused: ['bad'], judged: ['good', 'bad'] });
    expect(check('1', ['good', 'bad', 'new'])).toEqual({ refused: ['bad'], judged: ['bad', 'new'] });
    expect(check('2', ['good', 'new'])).toEqual({ refused: [], judged: ['good', 'new'] });
    expect(check('2', ['good'])).toEqual({ refused: [], judged: [] });
    // It has left the sources and has come back.
    expect(check('2', ['good', 'new'])).toEqual({ refused: [], judged: ['new'] });
  });

  it('are forgotten with a damaged file', () => {
    writeFileSync(file, '{"version":');
    expect(check('2', ['good'])).toEqual({ refused: [], judged: ['good'] });
  });
});
