import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));

/** The same phrases on machines in different zones. */
const script = `
  const { parseQuickAdd } = await import(${JSON.stringify(entry)});
  const lines = ['x by the third of March', 'x tomorrow 2:30am', 'x by Sunday, March 8th 2026', 'x in 3 hours', 'x on 29 March 2026 at 2:15'];
  const nows = ['2026-03-08T07:30:00Z', '2026-03-29T01:15:00Z', '2026-10-25T00:30:00Z', '2026-09-06T03:30:00Z'];
  console.log(JSON.stringify(nows.flatMap((now) => lines.map((line) => {
    const { dueOn, dueAt, takesPlaceAt } = parseQuickAdd(line, { now: Date.parse(now), timeZone: 'Europe/Berlin' });
    return [line, now, dueOn, dueAt ?? takesPlaceAt];
  }))));
`;

it('reads the same dates in any zone of the machine', () => {
  const answers = ['UTC', 'America/New_York', 'Pacific/Auckland', 'America/Santiago', 'Asia/Kathmandu'].map(
    (TZ) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(JSON.parse(answers[0] ?? '')).toContainEqual([
    'x in 3 hours',
    '2026-03-29T01:15:00Z',
    null,
    '2026-03-29T04:15:00Z',
  ]);
});
