import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectFitsEveryWidth, openBrowser } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

/** Different in each run, as the sandbox keeps opt-outs. */
const number = (last: number) => `617555${String((Date.now() + last) % 10_000).padStart(4, '0')}`;
const pretty = (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;

async function sendTo(page: Page, digits: string): Promise<void> {
  const phone = page.getByLabel('Phone number');
  await phone.fill('');
  await phone.pressSequentially(digits);
  expect(await phone.inputValue()).toBe(pretty(digits));
  const sends: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/user/generate-otp')) sends.push(request.url());
  });
  await page.getByRole('button', { name: 'Send Code' }).dblclick();
  await page.getByText('Verification code sent to your phone').waitFor();
  expect(sends).toHaveLength(1);
}

/** Follows the hint to the sandbox's phone page. */
async function openPhone(page: Page): Promise<Page> {
  const [phone] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '/sandbox/phone' }).click(),
  ]);
  await phone.getByRole('heading', { name: 'Phone', exact: true }).waitFor();
  return phone;
}

const codeOn = async (phone: Page) =>
  /\d{6}/.exec((await phone.locator('.bubble').last().textContent()) ?? '')?.[0] ?? '';

test('verify a phone with the code on the sandbox phone, unverify it, change the number, resend, and stop', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/verify');
  await page.waitForURL('**/settings?tab=profile');
  await page.getByText('Enter your 10-digit US phone number').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByText('Please enter a valid 10-digit phone number').waitFor();

  const [first, second, third] = [number(1), number(2), number(3)];
  await sendTo(page, first);
  await expectAccessible(page);
  const phone = await openPhone(page);
  await expectAccessible(phone);
  await expectFitsEveryWidth(phone);
  const code = await codeOn(phone);
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByText('Invalid verification code').waitFor();
  // The step is still there after a reload.
  await page.reload();
  await page.getByLabel('Verification code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByText('Phone number verified successfully!').waitFor();
  await page.locator('nav, aside').getByLabel('Verified').first().waitFor();
  await page.getByText('SMS reminders are part of Premium.').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Unverify' }).waitFor();
  await expectFitsEveryWidth(page);
  await page.goto('/settings?tab=preferences');
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor();
  await expectAccessible(page);
  await page.goto('/settings?tab=profile');
  await page.getByRole('button', { name: 'Unverify' }).click();
  await page.getByText('Phone number unverified').waitFor();

  await sendTo(page, second);
  await page.getByText(/^in 0:/).waitFor();
  await page.getByRole('button', { name: 'Resend Code', disabled: false }).click({ timeout: 45_000 });
  await page.getByText('Verification code sent to your phone').waitFor();
  const again = await openPhone(page);
  await again.locator('.bubble').nth(1).waitFor();

  await page.getByRole('button', { name: 'Change Number' }).click();
  await sendTo(page, third);
  const stopped = await openPhone(page);
  await stopped.getByRole('button', { name: 'STOP' }).click();
  await stopped.getByText('Opted out: nothing more is sent').waitFor();
  await expectAccessible(stopped);
  await page.reload();
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await page.getByText('This number has opted out of our texts.').waitFor();
  await expectAccessible(page);
  await stopped.getByRole('button', { name: 'START' }).click();
  await stopped.getByText('You are subscribed again').waitFor();
  expect(complaints).toEqual([]);
});
