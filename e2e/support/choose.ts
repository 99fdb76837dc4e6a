import type { Locator } from 'playwright-core';

/** Chooses an option of a select by its text. */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: option }).click();
}
