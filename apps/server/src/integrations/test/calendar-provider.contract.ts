import { afterEach, describe, it } from 'vitest';
import { accessCases } from './calendar-provider-contract/access.ts';
import type { CalendarHarness } from './calendar-provider-contract/harness.ts';
import { listingCases } from './calendar-provider-contract/listing.ts';
import { seriesCases } from './calendar-provider-contract/series.ts';
import { timesCases } from './calendar-provider-contract/times.ts';
import { writingCases } from './calendar-provider-contract/writing.ts';

const cases = { ...listingCases, ...writingCases, ...seriesCases, ...timesCases, ...accessCases };
type ContractCase = keyof typeof cases;

/**
 * What every `CalendarProvider` has to do, whoever is behind it. `open` is called for each case and gives a fresh
 * account; `plays` tells the cases that a counterpart can play, when it cannot play all. Events lie between March 2026
 * and May 2027; the provider's clock stands at noon (UTC) of 18 November 2026.
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
