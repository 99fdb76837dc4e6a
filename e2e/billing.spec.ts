import { expect, test } from 'vitest';
import { expectAccessible, expectFitsEveryWidth, openBrowser } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

test('try Premium at the sandbox checkout, see it active, open the portal, cancel', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=billing');
  await page.getByText('Upgrade for Premium').waitFor();
  const start = page.getByRole('button', { name: 'Start free trial' });
  await start.waitFor();
  await expectAccessible(page);
  await start.click();

  await page.waitForURL('**/sandbox/payments/checkout/demo_cs_*');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start trial' }).click();

  await page.waitForURL('**/settings?tab=billing');
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByText(/Your free trial lasts until/).waitFor();
  await expectAccessible(page);

  const [portal] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Manage Subscription' }).click(),
  ]);
  await portal.getByRole('heading', { name: 'Your subscription' }).waitFor();
  await expectAccessible(portal);
  await portal.getByRole('button', { name: 'Cancel plan' }).click();
  await portal.getByRole('button', { name: "Don't cancel" }).waitFor();

  // The server updates the open page without a reload.
  await page.getByText(/Cancelled: Premium ends on/).waitFor();
  await expectFitsEveryWidth(page);
  await expectFitsEveryWidth(portal);
  await page.goto('/sandbox');
  await page.getByRole('heading', { name: 'Sandbox' }).waitFor();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByText('customer.subscription.created').first().waitFor();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  expect(complaints).toEqual([]);
});
