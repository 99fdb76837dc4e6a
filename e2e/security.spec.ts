import { TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleAtEveryWidth,
  expectNoSidewaysScroll,
  openBrowser,
  origin,
  WIDTHS,
} from './support/browser.ts';
import { fillSignIn, newPerson, signUp, type TestPerson } from './support/sign-up.ts';

/** Waits for the latest mail with a link to a path. */
async function mailedLink(page: Page, to: string, path: string): Promise<string> {
  const find = async () => {
    const reply = await page.request.get(`${origin}/sandbox/messages?to=${encodeURIComponent(to)}`);
    const { messages } = (await reply.json()) as { messages: { text: string }[] };
    const text = messages.find((message) => message.text.includes(path))?.text ?? '';
    return /https?:\S+/.exec(text)?.[0] ?? '';
  };
  await expect.poll(find, { timeout: 10_000 }).toContain(path);
  return find();
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/settings?tab=security');
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
}

async function confirmItIsMe(page: Page, { password }: TestPerson): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

/** From the login page of a fresh browser to the provider's form. */
async function goToSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** A virtual authenticator with a fingerprint reader. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
  return { cdp, authenticatorId };
}

/** The length of a step of time-based codes (RFC 6238, 5.2). */
const STEP_MS = 30_000;

describe('a forgotten password', () => {
  it('is replaced with a mailed link, which signs out everywhere', async () => {
    const { page: signedIn } = await openBrowser();
    const person = await signUp(signedIn);
    const { page, complaints } = await openBrowser();
    await goToSignIn(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expectAccessible(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(await mailedLink(page, person.email, '/oidc/reset-password?'));
    await expectAccessible(page);
    const renewed = { ...person, password: 'another long password' };
    await page.getByLabel('New password').fill(renewed.password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();

    await signedIn.goto('/tasks');
    await signedIn.waitForURL('**/login*');
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await page.getByRole('button', { name: 'Log in' }).click();
    await fillSignIn(page, person);
    await page.getByRole('alert').waitFor();
    await fillSignIn(page, renewed);
    await page.waitForURL('**/dashboard');
    expect(complaints).toEqual([]);
  });
});

describe('passkeys', () => {
  it('are added in the settings and sign in without a password', async () => {
    const { page, complaints } = await openBrowser();
    const person = await signUp(page);
    const { cdp, authenticatorId } = await addAuthenticator(page);
    await openSecurity(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Fingerprint');
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirmItIsMe(page, person);
    await page.getByText('Passkey added', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Remove Fingerprint' }).waitFor();

    // In an automated browser the autofill list would confirm at once; this test is about the button.
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${origin}/`);
    await goToSignIn(page);
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
    await expectAccessible(page);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/dashboard');
    await openSecurity(page);
    await page.getByText("Signed in: Passkey 'Fingerprint'").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('two-step sign-in', () => {
  it('asks for a code after the password, or for a recovery code', async () => {
    const { page } = await openBrowser();
    const person = await signUp(page);
    await openSecurity(page);
    await page.getByRole('button', { name: 'Set up' }).click();
    await confirmItIsMe(page, person);
    const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
    const picture = dialog.getByAltText('QR code for your authenticator app');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page);
    const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
    // The code of the step before is refused once the next step begins, so there must be time left in this one.
    const left = STEP_MS - (Date.now() % STEP_MS);
    if (left < STEP_MS / 3) await page.waitForTimeout(left);
    await dialog.getByLabel('Verification code').fill(code(-1));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    const codes = await list.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();

    const { page: phone } = await openBrowser({ viewport: WIDTHS.phone });
    await goToSignIn(phone);
    await fillSignIn(phone, person);
    await phone.getByLabel('Verification code').fill('000000');
    await phone.getByRole('button', { name: 'Continue' }).click();
    await phone.getByRole('alert').waitFor();
    await expectAccessible(phone);
    await expectNoSidewaysScroll(phone);
    await phone.getByLabel('Verification code').fill(code());
    await phone.getByRole('button', { name: 'Continue' }).click();
    await phone.waitForURL('**/dashboard');

    const { page: lost } = await openBrowser();
    await goToSignIn(lost);
    await fillSignIn(lost, person);
    await lost.getByRole('link', { name: 'Use a recovery code' }).click();
    await lost.getByLabel('Recovery code').fill(codes[0] ?? '');
    await lost.getByRole('button', { name: 'Continue' }).click();
    await lost.waitForURL('**/dashboard');
    await openSecurity(lost);
    await lost.getByText('9 recovery codes are left.').waitFor();
  });
});

describe('sessions', () => {
  it('are ended at once from another session', async () => {
    const { page: old } = await openBrowser();
    const person = await signUp(old, newPerson());
    const { page } = await openBrowser({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    });
    await goToSignIn(page);
    await fillSignIn(page, person);
    await page.waitForURL('**/dashboard');
    await openSecurity(page);
    const card = page.getByRole('region', { name: 'Sessions' });
    await card.getByText('Firefox on Linux').waitFor();
    await card.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
    await page.getByText('Session ended', { exact: true }).first().waitFor();
    await old.goto('/tasks');
    await old.waitForURL('**/login*');
    await card.getByRole('button', { name: /Sign out/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('security');
  });
});

describe('the screen', () => {
  it('is accessible and fits at every width', async () => {
    const { page } = await openBrowser();
    const person = await signUp(page);
    await page.goto(await mailedLink(page, person.email, '/oidc/verify-email?'));
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await openSecurity(page);
    await page.getByText('Verified', { exact: true }).waitFor();
    await expectAccessibleAtEveryWidth(page);
  });
});
