import { afterEach, describe, it } from 'vitest';
import { accessCases } from './calendar-provider-contract/access.ts';
import type { CalendarHarness } from './calendar-provider-contract/harness.ts';
import { listingCases } from './calendar-provider-contract/listing.ts';
import { seriesCases } from './calendar-provider-contract/series.ts';
import { timesCases } from './calendar-provider-contract/times.ts';
import { writingCases } from './calendar-provider-contract/writing.ts';

const cases = { ...listingCases, ...writingCases, ...seriesCases, ...timesCases, ...accessCases };
export type ContractCase = keyof typeof cases;

/**
 * The test contract of every `CalendarProvider`. `open` runs for each case and returns a new account. `plays`
 * selects the cases that the counterpart supports. Events are between March 2026 and May 2027. The provider's
 * clock shows noon (UTC) of 18 November 2026.
 */
export function calendarProviderContract(
  name: string,
  open: () => Promise<CalendarHarness>,
  plays: (title: ContractCase) => boolean = () => true,
): void {
  describe(`${name} as a calendar provider`, () => {
    const opened: CalendarHarness[] = [];
    afterEach(async () => {
      for (const harness of opened.splice(0)) await harness.close();
    });
    for (const [title, expectCase] of Object.entries(cases)) {
      if (!plays(title as ContractCase)) continue;
      it(title, async () => {
        const harness = await open();
        opened.push(harness);
        await expectCase(harness, harness.provider.open(harness.grant));
      });
    }
  });
}
