import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Chooses an option of a select by its text. */
export async function choose(user: UserEvent, select: HTMLElement, option: string | RegExp): Promise<void> {
  await user.click(select);
  await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
}
